import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const now = { ids: ['v720-p2'], packaging: 2, isChanging: false };
  const changing = { ...now, isChanging: true };
  assert.equal(isLeftOver('v720-p2', now), false);
  for (const id of ['v720', 'v720-p1', 'v360-p2']) {
    assert.equal(isLeftOver(id, now), true, id);
    assert.equal(isLeftOver(id, changing), true, id);
  }
  assert.equal(isLeftOver('v720-p3', changing), false);
  assert.equal(isLeftOver('v720-p3', now), true);
  assert.equal(isLeftOver('v720', { ids: [], packaging: 0, isChanging: true }), true);
});
