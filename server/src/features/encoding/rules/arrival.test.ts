import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivedNeeded, splitCopies } from './arrival.ts';

test('sent from the beginning, a place in the file is a place in the upload', () => {
  assert.equal(arrivedNeeded(null, 1234), 1234);
});

test('with the index sent first, pictures are counted behind it', () => {
  // ftyp, then the index from the end, then the media between them.
  const layout = [
    { start: 0, end: 40 },
    { start: 900, end: 1000 },
    { start: 40, end: 900 },
  ];
  assert.equal(arrivedNeeded(layout, 40), 40);
  assert.equal(arrivedNeeded(layout, 41), 141);
  assert.equal(arrivedNeeded(layout, 900), 1000);
  assert.equal(arrivedNeeded(layout, 1000), 1000);
});

test('a copy is split into its segments, an encode is not', () => {
  const video = { kind: 'video', renditionIds: ['v240'], firstSegment: 1, lastSegment: 5 } as const;
  const copy = { kind: 'copy', renditionIds: ['v720'], firstSegment: 1, lastSegment: 3 } as const;
  const pieces = splitCopies([
    { ...copy, renditionIds: ['v720'] },
    { ...video, renditionIds: ['v240'] },
  ]);
  assert.deepEqual(
    pieces.map(({ kind, firstSegment, lastSegment }) => [kind, firstSegment, lastSegment]),
    [
      ['copy', 1, 1],
      ['copy', 2, 2],
      ['copy', 3, 3],
      ['video', 1, 5],
    ],
  );
});
