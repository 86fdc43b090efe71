import type { Storyboard } from '@kinora/contract/stream';

/** The point of a tile's interval: the tile shows the last frame before it. */
export type SamplePoint = 'middle' | 'end';

type Tiles = Pick<Storyboard, 'tiles' | 'intervalMs'>;

/** Collects which frame each tile would show, from the times of all decoded frames. */
export type TileTimes = {
  /** Reads times in ms, a line each in ascending order, as they come from ffmpeg's mkvtimestamp_v2. */
  read: (chunk: Buffer) => void;
  /**
   * True when each tile shows a frame that lies within half an interval of the tile's middle, or of
   * the video track's start and end where the middle is outside.
   */
  areOwn: (point: SamplePoint, track: { startMs: number; endMs: number }) => boolean;
};

export function createTileTimes({ tiles, intervalMs }: Tiles): TileTimes {
  // Per tile the last frame since the sample point of the tile before; NaN for none.
  const last = {
    middle: new Float64Array(tiles).fill(NaN),
    end: new Float64Array(tiles).fill(NaN),
  };
  let line = '';
  let first = NaN;
  const add = (ms: number) => {
    if (Number.isNaN(first)) first = ms;
    const [middle, end] = [Math.floor(ms / intervalMs + 0.5), Math.floor(ms / intervalMs)];
    last.middle[Math.max(0, middle)] = ms;
    last.end[Math.max(0, end)] = ms;
  };
  return {
    read(chunk) {
      const lines = (line + chunk.toString('latin1')).split('\n');
      // No time is longer; the cage may print anything.
      line = (lines.pop() ?? '').slice(0, 64);
      for (const text of lines) if (/^-?\d+$/.test(text)) add(Number(text));
    },
    areOwn(point, { startMs, endMs }) {
      let shown = first;
      return last[point].every((ms, tile) => {
        if (!Number.isNaN(ms)) shown = ms;
        const middle = Math.min(endMs, Math.max(startMs, (tile + 0.5) * intervalMs));
        // Times are rounded to 1 ms.
        return Math.abs(shown - middle) <= intervalMs / 2 + 1;
      });
    },
  };
}
