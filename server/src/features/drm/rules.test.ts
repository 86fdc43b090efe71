import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getWatchSeconds } from '../revisions/rules.ts';
import { isLeftOver, toPackagedId, listSystems } from './rules.ts';

test('each model is signalled for its key systems', () => {
  assert.deepEqual(listSystems('clearKey'), ['clearkey']);
  assert.deepEqual(listSystems('multiDrm'), ['widevine', 'playready', 'fairplay']);
});

test('a packaging takes the place of the last one in an id', () => {
  assert.equal(toPackagedId('v720', 1), 'v720-p1');
  assert.equal(toPackagedId('v720-p1', 2), 'v720-p2');
  assert.equal(toPackagedId('v720-p19', 20), 'v720-p20');
});

test('a folder is left over unless it is listed, or a change may be making it', () => {
  const now = { ids: ['v720-p2'], earlierIds: [], packaging: 2, isChanging: false };
  const changing = { ...now, isChanging: true };
  assert.equal(isLeftOver('v720-p2', now), false);
  for (const id of ['v720', 'v720-p1', 'v360-p2']) {
    assert.equal(isLeftOver(id, now), true, id);
    assert.equal(isLeftOver(id, changing), true, id);
  }
  assert.equal(isLeftOver('v720-p3', changing), false);
  assert.equal(isLeftOver('v720-p3', now), true);
  assert.equal(isLeftOver('v720', { ...now, ids: [], packaging: 0, isChanging: true }), true);
});

test('what viewers may be watching goes when its time has come, and nothing newer with it', () => {
  const now = { ids: ['v720-p3'], earlierIds: ['v720-p2'], packaging: 3, isChanging: false };
  assert.equal(isLeftOver('v720-p2', now), false);
  assert.equal(isLeftOver('v720-p1', now), true);
  assert.equal(isLeftOver('v720-p1', now, 1), true);
  assert.equal(isLeftOver('v720', now, 1), true);
  assert.equal(isLeftOver('v720-p2', now, 1), false);
  assert.equal(isLeftOver('v720-p2', now, 2), true);
  assert.equal(isLeftOver('v720-p3', now, 3), false);
  // A run that was broken off, whichever packaging's time has come.
  assert.equal(isLeftOver('v720-p4', now, 1), true);
});

test('replaced bytes stay half as long again as they last, except those without viewers', () => {
  assert.equal(getWatchSeconds(7_200_000, false), 5 + 10_800);
  assert.equal(getWatchSeconds(7_200_000, true), 5);
});
