import type { Scene, TestCalls } from '../../test-calls.ts';

const key = ({ projectKey }: Scene) => projectKey;

export const testCalls: TestCalls = {
  things: { 'projects/{key}': key, projectKey: key, hosting: () => 'default' },
  calls: {
    // An active key server has answered its test; key-server.test.ts chooses one.
    'projects.update': { fields: () => ({ keyServerId: null }) },
    'projects.setPrimaryChannel': {
      fields: async ({ ask, projectKey: at }) => {
        const project = await ask('GET', `/api/v1/projects/${at}`);
        return { playbackChannelId: project['primaryPlaybackChannelId'] };
      },
    },
  },
};
