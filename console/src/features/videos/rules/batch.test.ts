import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VideoBatch } from '@kinora/contract/video-batches';
import { planRetry } from './batch.ts';

const batch: VideoBatch = {
  id: '018f0000-0000-7000-8000-000000000000',
  action: 'addTags',
  tags: ['ข่าว'],
  project: null,
  undoOf: null,
  state: 'completed',
  total: 3,
  done: 0,
  failed: 3,
  failures: [
    { key: 'a', title: 'A', code: 'too_many_tags' },
    { key: 'b', title: null, code: 'not_found' },
    { key: 'c', title: 'C', code: 'internal_error' },
  ],
  isUndoable: true,
  createdAt: '2026-11-19T11:42:00Z',
  completedAt: '2026-11-19T11:42:01Z',
};

test('those that failed are changed again as before, but for those that never can be', () => {
  const again = { action: { type: 'addTags', tags: ['ข่าว'] }, videos: { keys: ['a', 'c'] } };
  assert.deepEqual(planRetry(batch), again);
  const project = { key: 'p', name: 'P' };
  assert.deepEqual(planRetry({ ...batch, action: 'move', project })?.action, {
    type: 'move',
    projectKey: 'p',
  });
});

test('an undo, a move to a project that one sees no more, and lost videos have no second try', () => {
  assert.equal(planRetry({ ...batch, action: 'undo' }), undefined);
  assert.equal(planRetry({ ...batch, action: 'move' }), undefined);
  const failures = batch.failures.filter(({ code }) => code === 'not_found');
  assert.equal(planRetry({ ...batch, failures }), undefined);
});
