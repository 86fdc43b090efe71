import type { MediaKind } from '@kinora/contract/media-kinds';

// A capture that starts in the middle of a packet or frame loses less than this.
const MAX_LOST = 4096;
// So many in a row are no accident.
const PACKETS = 8;
const FRAMES = 5;
// ffmpeg looks for the first frame of MP3 no further than this.
const MAX_AUDIO_ZEROS = 60 * 1024;

// An archive may hold the very bytes of a recording: what begins like another kind of file is one.
const OTHERS = [
  'PK',
  'Rar!',
  '7z\xbc',
  '\x1f\x8b',
  'BZh',
  '\xfd7zXZ',
  'ustar',
  '%PDF',
  '\x7fELF',
  'MZ',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'II*',
  'MM\0',
  'BM',
  '<',
  '{',
  '#',
];

/**
 * Names the kind of a recording that begins in the midst of a packet or frame, or behind zeros, as
 * captures and rips of streams do; null for anything else. With `isFar` more zeros lie before.
 */
export function sniffAmid(head: Buffer, { isFar = false } = {}): MediaKind | null {
  const name = head.toString('latin1', 0, 8);
  if (OTHERS.some((other) => name.startsWith(other))) return null;
  const start = head.findIndex((byte) => byte !== 0);
  if (start < 0) return null;
  const until = Math.min(head.length, start + MAX_LOST);
  for (let at = start; at < until; at++) if (hasPackets(head, at)) return 'mpegts';
  if (isFar || start > MAX_AUDIO_ZEROS) return null;
  for (let at = start; at < until; at++) {
    if (hasFrames(head, at, readMpegAudioFrame)) return 'mp3';
    if (hasFrames(head, at, readAdtsFrame)) return 'aac';
  }
  return null;
}

function hasPackets(head: Buffer, at: number): boolean {
  return [188, 192, 204].some((size) =>
    Array.from({ length: PACKETS }, (_, n) => head[at + n * size]).every((byte) => byte === 0x47),
  );
}

type Frame = {
  bytes: number;
  /** the same in all frames of a stream */
  format: number;
};

function hasFrames(
  head: Buffer,
  start: number,
  read: (head: Buffer, at: number) => Frame | null,
): boolean {
  const first = read(head, start);
  let at = start + (first?.bytes ?? 0);
  for (let n = 1; first && n < FRAMES; n++) {
    const frame = at + 8 <= head.length ? read(head, at) : null;
    if (frame?.format !== first.format) return false;
    at += frame.bytes;
  }
  return first !== null;
}

// kbit/s by index: of MPEG-1 layer II and III, and of MPEG-2 and 2.5 (ISO/IEC 11172-3 §2.4.2.3).
const LAYER_2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const LAYER_3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

function readMpegAudioFrame(head: Buffer, at: number): Frame | null {
  const [a = 0, b = 0, c = 0] = head.subarray(at, at + 3);
  const [version, layer] = [(b >> 3) & 3, (b >> 1) & 3];
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || version === 1 || layer === 0 || layer === 3) return null;
  const isFirst = version === 3;
  const kbps = (isFirst ? (layer === 2 ? LAYER_2 : LAYER_3) : LOW)[c >> 4] ?? 0;
  const rate = (RATES[(c >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  if (kbps === 0 || rate === 0) return null;
  const samples = layer === 1 && !isFirst ? 576 : 1152;
  const bytes = Math.floor((samples * 125 * kbps) / rate) + ((c >> 1) & 1);
  return { bytes, format: ((b & 0xfe) << 8) | (c & 0x0c) };
}

/** ISO/IEC 13818-7 §6.2. */
function readAdtsFrame(head: Buffer, at: number): Frame | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = head.subarray(at, at + 6);
  if (a !== 0xff || (b & 0xf6) !== 0xf0) return null;
  const bytes = ((d & 3) << 11) | (e << 3) | (f >> 5);
  return bytes < 7 ? null : { bytes, format: ((b & 0xfe) << 8) | (c & 0xfc) };
}
