/** A storyboard as the edge describes it: the contract's Storyboard, with its sheets. */
type Layout = {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly intervalMs: number;
  readonly tiles: number;
  /** Addresses, relative to that of the description. */
  readonly sheets: readonly string[];
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
  const areWhole = FIELDS.every((name) => {
    const field = fields.get(name);
    return typeof field === 'number' && Number.isInteger(field) && field >= 1;
  });
  const sheets: unknown = fields.get('sheets');
  return areWhole && Array.isArray(sheets) && sheets.every((sheet) => typeof sheet === 'string');
}

/** Builds a storyboard; null when `layout` breaks the contract. `url` is its absolute address. */
export function toStoryboard(layout: unknown, url: string): Storyboard | null {
  if (!isLayout(layout)) return null;
  const { columns, rows, tileWidth, tileHeight, intervalMs, tiles, sheets } = layout;
  if (sheets.length * columns * rows < tiles) return null;
  return {
    tileWidth,
    tileHeight,
    tileAt(timeSec) {
      const wanted = Math.floor((timeSec * 1000) / intervalMs);
      const index = Math.min(tiles - 1, Math.max(0, wanted));
      const onSheet = index % (columns * rows);
      const sheet = sheets[Math.floor(index / (columns * rows))] ?? '';
      return {
        sheetUrl: new URL(sheet, url).href,
        width: tileWidth,
        height: tileHeight,
        column: onSheet % columns,
        row: Math.floor(onSheet / columns),
      };
    },
  };
}

/**
 * Styles of a box that shows a tile and nothing else of its sheet. The last sheet may be short, so
 * the loaded picture says how many tiles it has.
 */
export function toTileStyle(tile: Tile, sheet: HTMLImageElement) {
  const columns = Math.max(1, Math.round(sheet.naturalWidth / tile.width));
  const rows = Math.max(1, Math.round(sheet.naturalHeight / tile.height));
  const x = columns > 1 ? tile.column / (columns - 1) : 0;
  const y = rows > 1 ? tile.row / (rows - 1) : 0;
  return {
    backgroundImage: `url("${CSS.escape(tile.sheetUrl)}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${x * 100}% ${y * 100}%`,
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
