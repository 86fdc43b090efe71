import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VideoJob, VideoJobs } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { canRetry, findWaiting, getWorkSeconds, groupSteps, hasWork } from './steps.ts';

function step(given: Partial<VideoJob>): VideoJob {
  return {
    id: 'a',
    type: 'video',
    state: 'waiting',
    outputs: ['360p'],
    attempts: 0,
    startSeconds: null,
    endSeconds: null,
    failureReason: null,
    startedAt: null,
    completedAt: null,
    ...given,
  };
}

const done = (id: string, from: number, seconds: number) =>
  step({
    id,
    state: 'completed',
    startSeconds: from,
    endSeconds: from + 10,
    attempts: 1,
    startedAt: '2026-11-20T10:00:00.000Z',
    completedAt: new Date(Date.parse('2026-11-20T10:00:00Z') + seconds * 1000).toISOString(),
  });

test('steps stand in the order of the work, and pieces in the order of the film', () => {
  const groups = groupSteps([
    step({ id: 'late', startSeconds: 20, state: 'running', attempts: 2 }),
    step({ id: 'sound', type: 'audio', state: 'completed' }),
    done('early', 0, 2.5),
    step({ id: 'check', type: 'check', state: 'completed' }),
  ]);
  assert.deepEqual(
    groups.map(({ type, state, steps }) => [type, state, steps.map(({ id }) => id)]),
    [
      ['check', 'completed', ['check']],
      ['video', 'running', ['early', 'late']],
      ['audio', 'completed', ['sound']],
    ],
  );
  const video = groups[1];
  assert.equal(video?.completed, 1);
  assert.equal(video.workSeconds, 2.5);
  assert.equal(video.attempts, 2);
});

test('a group is failed when one of its steps is and none goes on, and says why', () => {
  const failed = step({ id: 'b', state: 'failed', failureReason: 'disk_full' });
  const [group] = groupSteps([done('a', 0, 1), failed, step({ id: 'c' })]);
  assert.equal(group?.state, 'failed');
  assert.equal(group.failureReason, 'disk_full');
  assert.equal(groupSteps([failed, step({ state: 'running' })])[0]?.state, 'running');
});

test('work is measured only of steps that have ended', () => {
  assert.equal(getWorkSeconds(done('a', 0, 4)), 4);
  assert.equal(getWorkSeconds(step({ state: 'running', startedAt: '2026-11-20T10:00:00Z' })), null);
});

const answer = (given: Partial<VideoJobs>): VideoJobs => ({
  jobs: [],
  piecesCompleted: 0,
  piecesTotal: 0,
  queuePlace: null,
  secondsLeft: null,
  waitsFor: null,
  progress: 0,
  outputs: [],
  speed: null,
  tookSeconds: null,
  ...given,
});

test('with two videos ahead a video is third in line', () => {
  const waiting = findWaiting(answer({ waitsFor: 'queue', queuePlace: 2 }));
  assert.deepEqual(waiting, { kind: 'queue', place: 3 });
});

test('no place in the queue is shown without a worker', () => {
  const waiting = findWaiting(answer({ waitsFor: 'noWorker', queuePlace: 2 }));
  assert.deepEqual(waiting, { kind: 'noWorker' });
  assert.equal(findWaiting(answer({ queuePlace: 0 })), null);
});

test('renditions that wait for a viewer are no reason to ask again and again', () => {
  assert.equal(hasWork([step({})], 'model-k'), true);
  assert.equal(hasWork([step({})], 'model-c'), false);
  assert.equal(hasWork([step({ state: 'running' })], 'model-c'), true);
  assert.equal(hasWork([step({ state: 'completed' }), step({ state: 'failed' })], null), false);
});

function video(given: {
  state?: Video['vod']['processingInfo']['state'];
  probe?: 'probeFileError' | 'probeError';
  reason?: 'disk_full';
}): Pick<Video, 'vod'> {
  const processingInfo = {
    state: given.state ?? 'processing',
    failureReason: given.reason ?? null,
  };
  return { vod: { processingInfo, source: { probeErrorType: given.probe ?? null } } } as Video;
}

test('a step that failed by our fault may be tried again, a file that is at fault may not', () => {
  assert.equal(canRetry(video({})), false);
  assert.equal(canRetry(video({ probe: 'probeFileError', state: 'sourceIngression' })), false);
  assert.equal(canRetry(video({ probe: 'probeError', state: 'sourceIngression' })), true);
  assert.equal(canRetry(video({ state: 'failed' })), true);
  assert.equal(canRetry(video({ reason: 'disk_full' })), true);
  assert.equal(canRetry(video({}), [step({ state: 'failed' })]), true);
});
