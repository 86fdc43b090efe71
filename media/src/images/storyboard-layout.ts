import type { Storyboard } from '@kinora/contract/stream';

const TILE_WIDTH = 160;
// Tiles are at most twice as high as wide, so that browsers can decode a sheet.
const MAX_TILE_HEIGHT = 320;
const SIDE = 10;
const MAX_SHEETS = 40;
const MIN_SECONDS = 2;
const MAX_USUAL_SECONDS = 10;

/**
 * Lays out the tiles of a video of this length and shape: a picture every 2 to 10 seconds, about a
 * hundred of a short video, at most 40 sheets, for which the interval of a very long one grows.
 */
export function layOutStoryboard(
  durationMs: number,
  display: { width: number; height: number },
): Storyboard {
  const seconds = durationMs / 1000;
  const usual = Math.ceil(seconds / SIDE ** 2);
  const bounded = Math.min(MAX_USUAL_SECONDS, Math.max(MIN_SECONDS, usual));
  const intervalSeconds = Math.max(bounded, Math.ceil(seconds / (MAX_SHEETS * SIDE ** 2)));
  const tiles = Math.max(1, Math.ceil(seconds / intervalSeconds));
  const columns = Math.min(SIDE, tiles);
  const height = (TILE_WIDTH * display.height) / display.width;
  const shrink = Math.min(1, MAX_TILE_HEIGHT / height);
  return {
    columns,
    rows: Math.min(SIDE, Math.ceil(tiles / columns)),
    tileWidth: toEven(TILE_WIDTH * shrink),
    tileHeight: toEven(height * shrink),
    intervalMs: intervalSeconds * 1000,
    tiles,
  };
}

/** Counts the sheets for all tiles. */
export function countSheets({ columns, rows, tiles }: Storyboard): number {
  return Math.ceil(tiles / (columns * rows));
}

function toEven(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}
