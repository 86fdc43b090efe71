import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunning } from './work-progress.ts';

test('a work runs until it is completed or cancelled', () => {
  const states = ['queued', 'running', 'completed', 'cancelled'] as const;
  assert.deepEqual(
    states.map((state) => isRunning({ state })),
    [true, true, false, false],
  );
});
