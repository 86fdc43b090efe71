import { findBox, readBoxes, readFragment } from './boxes.ts';
import { readDelay } from './init-delay.ts';

/** The samples of a whole track, as the tables of a plain MP4 want them. Times in its own ticks. */
export type TrackSamples = {
  timescale: number;
  sizes: number[];
  /** run-length encoded: how many samples in a row last how long */
  durations: Run[];
  /** run-length encoded: how long after its decode time a sample is shown; may be negative */
  offsets: Run[];
  leastOffset: number;
  /** by how much offsets are larger than when samples are shown */
  delay: number;
  /** numbers, from 1, of the samples that stand alone */
  keys: number[];
  /** decode time of the first sample, and of the end of the last */
  start: number;
  end: number;
  /** one for each segment */
  chunks: { samples: number; bytes: number }[];
};

export type Run = { count: number; value: number };

/** An empty track with the clock of an init segment. Throws RangeError when that has none. */
export function emptySamples(init: Buffer): TrackSamples {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd']);
  if (!mdhd) throw new RangeError('init segment without mdhd');
  return {
    timescale: mdhd.body.readUInt32BE(mdhd.body[0] === 1 ? 20 : 12),
    ...{ sizes: [], durations: [], offsets: [], keys: [], chunks: [] },
    ...{ leastOffset: 0, delay: readDelay(init), start: 0, end: 0 },
  };
}

/** Adds a segment's samples as one chunk. Throws RangeError on segments that lie over one another. */
export function addSegment(track: TrackSamples, segment: Buffer): void {
  const first = track.sizes.length;
  let bytes = 0;
  for (const box of readBoxes(segment)) {
    if (box.type === 'mdat') bytes += box.body.length;
    if (box.type !== 'moof') continue;
    const { decodeTime, samples } = readFragment(box.body);
    if (track.sizes.length === 0) track.start = track.end = decodeTime;
    closeGap(track, decodeTime);
    for (const { duration, size, flags, compositionOffset } of samples) {
      track.sizes.push(size);
      // ISO/IEC 14496-12 §8.8.3.1: bit 16 marks a sample that is no sync sample.
      if ((flags & 0x10000) === 0) track.keys.push(track.sizes.length);
      addToRuns(track.durations, duration);
      addToRuns(track.offsets, compositionOffset);
      track.leastOffset = Math.min(track.leastOffset, compositionOffset);
      track.end += duration;
    }
  }
  track.chunks.push({ samples: track.sizes.length - first, bytes });
}

/** A sample lasts until the next one, so that what comes after a gap is not early. */
function closeGap(track: TrackSamples, decodeTime: number): void {
  const gap = decodeTime - track.end;
  if (gap === 0) return;
  const last = track.durations.at(-1);
  if (!last || last.value + gap < 0) throw new RangeError(`a fragment begins ${-gap} ticks early`);
  if ((last.count -= 1) === 0) track.durations.pop();
  addToRuns(track.durations, last.value + gap);
  track.end = decodeTime;
}

function addToRuns(runs: Run[], value: number): void {
  const last = runs.at(-1);
  if (last?.value === value) last.count += 1;
  else runs.push({ count: 1, value });
}

/** The samples' bytes of a segment. */
export function segmentData(segment: Buffer): Buffer[] {
  return readBoxes(segment).flatMap(({ type, body }) => (type === 'mdat' ? [body] : []));
}
