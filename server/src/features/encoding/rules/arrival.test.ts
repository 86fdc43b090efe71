import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivedNeeded, splitForArrival } from './arrival.ts';

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

test('a copy is split into its segments, sound into parts that grow, pictures are not', () => {
  const video = { kind: 'video', renditionIds: ['v240'], firstSegment: 1, lastSegment: 5 } as const;
  const sound = { kind: 'audio', renditionIds: ['a1'], firstSegment: 1, lastSegment: 9 } as const;
  const copy = { kind: 'copy', renditionIds: ['v720'], firstSegment: 1, lastSegment: 3 } as const;
  const pieces = splitForArrival([
    { ...copy, renditionIds: ['v720'] },
    { ...sound, renditionIds: ['a1'] },
    { ...video, renditionIds: ['v240'] },
  ]);
  assert.deepEqual(
    pieces.map(({ kind, firstSegment, lastSegment }) => [kind, firstSegment, lastSegment]),
    [
      ['copy', 1, 1],
      ['copy', 2, 2],
      ['copy', 3, 3],
      ['audio', 1, 2],
      ['audio', 3, 4],
      ['audio', 5, 9],
      ['video', 1, 5],
    ],
  );
});
