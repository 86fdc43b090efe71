import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNeededBytes } from './arrival.ts';

test('sent from the beginning, a place in the file is a place in the upload', () => {
  assert.equal(countNeededBytes(null, 1234), 1234);
});

test('with the index sent first, video is counted behind it', () => {
  // ftyp, then the index from the end, then the media between them.
  const layout = [
    { start: 0, end: 40 },
    { start: 900, end: 1000 },
    { start: 40, end: 900 },
  ];
  assert.equal(countNeededBytes(layout, 40), 40);
  assert.equal(countNeededBytes(layout, 41), 141);
  assert.equal(countNeededBytes(layout, 900), 1000);
  assert.equal(countNeededBytes(layout, 1000), 1000);
});
