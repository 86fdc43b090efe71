import type { Scene, TestCalls } from '../../test-calls.ts';

let made = 0;

const channel = async ({ ask }: Scene) =>
  (await ask('POST', '/api/v1/playback-channels', { name: `channel_${(made += 1)}` }))['id'];

const ownDomain = async ({ ask }: Scene, id: unknown) => {
  const domain = `own-${(made += 1)}.example.com`;
  const body = { domains: [domain] };
  await ask('POST', `/api/v1/playback-channels/${String(id)}/playback-domains/add`, body);
  return domain;
};

const keyOf = async ({ ask }: Scene, id: unknown) => {
  const key = (await ask('POST', '/api/v1/url-signing-keys', {}))['id'];
  const path = `/api/v1/playback-channels/${String(id)}/signed-url/url-signing-keys`;
  await ask('POST', path, { urlSigningKeyIds: [key] });
  return key;
};

export const testCalls: TestCalls = {
  things: {
    'playback-channels/{id}': channel,
    'url-signing-keys/{keyId}': (scene, input) => keyOf(scene, input['id']),
  },
  calls: {
    'POST /api/v1/playback-channels': {
      fields: () => ({ name: `channel_${(made += 1)}` }),
    },
    'POST /api/v1/playback-channels/{id}/playback-domains/add': {
      fields: () => ({ domains: [`own-${(made += 1)}.example.com`] }),
    },
    'POST /api/v1/playback-channels/{id}/playback-domains/check': {
      fields: async (scene) => {
        const id = await channel(scene);
        return { id, domain: await ownDomain(scene, id) };
      },
    },
    'PUT /api/v1/playback-channels/{id}/signed-url': { fields: () => ({ required: false }) },
  },
};
