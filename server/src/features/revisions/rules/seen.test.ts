import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { isSeenByViewers } from './seen.ts';

const isSeen = (state: ProcessingState, columns: string[], isCurrent = true) =>
  isSeenByViewers({ state, columns, isCurrent });

test('a document follows changes of a revision that viewers may see, and no others', () => {
  assert.equal(isSeen('partiallyCompleted', ['renditions']), true);
  assert.equal(isSeen('completed', ['state']), true);
  assert.equal(isSeen('completed', ['images']), true);
  assert.equal(isSeen('sourceWaiting', ['plan', 'state']), true);
  assert.equal(isSeen('completed', ['progress_percent', 'failures']), false);
  // Viewers get another revision of the video.
  assert.equal(isSeen('completed', ['renditions'], false), false);
  // Its document says since before that it is not ready.
  assert.equal(isSeen('processing', ['state', 'renditions']), false);
  assert.equal(isSeen('processing', ['state', 'plan', 'failure_reason']), false);
  // The document said that it had failed, until it was retried.
  assert.equal(isSeen('sourceIngression', ['probe_error_type']), true);
  assert.equal(isSeen('processing', ['state', 'failure_reason']), true);
});
