import { findBox, readBoxes } from './boxes.ts';

export type H264Profile = 'baseline' | 'main' | 'high';

type Level = {
  level: number;
  macroblocksPerSecond: number;
  frame: number;
  dpb: number;
  kbps: number;
};

// ITU-T H.264 table A-1: MaxMBPS, MaxFS, MaxDpbMbs, MaxBR.
const LEVELS: readonly Level[] = [
  { level: 10, macroblocksPerSecond: 1485, frame: 99, dpb: 396, kbps: 64 },
  { level: 11, macroblocksPerSecond: 3000, frame: 396, dpb: 900, kbps: 192 },
  { level: 12, macroblocksPerSecond: 6000, frame: 396, dpb: 2376, kbps: 384 },
  { level: 13, macroblocksPerSecond: 11880, frame: 396, dpb: 2376, kbps: 768 },
  { level: 20, macroblocksPerSecond: 11880, frame: 396, dpb: 2376, kbps: 2000 },
  { level: 21, macroblocksPerSecond: 19800, frame: 792, dpb: 4752, kbps: 4000 },
  { level: 22, macroblocksPerSecond: 20250, frame: 1620, dpb: 8100, kbps: 4000 },
  { level: 30, macroblocksPerSecond: 40500, frame: 1620, dpb: 8100, kbps: 10000 },
  { level: 31, macroblocksPerSecond: 108000, frame: 3600, dpb: 18000, kbps: 14000 },
  { level: 32, macroblocksPerSecond: 216000, frame: 5120, dpb: 20480, kbps: 20000 },
  { level: 40, macroblocksPerSecond: 245760, frame: 8192, dpb: 32768, kbps: 20000 },
  { level: 42, macroblocksPerSecond: 522240, frame: 8704, dpb: 34816, kbps: 50000 },
  { level: 50, macroblocksPerSecond: 589824, frame: 22080, dpb: 110400, kbps: 135000 },
  { level: 51, macroblocksPerSecond: 983040, frame: 36864, dpb: 184320, kbps: 240000 },
  { level: 52, macroblocksPerSecond: 2073600, frame: 36864, dpb: 184320, kbps: 240000 },
  { level: 60, macroblocksPerSecond: 4177920, frame: 139264, dpb: 696320, kbps: 240000 },
  { level: 61, macroblocksPerSecond: 8355840, frame: 139264, dpb: 696320, kbps: 480000 },
  { level: 62, macroblocksPerSecond: 16711680, frame: 139264, dpb: 696320, kbps: 800000 },
];

// x264 with B-pyramids keeps up to four frames for reference and reordering.
const DPB_FRAMES = 4;

/**
 * Lowest H.264 level (times ten, 4.2 → 42) that holds this picture size, rate and bit rate.
 * The buffer is taken to be twice the bit rate.
 */
export function h264Level(size: {
  width: number;
  height: number;
  framesPerSecond: number;
  maxBitrateKbps: number;
  profile: H264Profile;
}): number {
  const columns = Math.ceil(size.width / 16);
  const rows = Math.ceil(size.height / 16);
  const frame = columns * rows;
  const factor = size.profile === 'high' ? 1.25 : 1;
  const found = LEVELS.find(
    (limit) =>
      frame <= limit.frame &&
      // A.3.1: neither side may exceed sqrt(8 × MaxFS) macroblocks.
      Math.max(columns, rows) ** 2 <= 8 * limit.frame &&
      frame * DPB_FRAMES <= limit.dpb &&
      frame * size.framesPerSecond <= limit.macroblocksPerSecond &&
      2 * size.maxBitrateKbps <= limit.kbps * factor,
  );
  return found?.level ?? 62;
}

const PROFILE_BYTES = { baseline: '42c0', main: '4d40', high: '6400' } as const;

/** RFC 6381 codec string of an H.264 track that x264 will write, e.g. `avc1.64002a`. */
export function h264CodecString(profile: H264Profile, level: number): string {
  return `avc1.${PROFILE_BYTES[profile]}${level.toString(16).padStart(2, '0')}`;
}

/** RFC 6381 codec string stated by an init segment of ours; null when it holds neither AVC nor AAC. */
export function readCodecString(init: Buffer): string | null {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && readBoxes(stsd.body.subarray(8))[0];
  if (!entry) return null;
  if (entry.type === 'avc1') {
    const avcC = readBoxes(entry.body.subarray(78)).find((box) => box.type === 'avcC');
    return avcC ? `avc1.${avcC.body.toString('hex', 1, 4)}` : null;
  }
  if (entry.type === 'mp4a') {
    const esds = readBoxes(entry.body.subarray(28)).find((box) => box.type === 'esds');
    return esds ? aacCodecString(esds.body) : null;
  }
  return null;
}

/** Walks the descriptors of an `esds` (ISO/IEC 14496-1 §7.2.6) down to the audio object type. */
function aacCodecString(esds: Buffer): string | null {
  let at = 4;
  let objectType = 0;
  while (at < esds.length) {
    const tag = esds[at++];
    while (((esds[at] ?? 0) & 0x80) !== 0) at++;
    at++;
    if (tag === 0x03) at += 3;
    else if (tag === 0x04) {
      objectType = esds[at] ?? 0;
      at += 13;
    } else if (tag === 0x05)
      return `mp4a.${objectType.toString(16).padStart(2, '0')}.${(esds[at] ?? 0) >> 3}`;
    else return null;
  }
  return null;
}
