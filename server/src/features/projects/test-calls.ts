import type { Scene, TestCalls } from '../../test-calls.ts';

const key = ({ projectKey }: Scene) => projectKey;

export const testCalls: TestCalls = {
  things: { 'projects/{key}': key, projectKey: key, hosting: () => 'default' },
  calls: {
    'projects.setPrimaryChannel': {
      fields: async ({ ask, projectKey: at }) => {
        const project = await ask('GET', `/api/v1/projects/${at}`);
        return { playbackChannelId: project['primaryPlaybackChannelId'] };
      },
    },
  },
};
