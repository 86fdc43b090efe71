import { readBoxes, readFragment } from '../mp4/boxes.ts';
import type { SegmentKeyFrames } from './segmenter.ts';

/**
 * Reads the key frames of a segment: of each fragment the first, as KeyFrames lists them. Throws
 * RangeError on anything but a segment.
 */
export function readKeyFrames(segment: Buffer): SegmentKeyFrames {
  const frames: SegmentKeyFrames = [];
  const boxes = readBoxes(segment);
  for (const [n, moof] of boxes.entries()) {
    if (moof.type !== 'moof') continue;
    const mdat = boxes[n + 1];
    const { samples } = readFragment(moof.body);
    const [first] = samples;
    if (mdat?.type !== 'mdat' || !first) throw new RangeError('a fragment without frames');
    const end = mdat.start + mdat.headerSize + first.size;
    const ticks = samples.reduce((sum, { duration }) => sum + duration, 0);
    frames.push([moof.start, end - moof.start, ticks]);
  }
  return frames;
}
