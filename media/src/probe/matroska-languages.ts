import { open } from 'node:fs/promises';
import type { Section } from './probe-reader.ts';

// Tracks stand before the media; a large cover may stand before them.
const MAX_HEAD_BYTES = 4 * 1024 * 1024;

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const MUXING_APP = 0x4d80;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const LANGUAGE = 0x22b59c;
const LANGUAGE_BCP47 = 0x22b59d;
const AUDIO = 2;

/**
 * Tells of each audio track of a Matroska file, in order, whether the file states its language.
 * Where nothing is stated it would be English (RFC 9559 §5.1.4.1.20), which recorders don't mean;
 * mkvmerge does, and leaves it out. Null when that can't be told.
 */
export async function readStatedLanguages(path: string): Promise<boolean[] | null> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(MAX_HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return findStated(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Returns streams without the languages that ffprobe assumes where the file states none. */
export function withoutAssumed(
  streams: readonly Section[],
  stated: readonly boolean[] | null,
): Section[] {
  let n = 0;
  return streams.map((stream) => {
    if (stream.fields.get('codec_type') !== 'audio') return stream;
    if (stated?.[n++] !== false) return stream;
    const fields = new Map(stream.fields);
    fields.delete('tag:language');
    return { ...stream, fields };
  });
}

function findStated(head: Buffer): boolean[] | null {
  const segment = listElements(head).find(({ id }) => id === SEGMENT);
  const parts = segment ? listElements(segment.body) : [];
  const info = parts.find(({ id }) => id === INFO);
  const tracks = parts.find(({ id }) => id === TRACKS);
  if (!info || !tracks) return null;
  const muxer = listElements(info.body).find(({ id }) => id === MUXING_APP);
  if (muxer?.body.toString('latin1').startsWith('libebml')) return null;
  return listElements(tracks.body).flatMap(({ id, body }) => {
    const fields = id === TRACK_ENTRY ? listElements(body) : [];
    const isAudio = fields.some((field) => field.id === TRACK_TYPE && field.body[0] === AUDIO);
    const isStated = fields.some((field) => [LANGUAGE, LANGUAGE_BCP47].includes(field.id));
    return isAudio ? [isStated] : [];
  });
}

type Element = { id: number; body: Buffer };

/** Lists elements side by side (RFC 8794 §4 to §6), the last as far as it was read. */
function listElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true);
    const size = id && readNumber(bytes, at + id.length, false);
    if (!id || !size) break;
    const start = at + id.length + size.length;
    // All ones: the size isn't known, as in a recording that goes on.
    const isOpen = size.value === 2 ** (7 * size.length) - 1;
    at = isOpen ? bytes.length : start + size.value;
    elements.push({ id: id.value, body: bytes.subarray(start, at) });
  }
  return elements;
}

function readNumber(
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { value: number; length: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return null;
  let value = keepsMarker ? first : first & (0xff >> length);
  for (let n = 1; n < length; n++) value = value * 256 + (bytes[at + n] ?? 0);
  return { value, length };
}
