import assert from 'node:assert/strict';
import type { Person, TestApp } from './test-app.ts';

/** Gives a team a DRM service for licences on all of its channels. */
export async function setUpMultiDrm(app: TestApp, admin: Person): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v1/${path}`, { as: admin, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const { data: configs } = await ask('GET', 'drm-configs');
  await ask('POST', `drm-configs/${String(configs[0]?.['id'])}/playready`, {
    serviceName: 'Siam',
    licenseUrl: 'https://licences.example.com/playready',
  });
  const { data: channels } = await ask('GET', 'playback-channels');
  const playbackChannelIds = channels.map(({ id }) => id);
  await ask('POST', 'playback-channels/drm-configs/activate', { playbackChannelIds });
}
