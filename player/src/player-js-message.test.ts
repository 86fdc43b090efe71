import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessage } from './player-js-message.ts';

const OURS = { context: 'player.js', version: '0.0.11', method: 'setVolume', value: 50 };
const parsed = { method: 'setVolume', value: 50, listener: null };

test('a message of player.js is read from text, and from an object', () => {
  assert.deepEqual(parseMessage(JSON.stringify(OURS)), parsed);
  assert.deepEqual(parseMessage(OURS), parsed);
  assert.deepEqual(parseMessage({ ...OURS, listener: 'a' }), { ...parsed, listener: 'a' });
});

test('all else is no message', () => {
  const others = [
    undefined,
    null,
    7,
    [],
    {},
    '',
    '{',
    'null',
    '"player.js"',
    '[[]]',
    { ...OURS, context: 'other' },
    { ...OURS, method: undefined },
    { ...OURS, method: 1 },
    { ...OURS, method: '' },
    { ...OURS, listener: {} },
    { ...OURS, listener: 5 },
    { ...OURS, method: 'm'.repeat(101) },
    { ...OURS, listener: 'l'.repeat(101) },
    JSON.stringify({ ...OURS, value: 'v'.repeat(10_000) }),
  ];
  for (const other of others) assert.equal(parseMessage(other), null, JSON.stringify(other));
});
