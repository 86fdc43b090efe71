import type { Scene, TestCalls } from '../../test-calls.ts';

async function addVideo({ ask, projectKey }: Scene): Promise<string> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = [{ title: 'A', source }];
  return String((await ask('POST', '/api/v1/videos', { projectKey, videos }))[0]?.['key']);
}

/** A key that signs for the channel of the scene's project. */
async function findOrAddKey({ ask, projectKey }: Scene): Promise<unknown> {
  const project = await ask('GET', `/api/v1/projects/${projectKey}`);
  const at = `/api/v1/playback-channels/${String(project['primaryPlaybackChannelId'])}`;
  const known = (await ask('GET', at))['signedUrl']?.['urlSigningKeyIds']?.[0];
  if (known !== undefined) return known;
  const { id } = await ask('POST', '/api/v1/url-signing-keys', {});
  await ask('POST', `${at}/signed-url/url-signing-keys`, { urlSigningKeyIds: [id] });
  return id;
}

export const testCalls: TestCalls = {
  things: {
    'videos/{id}': addVideo,
    'restore/{videoKey}': async (scene) => {
      const key = await addVideo(scene);
      await scene.ask('DELETE', `/api/v1/videos/${key}`);
      return key;
    },
  },
  calls: {
    'videos.signLinks': {
      fields: async (scene) => ({
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        urlSigningKeyId: await findOrAddKey(scene),
      }),
    },
  },
};
