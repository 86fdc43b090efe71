import type { Storyboard, StreamDescription } from '@kinora/contract/stream';
import { type Addresses, createAddresses } from './addresses.ts';

/** How many sheets a storyboard has; they are numbered from 1. */
export function countSheets({ columns, rows, tiles }: Storyboard): number {
  return Math.ceil(tiles / (columns * rows));
}

/**
 * The storyboard as our player reads it, with the sheets' addresses relative to
 * `/streams/{videoKey}/{folder}/`. Null when the stream has none.
 */
export function writeStoryboardJson(
  stream: StreamDescription,
  addresses = createAddresses(stream),
): string | null {
  const { storyboard } = stream;
  if (!storyboard) return null;
  const sheets = Array.from({ length: countSheets(storyboard) }, (_, n) =>
    createSheetAddress(addresses, n),
  );
  return JSON.stringify({ ...storyboard, sheets });
}

/**
 * The same as WebVTT, which other players read: a cue per tile with the sheet and, as a W3C media
 * fragment, the place in it. Null when the stream has none.
 */
export function writeStoryboardVtt(
  stream: StreamDescription,
  addresses = createAddresses(stream),
): string | null {
  const { storyboard, durationMs } = stream;
  if (!storyboard) return null;
  const { intervalMs, tiles } = storyboard;
  const cues: string[] = ['WEBVTT'];
  for (let tile = 0; tile < tiles && tile * intervalMs < durationMs; tile += 1) {
    const fromMs = tile * intervalMs;
    // The last one stays to the end.
    const isLast = tile === tiles - 1;
    const toMs = isLast ? durationMs : Math.min(fromMs + intervalMs, durationMs);
    const place = locateTile(storyboard, tile, addresses);
    cues.push(`${formatTimestamp(fromMs)} --> ${formatTimestamp(toMs)}\n${place}`);
  }
  return `${cues.join('\n\n')}\n`;
}

function locateTile(
  { columns, rows, tileWidth, tileHeight }: Storyboard,
  tile: number,
  addresses: Addresses,
): string {
  const perSheet = columns * rows;
  const place = tile % perSheet;
  const x = (place % columns) * tileWidth;
  const y = Math.floor(place / columns) * tileHeight;
  const address = createSheetAddress(addresses, Math.floor(tile / perSheet));
  return `${address}#xywh=${x},${y},${tileWidth},${tileHeight}`;
}

function createSheetAddress(addresses: Addresses, index: number): string {
  return addresses.fromPlan({ kind: 'storyboardSheet', sheet: index + 1 });
}

/** `hh:mm:ss.ttt`, which WebVTT §4.3 takes for hours of any length. */
function formatTimestamp(ms: number): string {
  const whole = Math.round(ms);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const millis = String(whole % 1000).padStart(3, '0');
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}.${millis}`;
}
