import { type BitReader, readBits } from './mp4-bits.ts';
import { findChild } from './mp4-boxes.ts';
import type { SampleEntry } from './mp4-index.ts';

/** The decoder configuration of an AVC track. */
export type AvcConfig = {
  /** the `avcC` as in the file */
  avcC: Buffer;
  /** `colr` of the kind `nclx`, or null */
  colr: Buffer | null;
  /** bytes of the length in front of each NAL unit */
  lengthBytes: number;
  /** RFC 6381 */
  codec: string;
  profile: number;
  level: number;
  frame: AvcFrame;
};

/** The colour stated by a parameter set (ITU-T H.264 §E.2.1), by the numbers of ITU-T H.273. */
export type AvcColour = {
  isFullRange: boolean;
  primaries: number;
  transfer: number;
  matrix: number;
};

export type AvcFrame = {
  is8Bit420: boolean;
  /** whole frames, never fields */
  isProgressive: boolean;
  isSquare: boolean;
  width: number;
  height: number;
  /** null when it isn't stated whole */
  colour: AvcColour | null;
};

// A visual sample entry has this many bytes before its boxes (ISO/IEC 14496-12 §12.1.3).
const VISUAL_ENTRY_BYTES = 78;

/**
 * Reads the decoder configuration of an `avc1` entry (ISO/IEC 14496-15 §5.3.3). Null when there is
 * none, or its parameter sets disagree. Throws RangeError on a damaged one.
 */
export function readAvcConfig({ format, body }: SampleEntry): AvcConfig | null {
  if (format !== 'avc1') return null;
  const boxes = body.subarray(VISUAL_ENTRY_BYTES);
  const avcC = findChild(boxes, 'avcC');
  if (!avcC || avcC.readUInt8(0) !== 1) return null;
  const parsed = listParameterSets(avcC).map((set) => readParameterSet(set).frame);
  const [frame] = parsed;
  if (!frame || parsed.some((other) => !isEqual(other, frame))) return null;
  const colr = findChild(boxes, 'colr');
  return {
    avcC,
    colr: colr?.toString('latin1', 0, 4) === 'nclx' ? colr : null,
    lengthBytes: (avcC.readUInt8(4) & 3) + 1,
    codec: `avc1.${avcC.toString('hex', 1, 4)}`,
    profile: avcC.readUInt8(1),
    level: avcC.readUInt8(3),
    frame,
  };
}

function isEqual(a: AvcFrame, b: AvcFrame): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.is8Bit420 === b.is8Bit420 &&
    a.isProgressive === b.isProgressive &&
    a.isSquare === b.isSquare &&
    isSameColour(a.colour, b.colour)
  );
}

/** True when both state the same, or neither states anything. */
export function isSameColour(a: AvcColour | null, b: AvcColour | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.isFullRange === b.isFullRange &&
    a.primaries === b.primaries &&
    a.transfer === b.transfer &&
    a.matrix === b.matrix
  );
}

/** Lists the sequence parameter sets of an `avcC`. */
export function listParameterSets(avcC: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = 6;
  for (let left = avcC.readUInt8(5) & 31; left > 0; left--) {
    const length = avcC.readUInt16BE(at);
    const end = at + 2 + length;
    if (end > avcC.length) throw new RangeError('a parameter set leaves its box');
    sets.push(avcC.subarray(at + 2, end));
    at = end;
  }
  return sets;
}

/** Returns the bytes of a NAL unit without its header and emulation prevention (ITU-T H.264 §7.3.1). */
export function readPayload(nal: Buffer): Buffer {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of nal.subarray(1)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}

// Profiles whose parameter sets state chroma and depth (ITU-T H.264 §7.3.2.1.1).
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** A sequence parameter set, and where in the bits of its payload players are told of colour. */
export type ParameterSet = {
  frame: AvcFrame;
  /** first bit of the usability information: whether there is any */
  usabilityAt: number;
  /** bits of the information's part on the video signal; null without any information */
  signal: { start: number; end: number } | null;
};

/** Reads a sequence parameter set (ITU-T H.264 §7.3.2.1.1). Throws RangeError when it ends early. */
export function readParameterSet(sps: Buffer): ParameterSet {
  const payload = readPayload(sps);
  const reader = readBits(payload);
  const place = (): number => payload.length * 8 - reader.left();
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const is8Bit420 = !HIGH_PROFILES.has(profile) || readChroma(reader);
  skipFrameOrder(reader);
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const isProgressive = reader.flag();
  if (!isProgressive) reader.flag();
  reader.flag();
  const crop = reader.flag()
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const fields = isProgressive ? 1 : 2;
  const usabilityAt = place();
  const hasUsability = reader.flag();
  const isSquare = !hasUsability || readSquare(reader);
  if (hasUsability && reader.flag()) reader.flag();
  const start = place();
  const colour = hasUsability ? readColour(reader) : null;
  const frame = {
    is8Bit420,
    isProgressive,
    isSquare,
    width: columns * 16 - 2 * (left + right),
    height: (rows * 16 - 2 * (top + bottom)) * fields,
    colour,
  };
  return { frame, usabilityAt, signal: hasUsability ? { start, end: place() } : null };
}

const UNSPECIFIED = 2;

/** Null unless range, primaries, transfer and matrix are all stated. */
function readColour(reader: BitReader): AvcColour | null {
  if (!reader.flag()) return null;
  reader.bits(3);
  const isFullRange = reader.flag();
  if (!reader.flag()) return null;
  const [primaries, transfer, matrix] = [reader.bits(8), reader.bits(8), reader.bits(8)];
  const isWhole = ![primaries, transfer, matrix].includes(UNSPECIFIED);
  return isWhole ? { isFullRange, primaries, transfer, matrix } : null;
}

/** True for 8-bit 4:2:0. */
function readChroma(reader: BitReader): boolean {
  const chroma = reader.unsigned();
  if (chroma === 3) reader.flag();
  const isEightBits = reader.unsigned() + reader.unsigned() === 0;
  reader.flag();
  if (reader.flag())
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++)
      if (reader.flag()) skipScaling(reader, list < 6 ? 16 : 64);
  return chroma === 1 && isEightBits;
}

function skipScaling(reader: BitReader, size: number): void {
  let last = 8;
  for (let n = 0; n < size; n++) {
    const next = (((last + reader.signed()) % 256) + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

/** Skips frame numbers and picture order counts. */
function skipFrameOrder(reader: BitReader): void {
  reader.unsigned();
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  if (type === 1) {
    reader.flag();
    reader.signed();
    reader.signed();
    for (let left = Math.min(255, reader.unsigned()); left > 0; left--) reader.signed();
  }
  reader.unsigned();
  reader.flag();
}

const EXTENDED_SHAPE = 255;

/** True for an unstated or 1:1 shape (ITU-T H.264 table E-1). */
function readSquare(reader: BitReader): boolean {
  if (!reader.flag()) return true;
  const shape = reader.bits(8);
  if (shape === EXTENDED_SHAPE) return reader.bits(16) === reader.bits(16);
  return shape <= 1;
}
