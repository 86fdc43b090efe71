import type { KeyFrames } from '@kinora/contract/stream';

export type SegmentSize = { seconds: number; ticks: number; bytes: number };

/**
 * Measures peak and average bit rate of a rendition's segments, rounded up.
 * RFC 8216 §4.1: the peak segment bit rate is the largest of any run of segments that lasts between
 * 0.5 and 1.5 target durations, so that a tiny last segment does not count alone.
 */
export function measureBandwidth(segments: readonly SegmentSize[]): {
  peakBps: number;
  averageBps: number;
} {
  const target = Math.max(...segments.map(({ seconds }) => seconds));
  const total = sumSegments(segments);
  const averageBps = Math.max(1, Math.ceil((total.bytes * 8) / total.seconds));
  let peakBps = averageBps;
  for (let first = 0; first < segments.length; first++) {
    const run = { seconds: 0, bytes: 0 };
    for (const { seconds, bytes } of segments.slice(first, first + 32)) {
      run.seconds += seconds;
      run.bytes += bytes;
      if (run.seconds > 1.5 * target) break;
      if (run.seconds >= 0.5 * target)
        peakBps = Math.max(peakBps, Math.ceil((run.bytes * 8) / run.seconds));
    }
  }
  return { peakBps, averageBps };
}

function sumSegments(segments: readonly SegmentSize[]): { seconds: number; bytes: number } {
  return segments.reduce(
    (total, { seconds, bytes }) => ({
      seconds: total.seconds + seconds,
      bytes: total.bytes + bytes,
    }),
    { seconds: 0, bytes: 0 },
  );
}

/** Measures the same for stored segments, whose lengths are in ticks of `timescale`. */
export function measureSegments(
  segments: readonly { ticks: number; sizeBytes: number }[],
  timescale: number,
): { peakBps: number; averageBps: number } {
  return measureBandwidth(
    segments.map(({ ticks, sizeBytes }) => ({
      ticks,
      seconds: ticks / timescale,
      bytes: sizeBytes,
    })),
  );
}

/**
 * Measures the same for key frames, as an I-frame playlist lists them: the bytes of each, over the
 * time until the next. Null when there are none.
 */
export function measureKeyFrames(
  { segments }: KeyFrames,
  timescale: number,
): { peakBps: number; averageBps: number } | null {
  const frames = segments.flat().map(([, sizeBytes, ticks]) => ({ ticks, sizeBytes }));
  return frames.length > 0 ? measureSegments(frames, timescale) : null;
}
