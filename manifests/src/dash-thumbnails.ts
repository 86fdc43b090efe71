import type { Storyboard } from '@kinora/contract/stream';
import type { Addresses } from './addresses.ts';
import { createElement, type Element } from './xml.ts';

/** Sheets take less; `bandwidth` must be stated, and sheets aren't measured. */
const BITS_PER_PIXEL = 2;

/** DASH-IF IOP 4.3 §6.2.6: tiles of thumbnail images. */
export function createThumbnailSet(storyboard: Storyboard, { templates }: Addresses): Element {
  const { columns, rows, tileWidth, tileHeight, intervalMs } = storyboard;
  const width = columns * tileWidth;
  const height = rows * tileHeight;
  const sheetMs = columns * rows * intervalMs;
  const set = { id: 200, contentType: 'image', mimeType: 'image/jpeg', segmentAlignment: true };
  return createElement('AdaptationSet', set, [
    createElement('SegmentTemplate', {
      timescale: 1000,
      duration: sheetMs,
      media: templates.storyboardSheet,
      startNumber: 1,
    }),
    createElement(
      'Representation',
      {
        id: 'storyboard',
        bandwidth: Math.ceil((width * height * BITS_PER_PIXEL * 1000) / sheetMs),
        width,
        height,
      },
      [
        createElement('EssentialProperty', {
          schemeIdUri: 'http://dashif.org/guidelines/thumbnail_tile',
          value: `${columns}x${rows}`,
        }),
      ],
    ),
  ]);
}
