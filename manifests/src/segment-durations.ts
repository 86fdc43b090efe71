import type { SegmentTimeline, StreamDescription } from '@kinora/contract/stream';

const MICROS = 1_000_000;

/**
 * Duration of each segment in microseconds. Borders are rounded, not durations, so that the
 * sum over a long stream stays within a microsecond of the truth.
 */
export function listSegmentMicroseconds({ timescale, runs }: SegmentTimeline): number[] {
  const durations: number[] = [];
  let ticks = 0;
  let startMicros = 0;
  for (const run of runs) {
    for (let n = 0; n < run.count; n += 1) {
      ticks += run.ticks;
      const endMicros = getBorderMicros(ticks, timescale);
      durations.push(endMicros - startMicros);
      startMicros = endMicros;
    }
  }
  return durations;
}

/** Length of each segment in ticks. */
export function listSegmentTicks({ runs }: SegmentTimeline): number[] {
  return runs.flatMap(({ count, ticks }) => Array.from({ length: count }, () => ticks));
}

/** How many segments a timeline has. */
export function segmentCount({ runs }: SegmentTimeline): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}

/**
 * RFC 8216 §4.3.3.1: no segment, rounded to the nearest second, is longer.
 * §6.2.4: the same in every playlist of the stream.
 */
export function getTargetDurationSec(stream: StreamDescription): number {
  const timelines = stream.audio.map((rendition) => rendition.segments);
  if (stream.videoSegments) timelines.push(stream.videoSegments);
  // Computed from the rounded text that players read, not from the ticks.
  const seconds = timelines.flatMap(listSegmentMicroseconds).map((us) => Math.round(us / MICROS));
  return seconds.reduce((longest, value) => Math.max(longest, value), 1);
}

// The division has two steps, as ticks × 10⁶ leaves the safe integers for long streams with fine timescales.
function getBorderMicros(ticks: number, timescale: number): number {
  const seconds = Math.floor(ticks / timescale);
  return seconds * MICROS + Math.round(((ticks % timescale) * MICROS) / timescale);
}
