import type { KeyFrames } from '@kinora/contract/stream';
import { listDecodeTimes } from '../mp4/decode-times.ts';
import { type Fragment, STYP, type Sample, writeFragment } from '../mp4/boxes.ts';

/** Offset, length and ticks of each key frame of one segment, as in `KeyFrames`. */
export type SegmentKeyFrames = KeyFrames['segments'][number];

/** A finished segment: number from 1, its length in ticks, its bytes. */
export type Segment = {
  number: number;
  ticks: number;
  bytes: Buffer;
  /** empty for audio */
  keyFrames: SegmentKeyFrames;
};

/** Takes a rendition's fragments in order and returns segments as they become whole. */
export type Segmenter = {
  add: (fragment: Fragment, data: Buffer[]) => Segment[];
  /** returns the last segment, after the last fragment */
  end: () => Segment[];
};

type TimedFragment = { presentation: number[]; samples: Sample[]; data: Buffer[]; start: number };

// With more fragments, a segment's sequence numbers would run into the next one's.
const MAX_FRAGMENTS = 1024;

/**
 * Groups GOPs into the segments from `first` to `last` (numbers from 1) of the planned borders and
 * rewrites their times: each GOP's decode time equals the time of its IDR frame, the others follow
 * as their order allows, each frame lasts until the next, and nothing overlaps or is left out, at
 * variable rates too. All are composed `delayTicks` later, which the init segment
 * compensates for. Frames outside of the segments are dropped.
 * Throws RangeError when a planned segment has no frame.
 */
export function createVideoSegmenter(
  grid: { borders: readonly number[]; endTick: number },
  first = 1,
  last: number = grid.borders.length,
  delayTicks = 0,
): Segmenter {
  const borders = grid.borders.slice(0, last);
  const startTick = borders[first - 1] ?? 0;
  const stopTick = grid.borders[last] ?? grid.endTick;
  let segment = first - 2;
  let written: WrittenSegment = startSegment(startTick);
  let pending: TimedFragment | null = null;

  const write = (fragment: TimedFragment, end: number): void => {
    const sequence = segment * MAX_FRAGMENTS + written.keyFrames.length + 1;
    const header = writeFragment(sequence, retime(fragment, end, delayTicks));
    const keyLength = header.length + (fragment.samples[0]?.size ?? 0);
    written.keyFrames.push([written.length, keyLength, end - fragment.start]);
    written.parts.push(header, ...fragment.data);
    written.length += fragment.samples.reduce((sum, { size }) => sum + size, header.length);
  };
  const flush = (end: number): Segment => {
    const { parts, keyFrames, start } = written;
    const bytes = Buffer.concat([STYP, ...parts]);
    written = startSegment(end);
    return { number: segment + 1, ticks: end - start, bytes, keyFrames };
  };
  const finish = (end: number): Segment[] => {
    if (!pending) return [];
    write(pending, end);
    pending = null;
    return [flush(end)];
  };
  const enter = (fragment: TimedFragment): Segment[] => {
    let index = Math.max(segment, first - 1);
    while ((borders[index + 1] ?? Infinity) <= fragment.start) index += 1;
    if (index === segment) {
      if (pending) write(pending, fragment.start);
      return [];
    }
    if (index > segment + 1) throw new RangeError(`segment ${segment + 2} has no frame`);
    // A first frame that comes late is shown from the border on.
    fragment.start = borders[index] ?? fragment.start;
    const finished = finish(fragment.start);
    segment = index;
    return finished;
  };
  return {
    add: (fragment, data) => {
      const presentation = listPresentationTimes(fragment);
      const start = Math.min(...presentation);
      if (start < startTick && first > 1) return [];
      if (Math.max(...presentation) >= stopTick && start < stopTick && last < grid.borders.length)
        throw new RangeError(`no key frame at ${stopTick}`);
      if (start >= stopTick) return finish(stopTick);
      const next = { presentation, samples: fragment.samples, data, start };
      const finished = enter(next);
      pending = next;
      return finished;
    },
    end: () => finish(stopTick),
  };
}

type WrittenSegment = {
  parts: Buffer[];
  keyFrames: SegmentKeyFrames;
  length: number;
  start: number;
};

function startSegment(start: number): WrittenSegment {
  return { parts: [], keyFrames: [], length: STYP.length, start };
}

function listPresentationTimes({ decodeTime, samples }: Fragment): number[] {
  let decode = decodeTime;
  return samples.map((sample) => {
    const time = decode + sample.compositionOffset;
    decode += sample.duration;
    return time;
  });
}

function retime(
  { presentation, samples, start }: TimedFragment,
  end: number,
  delayTicks: number,
): Fragment {
  const first = Math.min(...presentation);
  const shown = presentation.map((time) => (time === first ? start : time));
  if (Math.max(...shown) >= end) throw new RangeError(`a frame beyond ${end}`);
  const times = listDecodeTimes(shown, delayTicks);
  return {
    decodeTime: start,
    samples: samples.map((sample, n) => {
      const decode = times[n] ?? start;
      return {
        size: sample.size,
        flags: sample.flags,
        duration: (times[n + 1] ?? end) - decode,
        compositionOffset: (shown[n] ?? decode) - decode + delayTicks,
      };
    }),
  };
}

/**
 * Groups audio frames, counted from the start of the audio, into segments that begin with the
 * planned frames, and returns those from `first` to `last` (numbers from 1). The encoder's first
 * frame, which only primes decoders, is dropped: the rest then starts at 0 without an edit list.
 */
export function createAudioSegmenter(
  planned: { borders: readonly number[]; frameCount: number; frameSamples: number },
  first = 1,
  last: number = planned.borders.length,
): Segmenter {
  const { borders, frameCount, frameSamples } = planned;
  const stopFrame = borders[last] ?? frameCount;
  let isPrimed = false;
  let frame = 0;
  let segment = 0;
  let samples: Sample[] = [];
  let data: Buffer[] = [];
  const flush = (): Segment[] => {
    const fragment = { decodeTime: (frame - samples.length) * frameSamples, samples };
    const parts = data;
    const ticks = samples.length * frameSamples;
    [samples, data] = [[], []];
    segment += 1;
    if (segment < first) return [];
    const bytes = Buffer.concat([STYP, writeFragment(segment, fragment), ...parts]);
    return [{ number: segment, ticks, bytes, keyFrames: [] }];
  };
  return {
    add: (fragment, chunks) => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const finished: Segment[] = [];
      let at = 0;
      for (const { size, flags } of fragment.samples) {
        const start = at;
        at += size;
        if (!isPrimed) {
          isPrimed = true;
          continue;
        }
        if (frame >= stopFrame) continue;
        if (frame === borders[segment + 1]) finished.push(...flush());
        samples.push({ size, flags, duration: frameSamples, compositionOffset: 0 });
        data.push(bytes.subarray(start, at));
        frame += 1;
      }
      return finished;
    },
    end: () => (samples.length > 0 ? flush() : []),
  };
}
