import { findBox, readBoxes, readFragment } from './boxes.ts';
import { readDelay } from './init-delay.ts';

/** The samples of a whole track for the tables of a plain MP4, with times in the track's ticks. */
export type TrackSamples = {
  timescale: number;
  sizes: number[];
  /** run-length encoded: durations of samples in a row */
  durations: Run[];
  /** run-length encoded: presentation time minus decode time; may be negative */
  offsets: Run[];
  minOffset: number;
  /** how much offsets exceed presentation times */
  delay: number;
  /** numbers, from 1, of the sync samples */
  keys: number[];
  /** decode times of the first sample and of the end of the last */
  start: number;
  end: number;
  /** one for each segment */
  chunks: { samples: number; bytes: number }[];
};

export type Run = { count: number; value: number };

/** Creates an empty track with the clock of an init segment. Throws RangeError when it has none. */
export function createSamples(init: Buffer): TrackSamples {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd']);
  if (!mdhd) throw new RangeError('init segment without mdhd');
  return {
    timescale: mdhd.body.readUInt32BE(mdhd.body[0] === 1 ? 20 : 12),
    sizes: [],
    durations: [],
    offsets: [],
    keys: [],
    chunks: [],
    minOffset: 0,
    delay: readDelay(init),
    start: 0,
    end: 0,
  };
}

/** Adds a segment's samples as one chunk. Throws RangeError on segments that overlap. */
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
      track.minOffset = Math.min(track.minOffset, compositionOffset);
      track.end += duration;
    }
  }
  track.chunks.push({ samples: track.sizes.length - first, bytes });
}

/** Extends the last sample to the next one, so that samples after a gap are not early. */
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

/** Reads the samples' bytes of a segment. */
export function readSegmentData(segment: Buffer): Buffer[] {
  return readBoxes(segment).flatMap(({ type, body }) => (type === 'mdat' ? [body] : []));
}
