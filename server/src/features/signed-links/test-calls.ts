import type { Scene, TestCalls } from '../../test-calls.ts';

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
  calls: {
    'signedLinks.create': {
      fields: async (scene) => ({
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        urlSigningKeyId: await findOrAddKey(scene),
      }),
    },
  },
};
