import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  // No work of this video has failed.
  calls: { 'jobs.retry': { answer: 409 } },
};
