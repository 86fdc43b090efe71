import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    'playback-channels/{id}': async ({ ask }) =>
      (await ask('GET', '/api/v1/playback-channels')).data[0]?.['id'],
  },
};
