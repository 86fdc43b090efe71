import type { VideoCodec } from '@kinora/contract/preset-tracks';
import { findBox, readBoxes } from './boxes.ts';
import {
  type H264Profile,
  type LevelledVideo,
  findH264Level,
  findVideoLevel,
} from './codec-levels.ts';

const PROFILE_BYTES = { baseline: '42c0', main: '4d40', high: '6400' } as const;

/**
 * Plans the level, as the codec counts levels, and RFC 6381 codec string of an 8-bit track of our
 * encoders, e.g. `avc1.64002a`, `hvc1.1.6.L93.90`, `av01.0.05M.08`, `vp09.00.31.08`.
 */
export function planCodec(
  codec: VideoCodec,
  video: LevelledVideo & { profile: H264Profile | null },
): { level: number; codec: string } {
  if (codec === 'h264') {
    const profile = video.profile ?? 'high';
    const level = findH264Level({ ...video, profile });
    return { level, codec: `avc1.${PROFILE_BYTES[profile]}${toHex(level)}` };
  }
  const level = findVideoLevel(codec, video);
  const strings = {
    hevc: `hvc1.1.6.L${level}.90`,
    av1: `av01.0.${toTwoDigits(level)}M.08`,
    vp9: `vp09.00.${toTwoDigits(level)}.08`,
  };
  return { level, codec: strings[codec] };
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function toTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Reads the RFC 6381 codec string of one of our init segments; null when it has none of our codecs. */
export function readCodecString(init: Buffer): string | null {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && readBoxes(stsd.body.subarray(8))[0];
  if (!entry) return null;
  const findInner = (fixed: number, type: string): Buffer | null =>
    readBoxes(entry.body.subarray(fixed)).find((box) => box.type === type)?.body ?? null;
  switch (entry.type) {
    case 'avc1':
      return readStated(findInner(78, 'avcC'), (avcC) => `avc1.${avcC.toString('hex', 1, 4)}`);
    case 'hvc1':
      return readStated(findInner(78, 'hvcC'), readHevcCodecString);
    case 'av01':
      return readStated(findInner(78, 'av1C'), readAv1CodecString);
    case 'vp09':
      return readStated(findInner(78, 'vpcC'), readVp9CodecString);
    case 'mp4a':
      return readStated(findInner(28, 'esds'), readAacCodecString);
    case 'Opus':
      return 'opus';
    default:
      return null;
  }
}

function readStated(box: Buffer | null, read: (box: Buffer) => string | null): string | null {
  return box && read(box);
}

/** ISO/IEC 14496-15 annex E.3, from the `hvcC` of §8.3.3.1. */
function readHevcCodecString(hvcC: Buffer): string {
  const [, first = 0] = hvcC;
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const compatibility = hvcC.readUInt32BE(2);
  let reversed = 0;
  for (let bit = 0; bit < 32; bit++)
    if (compatibility & (1 << bit)) reversed = (reversed | (1 << (31 - bit))) >>> 0;
  const constraints = [...hvcC.subarray(6, 12)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const tier = first & 0x20 ? 'H' : 'L';
  const parts = constraints.map((byte) => byte.toString(16));
  return [`hvc1.${space}${first & 31}`, reversed.toString(16), `${tier}${hvcC[12]}`, ...parts].join(
    '.',
  );
}

/** AV1 in ISO BMFF §5: av01.<profile>.<level><tier>.<bit depth>; the other fields have their defaults. */
function readAv1CodecString(av1C: Buffer): string {
  const [, levels = 0, flags = 0] = av1C;
  const depth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  return `av01.${levels >> 5}.${toTwoDigits(levels & 31)}${flags & 0x80 ? 'H' : 'M'}.${toTwoDigits(depth)}`;
}

/** VP Codec ISO Media File Format Binding: vp09.<profile>.<level>.<bit depth>. */
function readVp9CodecString(vpcC: Buffer): string {
  const [profile = 0, level = 0, depth = 0] = vpcC.subarray(4);
  return `vp09.${toTwoDigits(profile)}.${toTwoDigits(level)}.${toTwoDigits(depth >> 4)}`;
}

/** Walks the descriptors of an `esds` (ISO/IEC 14496-1 §7.2.6) down to the audio object type. */
function readAacCodecString(esds: Buffer): string | null {
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
