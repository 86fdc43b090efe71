import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareProjects } from './move.ts';

const news = { playbackChannelIds: ['a', 'b'], geoblockRuleId: 'r1', playerId: null };

test('a move loses the channels that the other project does not play on', () => {
  const none = { lostChannelIds: [], hasOtherPlayer: false, hasOtherRule: false };
  assert.deepEqual(compareProjects(news, news), none);
  const to = { playbackChannelIds: ['b', 'c'], geoblockRuleId: 'r2', playerId: 'p1' };
  const all = { lostChannelIds: ['a'], hasOtherPlayer: true, hasOtherRule: true };
  assert.deepEqual(compareProjects(news, to), all);
});

test('of videos of several projects all is said that the other one has', () => {
  const other = { lostChannelIds: [], hasOtherPlayer: true, hasOtherRule: true };
  assert.deepEqual(compareProjects(undefined, news), other);
});
