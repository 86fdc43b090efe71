import type { Scene, TestCalls } from '../../test-calls.ts';
import { publishNamed } from '../publishing/test-publishing.ts';

/** An address on the team's channel, as an edge knows it. */
async function createUrl({ app, ask }: Scene): Promise<string> {
  const channels = await ask('GET', '/api/v1/playback-channels');
  const host = String(channels.data[0]?.['defaultPlaybackDomain']);
  await publishNamed(app.context, { kind: 'host', key: host });
  return `http://${host}/watch/none`;
}

export const testCalls: TestCalls = {
  calls: {
    'accessChecks.create': {
      // This field is allowed only without the others.
      fields: async (scene) => ({ url: await createUrl(scene), requestId: undefined }),
    },
  },
};
