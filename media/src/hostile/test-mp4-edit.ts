import { readBoxHeader, writeBox } from '../mp4/boxes.ts';
import { AAC, BOTH, type Workshop, X264 } from './test-workshop.ts';

export type Edit = (body: Buffer) => Buffer | null;

/** A clip with its index after the media, so that edits may change the index's size. */
export function indexedClip({ clip }: Workshop): Promise<Buffer> {
  return clip('mp4', `${BOTH} ${X264} ${AAC}`);
}

/** The same with frames that refer to later ones, which has a `ctts`. */
export function reorderedClip({ clip }: Workshop): Promise<Buffer> {
  return clip('mp4', `${BOTH} -c:v libx264 -preset faster -g 12 -bf 3 -pix_fmt yuv420p ${AAC}`);
}

export type Part = { type: string; body: Buffer };

/** The boxes side by side in bytes that ffmpeg wrote. */
export function parts(bytes: Buffer): Part[] {
  const list: Part[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const header = readBoxHeader(bytes.subarray(at, at + 16));
    if (!header || header.size < 8) break;
    list.push({
      type: header.type,
      body: bytes.subarray(at + header.headerSize, at + header.size),
    });
    at += header.size;
  }
  return list;
}

export function join(list: readonly Part[]): Buffer {
  return Buffer.concat(list.map(({ type, body }) => writeBox(type, body)));
}

/** Changes the boxes at a path, of every track unless the path says `trak:1`; null removes them. */
export function edit(bytes: Buffer, path: string, change: Edit): Buffer {
  const [step = '', ...rest] = path.split('/');
  const [type, place] = step.split(':');
  let n = -1;
  const list = parts(bytes).flatMap((part): Part[] => {
    if (part.type !== type) return [part];
    n += 1;
    if (place !== undefined && Number(place) !== n) return [part];
    // Entries of an stsd lie behind its count; fields of a sample entry in front of its boxes.
    const skip = { stsd: 8, avc1: 78, dref: 8 }[part.type] ?? 0;
    const head = part.body.subarray(0, skip);
    const body =
      rest.length === 0
        ? change(Buffer.from(part.body))
        : Buffer.concat([head, edit(part.body.subarray(skip), rest.join('/'), change)]);
    return body ? [{ type: part.type, body }] : [];
  });
  return join(list);
}

export const STBL = 'moov/trak:0/mdia/minf/stbl';
export const AUDIO_STBL = 'moov/trak:1/mdia/minf/stbl';

export function u32(...values: number[]): Buffer {
  return u32s(values);
}

export function u32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * n);
  return bytes;
}

export function u64(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [n, value] of values.entries())
    bytes.writeBigUInt64BE(BigInt.asUintN(64, value), 8 * n);
  return bytes;
}

/** Writes a number over four bytes. */
export function set(at: number, value: number): Edit {
  return (body) => {
    if (at + 4 <= body.length) body.writeUInt32BE(value >>> 0, at);
    return body;
  };
}

/** Changes every 32-bit number of a table that begins at an offset. */
export function each(
  from: number,
  step: number,
  change: (value: number, n: number) => number,
): Edit {
  return (body) => {
    for (let at = from, n = 0; at + 4 <= body.length; at += step, n++)
      body.writeUInt32BE(change(body.readUInt32BE(at), n) >>> 0, at);
    return body;
  };
}

export function table(...values: number[]): Edit {
  return () => Buffer.concat([u32(0), u32(...values)]);
}

export function elst(...edits: [duration: number, time: number, rate?: number][]): Edit {
  const list = edits.map(([duration, time, rate = 1]) => u32(duration, time, rate * 65536));
  return () => writeBox('elst', u32(0, edits.length), ...list);
}

export const MAX = 0xffffffff;
export const HIGH = 0x7fffffff;

/** The moov of a clip, its header included. */
export function readMoovBox(clip: Buffer): Buffer {
  return join(parts(clip).filter(({ type }) => type === 'moov'));
}

export function withoutMoov(clip: Buffer): Buffer {
  return join(parts(clip).filter(({ type }) => type !== 'moov'));
}
