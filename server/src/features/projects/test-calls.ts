import type { Scene, TestCalls } from '../../test-calls.ts';

const key = ({ projectKey }: Scene) => projectKey;

export const testCalls: TestCalls = {
  things: { 'projects/{key}': key, projectKey: key, hosting: () => 'default' },
};
