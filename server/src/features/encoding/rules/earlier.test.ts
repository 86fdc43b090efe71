import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Renditions } from '../../revisions/rules/stream-parts.ts';
import { listEarlier } from './earlier.ts';

const NOW = 1_700_000_000_000;
const ONE = { audio: [], video: [], encryption: null };

const streamWith = (earlier?: unknown) => ({
  protection: null,
  keyUri: 'https://keys.example/k1',
  renditions: Renditions.parse({ videoSegments: null, ...ONE, earlier }),
});

const timesOf = (...asked: Parameters<typeof listEarlier>) =>
  listEarlier(...asked).map(({ until }) => until);

test('what is replaced stands before what still has time, and what has none is gone', () => {
  const stream = streamWith([
    { ...ONE, until: NOW + 1 },
    { ...ONE, until: NOW },
  ]);
  assert.deepEqual(timesOf(stream, NOW + 9, NOW), [NOW + 9, NOW + 1]);
  assert.deepEqual(timesOf(stream, null, NOW), [NOW + 1], 'nobody has seen what is replaced');
  const [newest] = listEarlier(stream, NOW + 9, NOW);
  assert.deepEqual(newest?.encryption, { method: 'aes-128', keyUri: stream.keyUri });
});

test('the oldest make room where there are too many', () => {
  const stream = streamWith([4, 3, 2, 1].map((n) => ({ ...ONE, until: NOW + n })));
  assert.deepEqual(
    timesOf(stream, NOW + 5, NOW),
    [5, 4, 3, 2].map((n) => NOW + n),
  );
});

test('a stream that holds none is read', () => {
  assert.deepEqual(timesOf(streamWith(), null, NOW), []);
});
