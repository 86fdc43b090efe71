import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMeter } from './playback-reports.ts';
import { createStore, type PlayerState } from './store.ts';

/** A store whose states last as long as the test says. */
function startMeter() {
  let nowMs = 1000;
  const meter = createMeter(() => nowMs);
  const store = createStore();
  store.subscribe((state, former) => meter.follow(state, former));
  const last = (ms: number, change: Partial<PlayerState>) => {
    store.patch(change);
    nowMs += ms;
  };
  return { meter, last };
}

const NOTHING = { startMs: null, watchedMs: 0, stalls: 0, stalledMs: 0, failure: null };
const PLAYING = { phase: 'ready', started: true, paused: false, starved: false } as const;

test('a report has the time to the first frame once, and the time that was watched', () => {
  const { meter, last } = startMeter();
  assert.equal(meter.take(), null);
  last(250, { phase: 'loading', playWanted: true });
  last(50, { phase: 'ready', paused: false });
  last(4000, PLAYING);
  assert.deepEqual(meter.take(), { ...NOTHING, startMs: 300, watchedMs: 4000 });
  last(1000, { currentTimeSec: 5 });
  last(60_000, { paused: true, playWanted: false });
  last(500, { paused: false, playWanted: true });
  assert.deepEqual(meter.take(), { ...NOTHING, watchedMs: 1500 });
  last(9000, { ended: true });
  assert.equal(meter.take(), null);
});

test('want of data is a stall once it is seen, and none while seeking', () => {
  const { meter, last } = startMeter();
  last(0, { playWanted: true, ...PLAYING });
  assert.deepEqual(meter.take(), { ...NOTHING, startMs: 0 });
  last(80, { starved: true });
  last(1000, { starved: false });
  last(80, { starved: true });
  last(400, { isDelayed: true });
  last(1000, { starved: false, isDelayed: false });
  last(700, { seeking: true, starved: true });
  last(100, { seeking: false, starved: false });
  assert.deepEqual(meter.take(), { ...NOTHING, watchedMs: 2100, stalls: 1, stalledMs: 480 });
  last(300, { starved: true });
  assert.deepEqual(meter.take(), { ...NOTHING, stalls: 1, stalledMs: 300 });
  last(200, { currentTimeSec: 3 });
  assert.deepEqual(meter.take(), { ...NOTHING, stalledMs: 200 }, 'it goes on, and is the same');
});

test('what waits for an ad, or for a video that isn’t ready, doesn’t count as its start', () => {
  const { meter, last } = startMeter();
  last(5000, { phase: 'preparing', playWanted: true, problem: { kind: 'notReady', status: 404 } });
  last(7000, { phase: 'loading', problem: null, adBreak: 'loading' });
  last(200, { phase: 'ready', adBreak: null });
  last(100, PLAYING);
  assert.deepEqual(meter.take(), { ...NOTHING, startMs: 200, watchedMs: 100 });
});

test('a failure counts where it is shown, and once', () => {
  const { meter, last } = startMeter();
  last(100, { playWanted: true, problem: { kind: 'network', status: null } });
  last(900, { currentTimeSec: 1 });
  assert.deepEqual(meter.take(), { ...NOTHING, failure: 'network' });
  last(900, { currentTimeSec: 2 });
  assert.equal(meter.take(), null);
});
