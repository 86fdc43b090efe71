import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrmConfig } from '@kinora/contract/drm-configs';
import { getServiceState, listLicenceHosts, listServices } from './services.ts';

const empty: DrmConfig = {
  id: 'team',
  jwtKeyCount: 0,
  playbackChannels: [],
  videoCount: 0,
  mediaService: { hostname: null },
  fairplayKsmConfig: null,
  widevineProxyConfig: null,
  playreadyProxyConfig: null,
};
const certificate = {
  subject: 'CN=A',
  serialNumber: '01',
  bits: 1024,
  expiresAt: '2027-01-31T00:00:00.000Z',
};
const whole: DrmConfig = {
  ...empty,
  fairplayKsmConfig: { isCertUploaded: true, serviceName: 'A', hdcpType: 'none', certificate },
  playreadyProxyConfig: { serviceName: 'A', licenseUrl: 'https://a.example' },
};
const at = (day: string) => getServiceState(whole, 'fairplay', Date.parse(`${day}T00:00:00Z`));

test('a service is there once it is set up', () => {
  assert.deepEqual(listServices(empty), []);
  assert.deepEqual(listServices(whole), ['fairplay', 'playready']);
  assert.equal(getServiceState(whole, 'widevine', 0), 'none');
  assert.equal(getServiceState(whole, 'playready', Number.MAX_SAFE_INTEGER), 'ready');
});

test('licences may be asked for at all domains of channels that give them', () => {
  const channel = (hasDrm: boolean, defaultPlaybackDomain: string, playbackDomains: string[]) => ({
    hasDrm,
    defaultPlaybackDomain,
    playbackDomains,
  });
  const channels = [
    channel(true, 'a.test', ['b.test', 'c.test']),
    channel(false, 'd.test', ['e.test']),
    channel(true, 'f.test', []),
  ];
  assert.deepEqual(listLicenceHosts(channels), ['a.test', 'b.test', 'c.test', 'f.test']);
});

test('a certificate that ends is told of for thirty days, and after its end', () => {
  assert.equal(at('2026-12-31'), 'ready');
  assert.equal(at('2027-01-01'), 'soon');
  assert.equal(at('2027-01-30'), 'soon');
  assert.equal(at('2027-01-31'), 'over');
});
