/** `storyboard.json` beside its sheets `storyboard-{n}.jpg`, n from 1; see the contract's Storyboard. */
type Layout = {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly intervalMs: number;
  readonly tiles: number;
};

/** The place of a moment's small picture on its sheet. */
export type Tile = {
  readonly sheetUrl: string;
  /** Pixels of one tile on the sheet. */
  readonly width: number;
  readonly height: number;
  readonly column: number;
  readonly row: number;
};

export type Storyboard = {
  /** Returns the tile of a moment; the last one for any later moment. */
  tileAt(timeSec: number): Tile;
  readonly tileWidth: number;
  readonly tileHeight: number;
};

const FIELDS = ['columns', 'rows', 'tileWidth', 'tileHeight', 'intervalMs', 'tiles'] as const;

function isLayout(value: unknown): value is Layout {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return FIELDS.every((name) => {
    const field = fields.get(name);
    return typeof field === 'number' && Number.isInteger(field) && field >= 1;
  });
}

/** Builds a storyboard; null when `layout` breaks the contract. `url` is its absolute address. */
export function toStoryboard(layout: unknown, url: string): Storyboard | null {
  if (!isLayout(layout)) return null;
  const { columns, rows, tileWidth, tileHeight, intervalMs, tiles } = layout;
  return {
    tileWidth,
    tileHeight,
    tileAt(timeSec) {
      const wanted = Math.floor((timeSec * 1000) / intervalMs);
      const index = Math.min(tiles - 1, Math.max(0, wanted));
      const onSheet = index % (columns * rows);
      const number = Math.floor(index / (columns * rows)) + 1;
      // A signature in the query covers the files beside it, too.
      const sheetUrl = new URL(`storyboard-${number}.jpg${new URL(url).search}`, url);
      return {
        sheetUrl: sheetUrl.href,
        width: tileWidth,
        height: tileHeight,
        column: onSheet % columns,
        row: Math.floor(onSheet / columns),
      };
    },
  };
}

/** Fetches a storyboard; null when there is none. Never rejects. */
export async function requestStoryboard(url: string): Promise<Storyboard | null> {
  try {
    const response = await fetch(url, { credentials: 'same-origin' });
    if (!response.ok) return null;
    return toStoryboard(await response.json(), new URL(url, location.href).href);
  } catch {
    return null;
  }
}
