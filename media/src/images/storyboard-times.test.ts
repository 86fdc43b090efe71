import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SamplePoint, createTileTimes } from './storyboard-times.ts';

const board = { tiles: 5, intervalMs: 2000 };
const whole = { startMs: 0, endMs: 10_000 };

function areOwn(times: number[], point: SamplePoint, track = whole): boolean {
  const read = createTileTimes(board);
  for (const ms of times) read.read(Buffer.from(`${ms}\n`));
  return read.areOwn(point, track);
}

test('frames that come every interval are found before its middle, or before its end', () => {
  assert.equal(areOwn([0, 2000, 4000, 6000, 8000], 'middle'), true);
  assert.equal(areOwn([0, 1900, 3800, 5700, 7600, 9500], 'middle'), false);
  assert.equal(areOwn([0, 1900, 3800, 5700, 7600, 9500], 'end'), true);
  assert.equal(areOwn([0, 2100, 4200, 6300], 'end'), false);
});

test('before the first frame and behind the last there is none to show', () => {
  assert.equal(areOwn([3000, 4500, 6500], 'middle', { startMs: 3000, endMs: 7000 }), true);
  assert.equal(areOwn([3000, 4500, 6500], 'middle'), false);
  assert.equal(areOwn([-40, 960, 2000, 4000, 6000, 8000], 'middle'), true);
  assert.equal(areOwn([], 'middle'), false);
});

test('times are read however they are cut, and other text is skipped', () => {
  const read = createTileTimes(board);
  const text = '# timecode format v2\n0\n2000\n4000\nx\n6000\n8000\n';
  for (const char of text) read.read(Buffer.from(char));
  assert.equal(read.areOwn('middle', whole), true);
});
