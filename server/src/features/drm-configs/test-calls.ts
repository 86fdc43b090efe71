import { generateKeyPairSync } from 'node:crypto';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import type { Scene, TestCalls } from '../../test-calls.ts';

const pem = () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(publicKey.export({ type: 'spki', format: 'pem' }));
};

const config = async ({ ask }: Scene) => {
  const { data } = await ask('GET', '/api/v1/drm-configs');
  return String(data[0]?.['id']);
};

const jwtKey = async (scene: Scene) => {
  const url = `/api/v1/drm-configs/${await config(scene)}/jwtKeys`;
  return (await scene.ask('POST', url, { name: 'A', publicKey: pem() }))['keyId'];
};

const made = makeTestCertificate();
const licenseUrl = 'https://licences.example.com/rights';
const services = {
  'fairplay-ksm': {
    serviceName: 'A',
    hdcpType: 'none',
    ask: '0'.repeat(32),
    certificate: toPem(made),
    privateKey: String(
      made.privateKey.export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: 'An example',
      }),
    ),
    privateKeyPassphrase: 'An example',
  },
  widevine: {
    serviceName: 'A',
    provider: 'a',
    licenseUrl,
    emeLevel: 1,
    hdcp: 'HDCP_NONE',
    signingKey: '0'.repeat(64),
    signingIv: '0'.repeat(32),
  },
  playready: { serviceName: 'A', licenseUrl },
};
type Service = keyof typeof services;

const addressOf = async (scene: Scene, name: Service) =>
  `/api/v1/drm-configs/${await config(scene)}/${name}`;

/** The service is set up before the call. */
const present =
  (name: Service, fields = {}) =>
  async (scene: Scene) => {
    await scene.ask('POST', await addressOf(scene, name), services[name]);
    return fields;
  };

/** No service is set up before the call. */
const absent = (name: Service) => async (scene: Scene) => {
  await scene.ask('DELETE', await addressOf(scene, name));
  return services[name];
};

export const testCalls: TestCalls = {
  things: { 'drm-configs/{id}': config, 'jwtKeys/{keyId}': jwtKey },
  calls: {
    'drmConfigs.createKey': { fields: () => ({ publicKey: pem() }) },
    'drmConfigs.createFairplay': { fields: absent('fairplay-ksm') },
    'drmConfigs.updateFairplay': { fields: present('fairplay-ksm', services['fairplay-ksm']) },
    'drmConfigs.deleteFairplay': { fields: present('fairplay-ksm') },
    'drmConfigs.createWidevine': { fields: absent('widevine') },
    'drmConfigs.updateWidevine': { fields: present('widevine', services.widevine) },
    'drmConfigs.setWidevineHdcp': { fields: present('widevine') },
    'drmConfigs.deleteWidevine': { fields: present('widevine') },
    'drmConfigs.createPlayready': { fields: absent('playready') },
    'drmConfigs.updatePlayready': { fields: present('playready') },
    'drmConfigs.deletePlayready': { fields: present('playready') },
    'drmConfigs.setMediaService': { fields: () => ({ hostname: null }) },
    'drmConfigs.activate': { fields: present('playready') },
  },
};
