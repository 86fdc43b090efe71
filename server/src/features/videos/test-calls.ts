import type { TestCalls } from '../../test-calls.ts';

export const testCalls: TestCalls = {
  things: {
    'videos/{id}': async ({ ask, projectKey }) => {
      const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
      const videos = [{ title: 'A', source }];
      return (await ask('POST', '/api/v1/videos', { projectKey, videos }))[0]?.['key'];
    },
  },
};
