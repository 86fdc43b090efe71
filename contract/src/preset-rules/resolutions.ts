import type { ResolutionControl } from '../preset-tracks.ts';

type Resolution = { name: string } & ResolutionControl;

const toResolution = (size: number): Resolution => ({
  name: `${size}p`,
  type: 'shortestSide',
  size,
});

/** Forms offer these in addition to a typed size, largest first. */
export const RESOLUTIONS: readonly Resolution[] = [
  ...[2160, 1440, 1080, 720, 540, 480, 360, 240, 144].map(toResolution),
  { name: 'original', type: 'original', size: null },
];

/** Width of a picture of 16:9 with this shortest side, even as 4:2:0 needs it. */
export function getWideWidth(shortest: number): number {
  return 2 * Math.round((shortest * 16) / 9 / 2);
}
