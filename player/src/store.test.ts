import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAnnouncements } from './player-events.ts';
import { toProblem } from './problems.ts';
import { createStore, INITIAL_STATE, getVisibleProblem } from './store.ts';

const playing = { ...INITIAL_STATE, phase: 'ready', started: true, paused: false } as const;
const lost = toProblem(null, null);

test('a lost connection is not shown while buffered media still plays', () => {
  assert.equal(getVisibleProblem({ ...playing, problem: lost }), null);
  assert.equal(getVisibleProblem({ ...playing, problem: lost, starved: true }), lost);
  assert.equal(getVisibleProblem({ ...INITIAL_STATE, phase: 'loading', problem: lost }), lost);
});

test('media that cannot be decoded is shown at once', () => {
  const unplayable = { kind: 'unplayable', status: null } as const;
  assert.equal(getVisibleProblem({ ...playing, problem: unplayable }), unplayable);
});

test('a listener hears the new and the former state until it leaves', () => {
  const store = createStore();
  const heard: [number, number][] = [];
  const leave = store.subscribe((state, former) => heard.push([state.volume, former.volume]));
  store.patch({ volume: 0.5 });
  leave();
  store.patch({ volume: 0.1 });
  assert.deepEqual(heard, [[0.5, 1]]);
});

test('pages hear of the end once, without a pause before it', () => {
  const names = listAnnouncements({ ...playing, paused: true, ended: true }, playing);
  assert.deepEqual(
    names.map(([name]) => name),
    ['ended'],
  );
});

test('pages hear of a problem once, when it becomes visible', () => {
  const hidden = { ...playing, problem: lost };
  const seen = { ...hidden, starved: true };
  assert.deepEqual(listAnnouncements(hidden, playing), []);
  assert.deepEqual(listAnnouncements(seen, hidden), [['error', { kind: 'network', status: null }]]);
  assert.deepEqual(listAnnouncements({ ...seen, volume: 1 }, seen), []);
});
