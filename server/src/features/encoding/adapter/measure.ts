import type { Bandwidth, KeyFrames } from '@kinora/contract/stream';
import { measureKeyFrames, measureSegments } from '@kinora/media/plan/bandwidth';

type Stored = { sizeBytes: number; ticks: number; keyFrames: KeyFrames['segments'][number] };

/** Rates of a rendition of which every segment is stored, and where its key frames are. */
export function measureRendition(
  segments: readonly Stored[],
  timescale: number,
): { bandwidth: Bandwidth; keyFrames: KeyFrames | null; iFrames: Bandwidth | null } {
  const bandwidth = { ...measureSegments(segments, timescale), measured: true };
  const keyFrames: KeyFrames = { segments: segments.map((segment) => segment.keyFrames) };
  // Sound has none.
  if (keyFrames.segments.some((list) => list.length === 0)) {
    return { bandwidth, keyFrames: null, iFrames: null };
  }
  const rates = measureKeyFrames(keyFrames, timescale);
  return { bandwidth, keyFrames, iFrames: rates && { ...rates, measured: true } };
}
