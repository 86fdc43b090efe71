import type { Storyboard } from '@kinora/contract/stream';

const TILE_WIDTH = 160;
// Twice as high as wide at most, so that a sheet stays a picture that browsers decode.
const HIGHEST_TILE = 320;
const SIDE = 10;
const MOST_SHEETS = 40;
const LEAST_SECONDS = 2;
const USUAL_MOST_SECONDS = 10;

/**
 * How a video of this length and shape is tiled: a picture every 2 to 10 seconds, about a hundred of a
 * short video, at most 40 sheets, for which the interval of a very long one grows.
 */
export function storyboardLayout(
  durationMs: number,
  display: { width: number; height: number },
): Storyboard {
  const seconds = durationMs / 1000;
  const usual = Math.ceil(seconds / SIDE ** 2);
  const bounded = Math.min(USUAL_MOST_SECONDS, Math.max(LEAST_SECONDS, usual));
  const interval = Math.max(bounded, Math.ceil(seconds / (MOST_SHEETS * SIDE ** 2)));
  const tiles = Math.max(1, Math.ceil(seconds / interval));
  const columns = Math.min(SIDE, tiles);
  const height = (TILE_WIDTH * display.height) / display.width;
  const shrink = Math.min(1, HIGHEST_TILE / height);
  return {
    columns,
    rows: Math.min(SIDE, Math.ceil(tiles / columns)),
    tileWidth: even(TILE_WIDTH * shrink),
    tileHeight: even(height * shrink),
    intervalMs: interval * 1000,
    tiles,
  };
}

/** Number of sheets that hold all tiles. */
export function sheetCount({ columns, rows, tiles }: Storyboard): number {
  return Math.ceil(tiles / (columns * rows));
}

function even(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}
