import { readBits } from './mp4-bits.ts';
import { findChild } from './mp4-boxes.ts';
import type { SampleEntry } from './mp4-index.ts';

/** The decoder configuration of an AAC track. */
export type AacConfig = {
  /** AudioSpecificConfig as in the file */
  specific: Buffer;
  /** audio object type: 2 is AAC-LC */
  objectType: number;
  sampleRate: number;
  /** 0 when the stream itself describes its channels */
  channels: number;
  /** frames of 1024 samples, without spectral band replication */
  isPlain: boolean;
};

/**
 * Reads the configuration of an `mp4a` entry, of MP4 or QuickTime shape. Null when it holds no
 * MPEG-4 audio. Throws RangeError on a damaged one.
 */
export function readAacConfig({ format, body }: SampleEntry): AacConfig | null {
  if (format !== 'mp4a') return null;
  // QuickTime's versions 1 and 2 have more fields before the boxes.
  const boxes = body.subarray({ 1: 44, 2: 64 }[body.readUInt16BE(8)] ?? 28);
  const wave = findChild(boxes, 'wave');
  const esds = findChild(boxes, 'esds') ?? (wave && findChild(wave, 'esds'));
  const specific = esds && readSpecificConfig(esds);
  return specific ? readConfig(specific) : null;
}

const MPEG4_AUDIO = 0x40;
// AAC-LC with all extensions needs some ten bytes.
const MAX_SPECIFIC_BYTES = 64;

/** Walks the descriptors of an `esds` (ISO/IEC 14496-1 §7.2.6) to the AudioSpecificConfig. */
function readSpecificConfig(esds: Buffer): Buffer | null {
  for (let at = 4; at < esds.length;) {
    const tag = esds.readUInt8(at++);
    let length = 0;
    for (let more = true; more;) {
      const byte = esds.readUInt8(at++);
      length = length * 128 + (byte & 127);
      more = byte > 127;
    }
    if (tag === 0x03) {
      const flags = esds.readUInt8(at + 2);
      at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
      if (flags & 0x40) at += 1 + esds.readUInt8(at);
    } else if (tag === 0x04) {
      if (esds.readUInt8(at) !== MPEG4_AUDIO) return null;
      at += 13;
    } else if (tag === 0x05) {
      const isWhole = length <= MAX_SPECIFIC_BYTES && at + length <= esds.length;
      return isWhole ? Buffer.from(esds.subarray(at, at + length)) : null;
    } else at += length;
  }
  return null;
}

const RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
];
const BAND_REPLICATION = 5;
const SYNC_EXTENSION = 0x2b7;

/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
function readConfig(specific: Buffer): AacConfig {
  const reader = readBits(specific);
  const readType = (): number => {
    const type = reader.bits(5);
    return type === 31 ? 32 + reader.bits(6) : type;
  };
  const objectType = readType();
  const place = reader.bits(4);
  const sampleRate = place === 15 ? reader.bits(24) : (RATES[place] ?? 0);
  const channels = reader.bits(4);
  const isShort = reader.flag();
  const hasCore = reader.flag();
  const isExtended = reader.flag();
  const replicates =
    reader.left() >= 17 &&
    reader.bits(11) === SYNC_EXTENSION &&
    readType() === BAND_REPLICATION &&
    reader.flag();
  const isPlain = !isShort && !hasCore && !isExtended && !replicates;
  return { specific, objectType, sampleRate, channels, isPlain };
}
