import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFromFrame, parseSetup, parseToFrame } from './messages.ts';

test('messages of the frame are taken as they should be', () => {
  for (const message of [
    {
      type: 'ready',
      offsets: [{ at: 'start' }, { at: 'time', sec: 3 }, { at: 'share', share: 1 }],
    },
    { type: 'started', index: 1, count: 2, durationSec: 10, canSkip: true },
    { type: 'progress', timeSec: 1.5 },
    { type: 'adEnded', outcome: 'error', code: 403 },
    { type: 'breakEnded' },
    { type: 'key', key: 'm', code: 'KeyM', shiftKey: false },
  ]) {
    assert.deepEqual(parseFromFrame(message), message);
  }
});

test('what is no message of the frame is refused', () => {
  for (const data of [
    null,
    undefined,
    1,
    'breakEnded',
    [],
    {},
    { type: 1 },
    { type: 'toString' },
    { type: '__proto__' },
    { type: 'constructor' },
    { type: 'Ready', offsets: [] },
    { type: 'ready', offsets: [{ at: 'time', sec: Number.NaN }] },
    { type: 'ready', offsets: [{ at: 'share', share: 2 }] },
    { type: 'ready', offsets: [{ at: 'later' }] },
    { type: 'ready', offsets: 'start' },
    { type: 'progress', timeSec: '1' },
    { type: 'progress', timeSec: Number.POSITIVE_INFINITY },
    { type: 'progress', timeSec: -1 },
    { type: 'started', index: 1, count: 1, durationSec: 10 },
    { type: 'adEnded', outcome: 'won', code: 1 },
    { type: 'key', key: 'x'.repeat(41), code: '', shiftKey: false },
  ]) {
    assert.equal(parseFromFrame(data), null, JSON.stringify(data));
  }
});

test('the frame takes no other messages than the player’s', () => {
  const setup = {
    type: 'kinora-ads',
    tagUrl: 'https://ads.test/',
    language: 'th',
    volume: 1,
    muted: false,
    mayMute: true,
  };
  assert.deepEqual(parseSetup(setup), setup);
  assert.equal(parseSetup({ ...setup, language: 'de' }), null);
  assert.equal(parseSetup({ ...setup, tagUrl: 1 }), null);
  assert.deepEqual(parseToFrame({ type: 'pause' }), { type: 'pause' });
  assert.equal(parseToFrame({ type: 'playBreak', index: -1, contentSec: 0 }), null);
  assert.equal(parseToFrame({ type: 'ready', offsets: [] }), null);
});
