import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSeenByViewers } from './seen.ts';

test('a document follows changes of a revision that viewers may see, and no others', () => {
  assert.equal(isSeenByViewers('partiallyCompleted', ['renditions']), true);
  assert.equal(isSeenByViewers('completed', ['state']), true);
  assert.equal(isSeenByViewers('completed', ['pictures']), true);
  assert.equal(isSeenByViewers('sourceWaiting', ['plan', 'state']), true);
  assert.equal(isSeenByViewers('completed', ['progress_percent', 'failures']), false);
  // Its document says since before that it is not ready.
  assert.equal(isSeenByViewers('processing', ['state', 'renditions']), false);
  assert.equal(isSeenByViewers('processing', ['state', 'plan', 'failure_reason']), false);
  // It said that it had failed, until somebody had it tried again.
  assert.equal(isSeenByViewers('sourceIngression', ['probe_error_type']), true);
  assert.equal(isSeenByViewers('processing', ['state', 'failure_reason']), true);
});
