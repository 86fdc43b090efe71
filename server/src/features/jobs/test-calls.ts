import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  // Nothing of it has failed.
  calls: { 'jobs.retry': { answer: 409 } },
};
