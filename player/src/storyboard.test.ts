import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStoryboard } from './storyboard.ts';

const LAYOUT = {
  columns: 3,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2000,
  tiles: 8,
  sheets: ['storyboard-1.jpg?token=s', 'storyboard-2.jpg?token=s'],
};
const URL_OF_LAYOUT = 'https://edge.test/streams/v/r/storyboard.json?token=t';

test('tiles run left to right, top to bottom, sheet by sheet, one per interval', () => {
  const places = [0, 1.9, 2, 6, 11.9, 12, 14].map((timeSec) => {
    const tile = toStoryboard(LAYOUT, URL_OF_LAYOUT)?.tileAt(timeSec);
    return [tile?.sheetUrl.match(/storyboard-(\d+)/)?.[1], tile?.column, tile?.row];
  });
  assert.deepEqual(places, [
    ['1', 0, 0],
    ['1', 0, 0],
    ['1', 1, 0],
    ['1', 0, 1],
    ['1', 2, 1],
    ['2', 0, 0],
    ['2', 1, 0],
  ]);
});

test('a moment outside the storyboard shows its first or last tile', () => {
  const storyboard = toStoryboard(LAYOUT, URL_OF_LAYOUT);
  assert.equal(storyboard?.tileAt(-1).column, 0);
  assert.deepEqual(storyboard?.tileAt(999), storyboard?.tileAt(15));
});

test('sheets are where the storyboard says, seen from its own address', () => {
  const tile = toStoryboard(LAYOUT, URL_OF_LAYOUT)?.tileAt(0);
  assert.equal(tile?.sheetUrl, 'https://edge.test/streams/v/r/storyboard-1.jpg?token=s');
});

test('what is not a storyboard is refused', () => {
  const wrong = [{ columns: 0 }, { tiles: '8' }, { sheets: ['a.jpg'] }, { sheets: [1, 2] }];
  for (const layout of [null, 7, {}, ...wrong.map((part) => ({ ...LAYOUT, ...part }))]) {
    assert.equal(toStoryboard(layout, URL_OF_LAYOUT), null);
  }
});
