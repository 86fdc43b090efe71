import { open } from 'node:fs/promises';
import type { MediaKind } from '@kinora/contract/media-kinds';
import { sniffAmid } from './sniff-amid.ts';

/** ffmpeg's demuxer for a container that we accept. Nothing outside this list is ever opened. */
export type SourceKind = MediaKind;

const MOV_FIRST_BOXES = new Set(
  'ftyp moov mdat free skip wide pnot styp sidx moof uuid emsg prft'.split(' '),
);
const MATROSKA = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const ASF = Buffer.from('3026b2758e66cf11', 'hex');
const MXF_PARTITION = Buffer.from('060e2b34020501010d0102', 'hex');
const W64 = Buffer.from('726966662e91cf11', 'hex');

const SNIFF_BYTES = 128 * 1024;
// Captures may begin with zeros where their tuner had nothing yet.
const MAX_ZEROS = 64 * 1024 * 1024;

/** Reads the beginning of a file and names its container; null when we don't accept it. */
export async function sniffFile(path: string): Promise<SourceKind | null> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(SNIFF_BYTES);
    for (let at = 0; at < MAX_ZEROS; at += SNIFF_BYTES) {
      const { bytesRead } = await file.read(buffer, 0, SNIFF_BYTES, at);
      const head = buffer.subarray(0, bytesRead);
      const isPadding = bytesRead === SNIFF_BYTES && head.every((byte) => byte === 0);
      if (!isPadding) return at === 0 ? sniff(head) : sniffAmid(head, { isFar: true });
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Names the container from a file's first bytes. Null for text, archives, playlists and images. */
export function sniff(head: Buffer): SourceKind | null {
  if (head.length < 12) return null;
  const ascii = (from: number, to: number): string => head.toString('latin1', from, to);
  const startsWith = (magic: Buffer): boolean => head.subarray(0, magic.length).equals(magic);
  if (startsWith(MATROSKA)) return 'matroska';
  if (MOV_FIRST_BOXES.has(ascii(4, 8)) && hasPlausibleBoxSize(head)) return 'mov';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 11) === 'AVI') return 'avi';
  if (['RIFF', 'RF64', 'BW64'].includes(ascii(0, 4)) && ascii(8, 12) === 'WAVE') return 'wav';
  if (startsWith(W64)) return 'w64';
  if (ascii(0, 4) === 'FORM' && /^AIF[FC]$/.test(ascii(8, 12))) return 'aiff';
  if (ascii(0, 4) === 'caff') return 'caf';
  if (ascii(0, 4) === 'FLV\x01') return 'flv';
  if (ascii(0, 4) === '.snd') return 'au';
  if (/^#!AMR(?:-WB)?\n$/.test(ascii(0, ascii(5, 6) === '-' ? 9 : 6))) return 'amr';
  if (ascii(0, 4) === 'OggS') return 'ogg';
  if (ascii(0, 4) === 'fLaC') return 'flac';
  if (startsWith(ASF)) return 'asf';
  if (head.subarray(0, 64 * 1024).includes(MXF_PARTITION)) return 'mxf';
  if (head.readUInt32BE(0) === 0x000001ba) return 'mpeg';
  if (head.readUInt32BE(0) === 0x000001b3) return 'mpegvideo';
  if (head.readUInt32BE(0) >>> 8 === 0x1f0700) return 'dv';
  if (isTransportStream(head)) return 'mpegts';
  return sniffAudio(head) ?? sniffAmid(head);
}

function hasPlausibleBoxSize(head: Buffer): boolean {
  const size = head.readUInt32BE(0);
  // 0: to the end of the file, 1: a 64-bit size follows.
  return size === 0 || size === 1 || size >= 8;
}

/** MPEG-TS in packets of 188 bytes, 192 (with a time code, .m2ts) or 204 (with parity). */
function isTransportStream(head: Buffer): boolean {
  return [188, 192, 204].some((packet) => {
    const first = packet === 192 ? 4 : 0;
    const seen = [0, 1, 2, 3, 4].filter((n) => first + n * packet < head.length);
    return seen.length >= 3 && seen.every((n) => head[first + n * packet] === 0x47);
  });
}

/** Elementary audio, behind an ID3v2 tag (https://id3.org/id3v2.4.0-structure §3.1) or bare. */
function sniffAudio(head: Buffer): SourceKind | null {
  if (head.toString('latin1', 0, 3) === 'ID3') {
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
    const audio = head.subarray(10 + size);
    // A large picture in the tag can push the audio out of the bytes read: it is MP3 in practice
    // then.
    if (audio.length < 4) return 'mp3';
    if (audio.toString('latin1', 0, 4) === 'fLaC') return 'flac';
    return isAdts(audio) ? 'aac' : 'mp3';
  }
  if (isAdts(head)) return 'aac';
  if (head.readUInt16BE(0) === 0x0b77) return 'ac3';
  return isMpegAudio(head) ? 'mp3' : null;
}

/** Two ADTS headers in a row (ISO/IEC 13818-7 §6.2). */
function isAdts(head: Buffer): boolean {
  const header = (at: number): boolean =>
    head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0;
  if (!header(0) || head.length < 8) return false;
  const length =
    ((head.readUInt8(3) & 3) << 11) | (head.readUInt8(4) << 3) | (head.readUInt8(5) >> 5);
  return length >= 7 && (length + 2 > head.length || header(length));
}

/**
 * Checks for a layer II or III frame header with no reserved value (ISO/IEC 11172-3 §2.4.1.3).
 * Layer I is left out: its first bytes are those of UTF-16 text.
 */
function isMpegAudio(head: Buffer): boolean {
  const [a = 0, b = 0, c = 0] = head;
  const layer = (b >> 1) & 3;
  const version = (b >> 3) & 3;
  return (
    a === 0xff &&
    (b & 0xe0) === 0xe0 &&
    version !== 1 &&
    (layer === 1 || layer === 2) &&
    c >> 4 !== 15 &&
    c >> 4 !== 0 &&
    ((c >> 2) & 3) !== 3
  );
}
