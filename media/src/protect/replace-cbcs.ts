import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { type Box, findBox, readBoxes, readFragment } from '../mp4/boxes.ts';
import type { ContentKey } from './content-key.ts';
import { WrongKeyError } from './replace-key.ts';

/** How a track is encrypted: its key, the IV that all its samples share, and the pattern. */
type Locking = ContentKey & { iv: Buffer };

const BLOCK = 16;

/**
 * Encrypts tracks of the packager's (`cbcs`, ISO/IEC 23001-7 §10.4) with another key, in place: the
 * sizes, borders and times stay, and so do the bytes that are in the clear. What comes out is what the
 * packager makes of the clear track with that key.
 */
export type KeyReplacement = {
  /** Names the new key where the old one is named, in the boxes of the DRM systems too. */
  init(init: Buffer): Buffer;
  /** @throws RangeError for anything but a segment of the track */
  segment(bytes: Buffer): Buffer;
};

/**
 * @param init of the track as it is encrypted now
 * @throws WrongKeyError when it names another key than `before`
 */
export function openKeyReplacement(
  init: Buffer,
  { before, after }: { before: ContentKey; after: Locking },
): KeyReplacement {
  const track = readProtection(init);
  if (!track?.keyId.equals(before.keyId)) throw new WrongKeyError('the track names another key');
  const { pattern, iv, perSampleIv } = track;
  if (perSampleIv !== 0 || iv.length !== BLOCK)
    throw new RangeError('the track has no constant IV');
  // Node looks at raw bytes for longer than it takes to encrypt a sample with them.
  const [old, next] = [createSecretKey(before.key), createSecretKey(after.key)];
  const reencrypt = (blocks: Buffer): Buffer => {
    const open = createDecipheriv('aes-128-cbc', old, iv).setAutoPadding(false);
    const lock = createCipheriv('aes-128-cbc', next, after.iv).setAutoPadding(false);
    return lock.update(open.update(blocks));
  };
  return {
    init: (bytes) => renameKey(bytes, { before, after }),
    segment: (bytes) => {
      const made = Buffer.from(bytes);
      for (const ranges of listSubsamples(made)) replaceBlocks(ranges, pattern, reencrypt);
      return made;
    },
  };
}

type Pattern = { crypt: number; skip: number };

/** Reads the `tenc` box (ISO/IEC 23001-7 §8.2). Null for a track in the clear. */
function readProtection(init: Buffer) {
  const tenc = findTenc(init);
  if (!tenc) return null;
  const { body } = tenc;
  const blocks = body.readUInt8(5);
  return {
    pattern: { crypt: blocks >> 4, skip: blocks & 15 },
    perSampleIv: body.readUInt8(7),
    keyId: body.subarray(8, 24),
    iv: body.subarray(25, 25 + (body[24] ?? 0)),
  };
}

/** A sample description's own fields, before its boxes (ISO/IEC 14496-12 §12.1.3 and §12.2.3). */
const FIELDS: Readonly<Record<string, number>> = { encv: 78, enca: 28 };

function findTenc(init: Buffer): Box | null {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && readBoxes(stsd.body.subarray(8)).find(({ type }) => type in FIELDS);
  if (!entry) return null;
  const boxes = entry.body.subarray(FIELDS[entry.type] ?? 0);
  const sinf = readBoxes(boxes).find(({ type }) => type === 'sinf');
  const schi = sinf && readBoxes(sinf.body).find(({ type }) => type === 'schi');
  return (schi && readBoxes(schi.body).find(({ type }) => type === 'tenc')) ?? null;
}

function renameKey(
  init: Buffer,
  { before, after }: { before: ContentKey; after: Locking },
): Buffer {
  const made = Buffer.from(init);
  after.iv.copy(findTenc(made)?.body ?? made, 25);
  // Widevine's and W3C's boxes name a key by its bytes; PlayReady's by a GUID in base64 and UTF-16.
  for (const write of [(keyId: Buffer) => keyId, nameForPlayReady]) {
    const [old, next] = [write(before.keyId), write(after.keyId)];
    for (let at = made.indexOf(old); at >= 0; at = made.indexOf(old, at + old.length))
      next.copy(made, at);
  }
  return made;
}

/** A GUID's first three numbers are little-endian (PlayReady Header Object, KID). */
function nameForPlayReady(keyId: Buffer): Buffer {
  const guid = Buffer.concat([
    keyId.subarray(0, 4).toReversed(),
    keyId.subarray(4, 6).toReversed(),
    keyId.subarray(6, 8).toReversed(),
    keyId.subarray(8),
  ]);
  return Buffer.from(guid.toString('base64'), 'utf16le');
}

/** Lists the protected ranges of a segment, each of which begins with the IV. */
function* listSubsamples(segment: Buffer): Generator<Buffer> {
  const boxes = readBoxes(segment);
  for (const [n, moof] of boxes.entries()) {
    if (moof.type !== 'moof') continue;
    const mdat = boxes[n + 1];
    if (mdat?.type !== 'mdat') throw new RangeError('a fragment without media');
    const { samples } = readFragment(moof.body);
    const senc = findBox(moof.body, ['traf', 'senc']);
    const readRanges = senc && openSubsamples(senc.body, samples.length);
    let at = 0;
    for (const { size } of samples) {
      const sample = mdat.body.subarray(at, at + size);
      if (sample.length < size) throw new RangeError('a sample leaves its fragment');
      if (readRanges) yield* readRanges(sample);
      else yield sample;
      at += size;
    }
  }
}

/** `senc` (ISO/IEC 23001-7 §7.2): of each sample how much is clear, and protected, in turn. */
function openSubsamples(body: Buffer, count: number): (sample: Buffer) => Generator<Buffer> {
  const hasSubsamples = (body.readUInt32BE(0) & 2) !== 0;
  if (body.readUInt32BE(4) !== count) throw new RangeError('senc names other samples');
  let at = 8;
  return function* read(sample) {
    if (!hasSubsamples) {
      yield sample;
      return;
    }
    const ranges = body.readUInt16BE(at);
    at += 2;
    let from = 0;
    for (let n = 0; n < ranges; n += 1, at += 6) {
      from += body.readUInt16BE(at);
      const to = from + body.readUInt32BE(at + 2);
      if (to > sample.length) throw new RangeError('a range leaves its sample');
      yield sample.subarray(from, to);
      from = to;
    }
  };
}

/**
 * Changes the encrypted blocks of a range: `crypt` of every `crypt + skip` whole blocks, or all where
 * there is no pattern. They are one chain.
 */
function replaceBlocks(
  range: Buffer,
  { crypt, skip }: Pattern,
  reencrypt: (blocks: Buffer) => Buffer,
): void {
  const whole = range.length - (range.length % BLOCK);
  if (whole === 0) return;
  if (crypt === 0 || skip === 0) {
    reencrypt(range.subarray(0, whole)).copy(range);
    return;
  }
  const [run, step] = [crypt * BLOCK, (crypt + skip) * BLOCK];
  const blocks = Buffer.allocUnsafe(Math.ceil(whole / step) * run);
  let length = 0;
  for (let at = 0; at < whole; at += step)
    length += range.copy(blocks, length, at, Math.min(at + run, whole));
  const made = reencrypt(blocks.subarray(0, length));
  for (let at = 0, from = 0; at < whole; at += step, from += run)
    made.copy(range, at, from, Math.min(from + run, length));
}
