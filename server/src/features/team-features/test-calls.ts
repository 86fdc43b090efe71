import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: { 'team-features/{key}': () => 'bumper' },
};
