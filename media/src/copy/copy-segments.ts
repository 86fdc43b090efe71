import { type Sample, STYP, writeFragment } from '../mp4/boxes.ts';
import { checkFrame, readSamples } from './copy-bytes.ts';
import {
  type Gop,
  getFragmentHeaderBytes,
  groupGops,
  listGops,
  sumSampleBytes,
} from './copy-gops.ts';
import { findCopied } from './copy-init.ts';
import type { AudioCopy, PlannedVideoCopy } from '../plan/copy-plan.ts';
import { AAC_FRAME } from '../plan/grid.ts';
import { listDecodeTimes } from '../mp4/decode-times.ts';
import { readAvcConfig } from '../mp4/mp4-avc.ts';
import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { Mp4Samples } from '../mp4/mp4-samples.ts';

/** A segment of a copied track, ready to be stored. */
export type CopiedSegment = {
  /** from 1 */
  number: number;
  ticks: number;
  bytes: Buffer;
  /** its key frames, as in the contract's KeyFrames; empty for audio */
  keyFrames: [offset: number, length: number, ticks: number][];
};

/** Segments [first, last], counted from 1; numbers beyond the end are ignored. */
export type SegmentRange = { first: number; last: number };

type Sink = (segment: CopiedSegment) => Promise<void>;

/**
 * Writes segments of a copied video track one by one: a fragment for each GOP, decode times from 0,
 * each GOP's equal to the time of its key frame, frames byte for byte the source's. The next
 * segment is read when the sink has taken the last. Throws CopyError, the sink's own error, or the
 * signal's reason when aborted.
 */
export async function copyVideoSegments(
  source: ByteSource,
  index: Mp4Index,
  copy: PlannedVideoCopy,
  range: SegmentRange,
  sink: Sink,
  signal?: AbortSignal,
): Promise<void> {
  const { track, samples } = requireCopied(index, copy);
  const { delayTicks } = copy;
  const lengthBytes = (track.entries[0] && readAvcConfig(track.entries[0])?.lengthBytes) ?? 4;
  const segments = groupGops(listGops(samples, copy.firstSample, copy.frameCount), copy.borders);
  let sequence = segments.slice(0, range.first - 1).reduce((sum, gops) => sum + gops.length, 0);
  for (let number = range.first; number <= Math.min(range.last, segments.length); number++) {
    signal?.throwIfAborted();
    const gops = segments[number - 1] ?? [];
    const endTick = segments[number]?.[0]?.startTick ?? copy.endTick;
    const bytes = allocateSegment(samples, gops);
    const keyFrames: CopiedSegment['keyFrames'] = [];
    let at = STYP.length;
    for (const [n, gop] of gops.entries()) {
      const end = gops[n + 1]?.startTick ?? endTick;
      const fragment = {
        decodeTime: gop.startTick,
        samples: retime(samples, gop, end, delayTicks),
      };
      const header = writeFragment(++sequence, fragment);
      const media = at + header.copy(bytes, at);
      const size = sumSampleBytes(samples, gop.first, gop.end);
      const data = bytes.subarray(media, media + size);
      await readSamples(source, samples, gop, data);
      checkFrames(samples, gop, data, lengthBytes);
      const length = header.length + (samples.size[gop.first] ?? 0);
      keyFrames.push([at, length, end - gop.startTick]);
      at = media + size;
    }
    await sink({ number, ticks: endTick - (gops[0]?.startTick ?? 0), bytes, keyFrames });
  }
}

/**
 * Writes segments of a copied AAC track; `borders` are the first frames of each, as
 * `listAudioBorders` returns them. `copy.frameCount` may be less than the track's frames. Throws as
 * above.
 */
export async function copyAudioSegments(
  source: ByteSource,
  index: Mp4Index,
  { copy, borders }: { copy: AudioCopy; borders: readonly number[] },
  range: SegmentRange,
  sink: Sink,
  signal?: AbortSignal,
): Promise<void> {
  const { samples } = requireCopied(index, copy);
  for (let number = range.first; number <= Math.min(range.last, borders.length); number++) {
    signal?.throwIfAborted();
    const frames = getFrameRange(copy, borders, number);
    if (frames.end <= frames.first) return;
    const list = Array.from({ length: frames.end - frames.first }, (_, n) => ({
      size: samples.size[frames.first + n] ?? 0,
      flags: SYNC,
      duration: AAC_FRAME,
      compositionOffset: 0,
    }));
    const decodeTime = (frames.first - copy.firstSample) * AAC_FRAME;
    const header = writeFragment(number, { decodeTime, samples: list });
    const size = sumSampleBytes(samples, frames.first, frames.end);
    const bytes = Buffer.allocUnsafe(STYP.length + header.length + size);
    STYP.copy(bytes);
    header.copy(bytes, STYP.length);
    await readSamples(source, samples, frames, bytes.subarray(STYP.length + header.length));
    await sink({ number, ticks: list.length * AAC_FRAME, bytes, keyFrames: [] });
  }
}

/**
 * Returns the offset in the file below which all bytes of segments 1 to `number` of a copied track
 * lie, so that a segment can be made while the file arrives. Audio needs `borders`.
 */
export function getSegmentNeededBytes(
  index: Mp4Index,
  copy: PlannedVideoCopy | { copy: AudioCopy; borders: readonly number[] },
  number: number,
): number {
  const isAudio = 'copy' in copy;
  const { samples } = requireCopied(index, isAudio ? copy.copy : copy);
  const { first, end } = isAudio
    ? { ...getFrameRange(copy.copy, copy.borders, number), first: copy.copy.firstSample }
    : getSampleRange(samples, copy, number);
  let neededBytes = index.isIndexFirst ? index.moov.end : 0;
  for (let n = first; n < end; n++)
    neededBytes = Math.max(neededBytes, (samples.offset[n] ?? 0) + (samples.size[n] ?? 0));
  return neededBytes;
}

function requireCopied(
  index: Mp4Index,
  copy: { trackId: number; firstSample: number; frameCount: number },
): { track: Mp4Track; samples: Mp4Samples } {
  const track = findCopied(index, copy);
  const { samples } = track;
  if (!samples || copy.firstSample + copy.frameCount > samples.count)
    throw new RangeError('the copy is of another source');
  return { track, samples };
}

// ISO/IEC 14496-12 §8.8.3.1: depends on no other sample; or depends, and is no sync sample.
const SYNC = 0x02000000;
const NO_SYNC = 0x01010000;

function getFrameRange(
  { firstSample, frameCount }: AudioCopy,
  borders: readonly number[],
  number: number,
): { first: number; end: number } {
  const first = borders[number - 1] ?? frameCount;
  const end = Math.min(frameCount, borders[number] ?? frameCount);
  return { first: firstSample + first, end: firstSample + end };
}

function getSampleRange(
  samples: Mp4Samples,
  { firstSample, frameCount, borders }: PlannedVideoCopy,
  number: number,
): { first: number; end: number } {
  const border = borders[number];
  const gop = listGops(samples, firstSample, frameCount).find((one) => one.startTick === border);
  return { first: firstSample, end: gop?.first ?? firstSample + frameCount };
}

function allocateSegment(samples: Mp4Samples, gops: readonly Gop[]): Buffer {
  const size = gops.reduce(
    (sum, { first, end }) =>
      sum + getFragmentHeaderBytes(end - first) + sumSampleBytes(samples, first, end),
    STYP.length,
  );
  const bytes = Buffer.allocUnsafe(size);
  STYP.copy(bytes);
  return bytes;
}

/** Sets decode times, so that the GOP lasts from its key frame to `endTick`. */
function retime(
  { pts, size, isSync }: Mp4Samples,
  gop: Gop,
  endTick: number,
  delayTicks: number,
): Sample[] {
  const origin = (pts[gop.first] ?? 0) - gop.startTick;
  const shown = Array.from(pts.subarray(gop.first, gop.end), (time) => time - origin);
  const times = listDecodeTimes(shown, delayTicks);
  return shown.map((time, n) => {
    const decode = times[n] ?? 0;
    return {
      size: size[gop.first + n] ?? 0,
      flags: isSync[gop.first + n] === 1 ? SYNC : NO_SYNC,
      duration: (times[n + 1] ?? endTick) - decode,
      compositionOffset: time - decode + delayTicks,
    };
  });
}

function checkFrames(
  { size, isSync }: Mp4Samples,
  gop: Gop,
  data: Buffer,
  lengthBytes: number,
): void {
  let at = 0;
  for (let n = gop.first; n < gop.end; n++) {
    const end = at + (size[n] ?? 0);
    checkFrame(data.subarray(at, end), lengthBytes, isSync[n] === 1);
    at = end;
  }
}
