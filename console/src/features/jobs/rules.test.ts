import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamJob } from '@kinora/contract/jobs';
import { getJobWord, lacksCage, lacksWorkers, mayRetry } from './rules.ts';

function job(given: Partial<TeamJob>): TeamJob {
  return {
    videoKey: 'v',
    revisionKey: 'r',
    title: 'ข่าวเช้า',
    project: { key: 'p', name: 'ข่าว' },
    state: 'running',
    piecesCompleted: 1,
    piecesRunning: 1,
    piecesTotal: 4,
    progress: 20,
    speed: null,
    queuePlace: null,
    secondsLeft: null,
    failureReason: null,
    actions: { updateVideo: true },
    createdAt: '2026-11-20T10:00:00Z',
    outputs: [],
    coverUrl: null,
    duration: 60,
    isAudioOnly: false,
    ...given,
  };
}

test('the lack of workers is shown only while something waits for one', () => {
  assert.equal(lacksWorkers([job({ state: 'failed' }), job({ state: 'waiting' })], 0), true);
  assert.equal(lacksWorkers([job({ state: 'failed' })], 0), false);
  assert.equal(lacksWorkers([job({ state: 'waiting' })], 1), false);
});

test('the lack of a cage is shown to people of a team who can have it mended', () => {
  for (const role of ['admin', 'manager'] as const) assert.equal(lacksCage(role, 1), true);
  assert.equal(lacksCage('user', 1), false);
  assert.equal(lacksCage('admin', 0), false);
});

test('all that failed can be tried again by people who may change some of it', () => {
  const data = [
    job({ state: 'failed' }),
    job({ state: 'failed', actions: { updateVideo: false } }),
  ];
  assert.equal(mayRetry({ failed: 2, data }), true);
  assert.equal(mayRetry({ failed: 2, data: data.slice(1) }), false);
  // One has a button of its own.
  assert.equal(mayRetry({ failed: 1, data }), false);
});

test('a file that waits without pieces is being checked', () => {
  assert.equal(getJobWord(job({ state: 'waiting', piecesTotal: 0 })), 'checking');
  assert.equal(getJobWord(job({ state: 'waiting' })), 'waiting');
  assert.equal(getJobWord(job({ state: 'failed', piecesTotal: 0 })), 'failed');
});
