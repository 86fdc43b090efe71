import type { StreamDescription } from '@kinora/contract/stream';

export type Size = { width: number; height: number };

const WIDE: Size = { width: 1280, height: 720 };

/** Returns the size of the largest rendition. Audio alone is shown in a wide frame. */
export function getSize({ video }: Pick<StreamDescription, 'video'>): Size {
  const [largest] = video.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest ? { width: largest.width, height: largest.height } : WIDE;
}

/** The frames that the page's styles know, by width over height. */
const SHAPES = {
  tall: 9 / 16,
  portrait: 3 / 4,
  square: 1,
  classic: 4 / 3,
  wide: 16 / 9,
  cinema: 21 / 9,
} as const;
export type Shape = keyof typeof SHAPES;

/** Returns the frame that leaves the least of itself empty; wide for a video that is awaited. */
export function getShape(stream: Pick<StreamDescription, 'video'> | null): Shape {
  if (stream === null) return 'wide';
  const { width, height } = getSize(stream);
  const distance = (shape: Shape) => Math.abs(Math.log(width / height / SHAPES[shape]));
  const shapes = Object.keys(SHAPES) as Shape[];
  return shapes.reduce((best, each) => (distance(each) < distance(best) ? each : best), 'wide');
}
