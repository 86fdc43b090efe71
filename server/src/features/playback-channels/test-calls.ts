import type { Scene, TestCalls } from '../../test-calls.ts';

let made = 0;

/** A team has only so many, so that those of calls before go. */
const MAX_KEPT = 40;
const kept: string[] = [];

async function channel({ ask }: Scene): Promise<string> {
  const oldest = kept.length >= MAX_KEPT ? kept.shift() : undefined;
  if (oldest !== undefined) await ask('DELETE', `/api/v1/playback-channels/${oldest}`);
  const body = { name: `channel_${(made += 1)}` };
  const id = String((await ask('POST', '/api/v1/playback-channels', body))['id']);
  kept.push(id);
  return id;
}

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
    playbackChannelIds: async (scene) => [await channel(scene)],
    'url-signing-keys/{keyId}': (scene, input) => keyOf(scene, input['id']),
  },
  calls: {
    'playbackChannels.create': {
      fields: () => ({ name: `channel_${(made += 1)}` }),
    },
    'playbackChannels.addDomains': {
      fields: () => ({ domains: [`own-${(made += 1)}.example.com`] }),
    },
    'playbackChannels.checkDomain': {
      fields: async (scene) => {
        const id = await channel(scene);
        return { id, domain: await ownDomain(scene, id) };
      },
    },
    'playbackChannels.setDefaultDrmModel': {
      fields: () => ({ defaultDrmModelForNonClassicDelivery: 'clearKey' }),
    },
    'playbackChannels.setSignedUrl': { fields: () => ({ required: false }) },
  },
};
