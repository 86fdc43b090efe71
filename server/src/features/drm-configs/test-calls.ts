import { generateKeyPairSync } from 'node:crypto';
import type { Scene, TestCalls } from '../../test-calls.ts';

const pem = () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(publicKey.export({ type: 'spki', format: 'pem' }));
};

const config = async ({ ask }: Scene) => {
  const { data } = await ask('GET', '/api/v1/drm-configs');
  return data[0]?.['id'];
};

const jwtKey = async (scene: Scene) => {
  const url = `/api/v1/drm-configs/${String(await config(scene))}/jwtKeys`;
  return (await scene.ask('POST', url, { name: 'A', publicKey: pem() }))['keyId'];
};

export const testCalls: TestCalls = {
  things: { 'drm-configs/{id}': config, 'jwtKeys/{keyId}': jwtKey },
  calls: { 'drmConfigs.createKey': { fields: () => ({ publicKey: pem() }) } },
};
