import { type Fragment, STYP, type Sample, writeFragment } from './boxes.ts';
import { AAC_FRAME } from './grid.ts';

/** A finished segment: number from 1, its length in ticks, its bytes. */
export type Segment = { number: number; ticks: number; bytes: Buffer };

/** Takes a rendition's fragments in order and gives segments as they become whole. */
export type Segmenter = {
  add: (fragment: Fragment, data: Buffer[]) => Segment[];
  /** the last segment, after the last fragment */
  end: () => Segment[];
};

type TimedFragment = { presentation: number[]; samples: Sample[]; data: Buffer[]; start: number };

/**
 * Groups GOPs into segments on the planned borders and writes their times anew: decode times are the
 * sorted presentation times, so that each GOP's decode time equals the time of its IDR picture, each
 * picture lasts until the next, and nothing overlaps or is left out, at variable rates too.
 * Throws RangeError when a whole planned segment has no picture.
 */
export function createVideoSegmenter(borders: readonly number[], endTick: number): Segmenter {
  let sequence = 0;
  let segment = -1;
  let parts: Buffer[] = [];
  let segmentStart = 0;
  let waiting: TimedFragment | null = null;

  const write = (fragment: TimedFragment, end: number): void => {
    sequence += 1;
    parts.push(writeFragment(sequence, retime(fragment, end)), ...fragment.data);
  };
  const flush = (end: number): Segment => {
    const bytes = Buffer.concat([STYP, ...parts]);
    parts = [];
    return { number: segment + 1, ticks: end - segmentStart, bytes };
  };
  const enter = (fragment: TimedFragment): Segment[] => {
    let index = Math.max(segment, 0);
    while ((borders[index + 1] ?? Infinity) <= fragment.start) index += 1;
    if (index === segment) {
      if (waiting) write(waiting, fragment.start);
      return [];
    }
    if (index > segment + 1) throw new RangeError(`segment ${segment + 2} has no picture`);
    // A first picture that comes late is shown from the border on.
    fragment.start = borders[index] ?? fragment.start;
    const finished = waiting ? [(write(waiting, fragment.start), flush(fragment.start))] : [];
    segment = index;
    segmentStart = fragment.start;
    return finished;
  };
  return {
    add: (fragment, data) => {
      const presentation = presentationTimes(fragment);
      const next: TimedFragment = {
        presentation,
        samples: fragment.samples,
        data,
        start: Math.min(...presentation),
      };
      const finished = enter(next);
      waiting = next;
      return finished;
    },
    end: () => {
      if (!waiting) return [];
      const last = Math.max(...waiting.presentation);
      const end = Math.max(endTick, last + 1);
      write(waiting, end);
      waiting = null;
      return [flush(end)];
    },
  };
}

function presentationTimes({ decodeTime, samples }: Fragment): number[] {
  let decode = decodeTime;
  return samples.map((sample) => {
    const time = decode + sample.compositionOffset;
    decode += sample.duration;
    return time;
  });
}

function retime({ presentation, samples, start }: TimedFragment, end: number): Fragment {
  const ordered = [...presentation].sort((a, b) => a - b);
  const first = ordered[0] ?? start;
  ordered[0] = start;
  return {
    decodeTime: start,
    samples: samples.map((sample, n) => {
      const decode = ordered[n] ?? start;
      const shown = presentation[n] ?? decode;
      return {
        size: sample.size,
        flags: sample.flags,
        duration: (ordered[n + 1] ?? end) - decode,
        compositionOffset: (shown === first ? start : shown) - decode,
      };
    }),
  };
}

/**
 * Groups AAC frames into segments that begin with the planned frames. The encoder's priming frame,
 * at negative time, is dropped: what follows then starts at 0 without an edit list.
 */
export function createAudioSegmenter(borders: readonly number[], frameCount: number): Segmenter {
  let frame = 0;
  let segment = 0;
  let samples: Sample[] = [];
  let data: Buffer[] = [];
  const flush = (): Segment => {
    const first = frame - samples.length;
    const fragment = { decodeTime: first * AAC_FRAME, samples };
    const bytes = Buffer.concat([STYP, writeFragment(segment + 1, fragment), ...data]);
    const ticks = samples.length * AAC_FRAME;
    [samples, data] = [[], []];
    segment += 1;
    return { number: segment, ticks, bytes };
  };
  return {
    add: (fragment, chunks) => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const finished: Segment[] = [];
      let time = fragment.decodeTime;
      let at = 0;
      for (const { size, flags } of fragment.samples) {
        const start = at;
        at += size;
        time += AAC_FRAME;
        if (time <= 0 || frame >= frameCount) continue;
        if (frame === borders[segment + 1]) finished.push(flush());
        samples.push({ size, flags, duration: AAC_FRAME, compositionOffset: 0 });
        data.push(bytes.subarray(start, at));
        frame += 1;
      }
      return finished;
    },
    end: () => (samples.length > 0 ? [flush()] : []),
  };
}
