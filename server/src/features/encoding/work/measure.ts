import type { KeyFrames } from '@kinora/contract/stream';
import { measureKeyFrames, measureSegments } from '@kinora/media/plan/bandwidth';
import type { Measure } from '../actions/piece-ends.ts';

export const measureRendition: Measure = (segments, timescale) => {
  const bandwidth = { ...measureSegments(segments, timescale), measured: true };
  const keyFrames: KeyFrames = { segments: segments.map((segment) => segment.keyFrames) };
  // Audio has none.
  if (keyFrames.segments.some((list) => list.length === 0)) {
    return { bandwidth, keyFrames: null, iFrames: null };
  }
  const rates = measureKeyFrames(keyFrames, timescale);
  return { bandwidth, keyFrames, iFrames: rates && { ...rates, measured: true } };
};
