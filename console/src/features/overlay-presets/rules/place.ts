import type { OverlayPosition } from '@kinora/contract/overlay-presets';

/** The nine places, row by row. */
export const POSITIONS: readonly OverlayPosition[] = [
  ...(['topLeft', 'top', 'topRight'] as const),
  ...(['left', 'center', 'right'] as const),
  ...(['bottomLeft', 'bottom', 'bottomRight'] as const),
];

export type Layout = { position: OverlayPosition; sizePercent: number; marginPercent: number };

// The height of a 16:9 frame with the width 100.
const FRAME_HEIGHT = 56.25;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * Where a picture of `aspect` (height by width) lies on a frame of 16:9, in percent of the frame's
 * width and height: inside the margins, and smaller where it would not fit, as it is encoded.
 */
export function placeOnStage(layout: Layout, aspect: number) {
  const margin = clamp(layout.marginPercent, 0, 50);
  const wanted = clamp(layout.sizePercent, 1, 100);
  const room = (side: number) => Math.max(0.1, side - 2 * margin);
  const fit = Math.min(1, room(100) / wanted, room(FRAME_HEIGHT) / (wanted * aspect));
  const width = wanted * fit;
  const height = width * aspect;
  const index = POSITIONS.indexOf(layout.position);
  const place = (third: number, free: number) =>
    third === 1 ? free / 2 : clamp(third === 0 ? margin : free - margin, 0, free);
  const ofHeight = (value: number) => (value / FRAME_HEIGHT) * 100;
  return {
    left: place(index % 3, 100 - width),
    top: ofHeight(place(Math.floor(index / 3), FRAME_HEIGHT - height)),
    width,
    height: ofHeight(height),
  };
}
