import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getDrmPlace,
  getPublishedChannelKey,
  getPublishedTeamKey,
  PublishedChannel,
  PublishedTeam,
} from '@kinora/contract/published';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { until } from '@kinora/contract/test-until';
import { openLog } from '../../base/log.ts';
import { unseal } from '../../base/secrets.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { addProvenDomains, startTestDomains, type TestDomains } from '../../test-domains.ts';
import { withAppWorker } from '../../test-videos.ts';

let app: TestApp;
let domains: TestDomains;
let owner: TestOwner;
let admin: Person;
let teamId: string;
let channelId: string;
let logged = '';
/** Everything that was answered. */
let answered = '';

before(async () => {
  const log = openLog('test', { write: (line: string) => void (logged += line) });
  domains = await startTestDomains();
  app = await startTestApp(domains.env, log);
  owner = await addTestOwner(app, 'siam');
  ({ admin, teamId } = owner);
  const { body } = await app.call('GET', '/api/v1/playback-channels', { as: admin });
  channelId = String(body.data[0]?.['id']);
});
after(async () => {
  await app.close();
  domains.close();
});

const made = makeTestCertificate();
const certificate = toPem(made);
const passphrase = 'canary of a passphrase';
const cipher = { cipher: 'aes-256-cbc', passphrase };
const privateKey = String(made.privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
const ask = 'ca7a41ca7a41ca7a41ca7a41ca7a41ca';
const signingKey = 'c1'.repeat(32);
const signingIv = Buffer.alloc(16, 0xc2).toString('base64');
const secret = Buffer.alloc(32, 0xc3).toString('base64');

const fairplay = {
  serviceName: 'Siam Studio',
  hdcpType: 'type0',
  certificate,
  privateKey,
  ask,
  privateKeyPassphrase: passphrase,
};
const widevine = {
  serviceName: 'Siam',
  provider: 'siam_studio',
  emeLevel: 1,
  hdcp: 'HDCP_NONE',
  licenseUrl: 'https://license.example.com/getlicense',
  signingKey,
  signingIv,
};
const playready = { serviceName: 'Siam', licenseUrl: 'https://playready.example.com/rights' };

async function call(method: string, path: string, body?: object, as = admin) {
  const url = path === '' ? '/api/v1/drm-configs' : `/api/v1/drm-configs/${teamId}/${path}`;
  const answer = await app.call(method, url, { as, body });
  answered += JSON.stringify(answer.body);
  return answer;
}
const config = async () => (await call('GET', '')).body.data[0] ?? assert.fail();
const setChannels = (verb: 'activate' | 'deactivate', ids = [channelId]) =>
  app.call('POST', `/api/v1/playback-channels/drm-configs/${verb}`, {
    as: admin,
    body: { playbackChannelIds: ids },
  });

async function publishedTeam(): Promise<PublishedTeam> {
  const bytes = await app.context.storage.read(getPublishedTeamKey(teamId));
  const none = { version: 1, teamId, name: '', geoblockRules: {}, jwtKeys: [] };
  return PublishedTeam.parse(bytes ? JSON.parse(bytes.toString()) : none);
}
const untilPublished = (what: string, holds: (team: PublishedTeam) => boolean) =>
  withAppWorker(app.context, () => until(what, async () => holds(await publishedTeam())));

test('a team sets up three services, and edges get them sealed', async () => {
  const none = { fairplayKsmConfig: null, widevineProxyConfig: null, playreadyProxyConfig: null };
  const nothing = { playbackChannels: [], videoCount: 0, mediaService: { hostname: null } };
  const empty = { id: teamId, jwtKeyCount: 0, ...none, ...nothing };
  assert.deepEqual((await call('POST', '')).body, empty);
  assert.deepEqual((await call('POST', '')).body, empty);

  const first = await call('POST', 'fairplay-ksm', fairplay);
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const { expiresAt, ...rest } = (first.body['fairplayKsmConfig']?.['certificate'] ??
    {}) as unknown as Record<string, unknown>;
  assert.deepEqual(rest, {
    subject: 'CN=FairPlay Streaming of Siam',
    serialNumber: '5EED',
    bits: 1024,
  });
  assert.ok(new Date(String(expiresAt)) > new Date());
  assert.equal((await call('POST', 'widevine', widevine)).status, 201);
  const last = await call('POST', 'playready', { ...playready, secret });
  assert.deepEqual([last.status, last.body['secret']], [201, null]);
  assert.deepEqual((await config())['widevineProxyConfig'], {
    serviceName: 'Siam',
    provider: 'siam_studio',
    emeLevel: 1,
    hdcp: 'HDCP_NONE',
    licenseUrl: 'https://license.example.com/getlicense',
    defaultPreviewDrmKeyPairId: null,
  });

  await untilPublished('the services', ({ drm }) => Boolean(drm?.fairplay && drm.playready));
  const { drm } = await publishedTeam();
  const open = (kind: Parameters<typeof getDrmPlace>[1], sealed = '') => {
    const place = getDrmPlace(teamId, kind);
    const { secretKey } = app.context.config.secrets;
    return unseal(secretKey, place, Buffer.from(sealed, 'base64'));
  };
  assert.equal(drm?.fairplay?.certificate, made.certificate.toString('base64'));
  const key = made.privateKey.export({ type: 'pkcs8', format: 'der' });
  assert.deepEqual(open('fairplay private key', drm.fairplay.sealedPrivateKey), key);
  assert.equal(open('fairplay ask', drm.fairplay.sealedAsk).toString('hex'), ask);
  const { widevine: sealed } = drm;
  assert.equal(open('widevine signing key', sealed?.sealedSigningKey).toString('hex'), signingKey);
  assert.deepEqual(open('widevine signing iv', sealed?.sealedSigningIv), Buffer.alloc(16, 0xc2));
  const opened = open('playready secret', drm.playready?.sealedSecret);
  assert.deepEqual(opened, Buffer.alloc(32, 0xc3));
});

test('what is left out of a change stays, and a second set-up is refused', async () => {
  for (const [path, body] of [
    ['fairplay-ksm', fairplay],
    ['widevine', widevine],
    ['playready', playready],
  ] as const) {
    const { status, body: problem } = await call('POST', path, body);
    assert.deepEqual([status, problem['code']], [409, 'drm_already_set_up']);
  }
  const before = (await publishedTeam()).drm;
  const { serviceName, hdcpType } = { serviceName: 'Lanna', hdcpType: 'type1' };
  assert.equal((await call('PUT', 'fairplay-ksm', { serviceName, hdcpType })).status, 200);
  const { signingKey: _, signingIv: __, ...kept } = widevine;
  assert.equal((await call('PUT', 'widevine', { ...kept, emeLevel: 5 })).status, 200);
  assert.equal((await call('PUT', 'widevine/hdcp', { hdcp: 'HDCP_V2_2' })).status, 200);
  const url = 'https://other.example.com/rights';
  assert.equal((await call('PUT', 'playready', { ...playready, licenseUrl: url })).status, 200);
  const now = await config();
  assert.equal(now['fairplayKsmConfig']?.['serviceName'], serviceName);
  await untilPublished('the change', ({ drm }) => drm?.widevine?.hdcp === 'HDCP_V2_2');
  const after = (await publishedTeam()).drm;
  assert.deepEqual(after?.fairplay, { ...before?.fairplay, hdcp: 'type1' });
  assert.deepEqual(after?.widevine, { ...before?.widevine, hdcp: 'HDCP_V2_2', emeLevel: 5 });
  assert.deepEqual(after?.playready, { ...before?.playready, licenseUrl: url });
});

test('wrong files, secrets and addresses are refused at their fields', async () => {
  const other = makeTestCertificate();
  const past = makeTestCertificate({ notAfter: new Date(Date.now() - 1000) });
  const codesOf = async (path: string, body: object) => {
    const answer = await call('PUT', path, body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body['errors']?.map((one) => `${String(one['path'])} ${String(one['code'])}`);
  };
  const changed = (change: object) => codesOf('fairplay-ksm', { ...fairplay, ...change });
  assert.deepEqual(await changed({ certificate: toPem(other) }), ['privateKey key_mismatch']);
  const expired = await changed({ certificate: toPem(past) });
  assert.deepEqual(expired, ['certificate certificate_expired']);
  const swapped = await changed({ certificate: privateKey });
  assert.deepEqual(swapped, ['certificate private_key_as_certificate']);
  const wrong = await changed({ privateKeyPassphrase: 'x' });
  assert.deepEqual(wrong, ['privateKeyPassphrase wrong_passphrase']);
  assert.deepEqual(await changed({ ask: `${ask}0` }), ['ask invalid_ask']);
  assert.deepEqual(await changed({ ask: undefined }), ['ask required']);
  const alone = await changed({ certificate: undefined, privateKey: undefined });
  assert.deepEqual(alone, ['certificate required', 'privateKey required']);
  const ofWidevine = async (change: object) => codesOf('widevine', { ...widevine, ...change });
  const short = await ofWidevine({ signingKey: signingKey.slice(2), signingIv: 'x' });
  assert.deepEqual(short, ['signingKey invalid_signing_key', 'signingIv invalid_signing_iv']);
  const plain = await ofWidevine({ licenseUrl: 'http://license.example.com' });
  assert.deepEqual(plain, ['licenseUrl https_required']);
  for (const licenseUrl of ['ftp://a.example', 'https://me:pass@a.example', 'x'])
    assert.deepEqual(await ofWidevine({ licenseUrl }), ['licenseUrl invalid_endpoint']);
  assert.deepEqual(await codesOf('playready', { ...playready, secret: 'abc' }), [
    'secret invalid_playready_secret',
  ]);
});

test('a channel gives licences once a service is there, and is told to edges', async () => {
  const { body } = await setChannels('activate');
  const { id, hasDrm, drmServices } = body.data[0] as unknown as Record<string, unknown>;
  const all = ['fairplay', 'widevine', 'playready'];
  assert.deepEqual([id, hasDrm, drmServices], [channelId, true, all]);
  assert.deepEqual((await config())['playbackChannels'], [
    { id: channelId, name: body.data[0]?.['name'] },
  ]);
  const host = String(body.data[0]?.['defaultPlaybackDomain']);
  const channel = async () => {
    const bytes = await app.context.storage.read(getPublishedChannelKey(host));
    return PublishedChannel.parse(JSON.parse(String(bytes)));
  };
  await withAppWorker(app.context, () =>
    until('the channel to have DRM', async () => (await channel()).hasDrm === true),
  );
  const unknown = await setChannels('activate', [channelId, teamId]);
  assert.deepEqual(
    [unknown.status, unknown.body['errors']?.[0]?.['path']],
    [422, 'playbackChannelIds.1'],
  );
  const lanna = await app.addTeam('lanna');
  const foreign = await app.call('POST', '/api/v1/playback-channels/drm-configs/activate', {
    as: lanna.admin,
    body: { playbackChannelIds: [channelId] },
  });
  assert.equal(foreign.status, 422);
  assert.equal((await call('GET', 'jwtKeys', undefined, lanna.admin)).status, 404);
  assert.equal((await call('PUT', 'widevine', widevine, lanna.admin)).status, 404);
});

test('players of a team ask one host for licences, which stays a domain that gives them', async () => {
  const setHost = (hostname: unknown, as = admin) =>
    call('POST', 'media-service', { hostname }, as);
  const remove = (domain: string) =>
    app.call('POST', `/api/v1/playback-channels/${channelId}/playback-domains/remove`, {
      as: admin,
      body: { domains: domain },
    });
  const { body: channel } = await app.call('GET', `/api/v1/playback-channels/${channelId}`, {
    as: admin,
  });
  const byDefault = String(channel['defaultPlaybackDomain']);
  const own = 'licences.siam.example';
  const unknown = async (hostname: string) => {
    const { status, body } = await setHost(hostname);
    assert.deepEqual([status, body['code']], [422, 'validation_failed'], hostname);
    assert.match(JSON.stringify(body), /"path":"hostname","code":"unknown"/);
  };
  const ofTeam = [own, 'play.siam.example'];
  await addProvenDomains(app, domains, { as: admin, channelId, added: ofTeam });
  assert.equal((await setChannels('deactivate')).status, 200);
  for (const host of [own, byDefault]) await unknown(host);
  assert.equal((await setChannels('activate')).status, 200);
  for (const host of ['nobody.example', 'https://play.siam.example', `${own}/`])
    await unknown(host);

  const other = await addTestOwner(app, 'isan');
  const theirs = await app.call('GET', '/api/v1/playback-channels', { as: other.admin });
  await unknown(String(theirs.body.data[0]?.['defaultPlaybackDomain']));
  assert.equal((await setHost(byDefault, other.admin)).status, 404);

  const chosen = await setHost(` ${own.toUpperCase()} `);
  assert.deepEqual([chosen.status, chosen.body['mediaService']] as unknown[], [
    200,
    { hostname: own },
  ]);
  await untilPublished('the host', ({ drm }) => drm?.licenceHost === own);
  const IN_USE = [409, 'media_service_in_use'];
  for (const answer of [await remove(own), await setChannels('deactivate')]) {
    assert.deepEqual([answer.status, answer.body['code']], IN_USE);
  }
  assert.equal((await remove('play.siam.example')).status, 200);

  const added = await app.call('POST', '/api/v1/playback-channels', {
    as: admin,
    body: { name: 'Licences' },
  });
  const second = String(added.body['id']);
  assert.equal((await setChannels('activate', [second])).status, 200);
  const ofSecond = String(added.body['defaultPlaybackDomain']);
  assert.equal((await setHost(ofSecond)).status, 200);
  const deleted = () =>
    app.call('DELETE', `/api/v1/playback-channels/${second}`, { as: admin, body: undefined });
  const refused = await deleted();
  assert.deepEqual([refused.status, refused.body['code']], IN_USE);
  assert.equal((await remove(own)).status, 200);
  assert.deepEqual((await setHost('')).body['mediaService'], { hostname: null });
  assert.equal((await deleted()).status, 204);
  await untilPublished('no host', ({ drm }) => drm !== undefined && !('licenceHost' in drm));
  assert.equal((await setHost(byDefault)).status, 200);
  assert.deepEqual((await setHost(null)).body['mediaService'], { hostname: null });
});

test('what videos need stays: the last service, and their last channel', async () => {
  const { revisionKey } = await addTestVideo(app, owner);
  const setModel = (model: string) =>
    app.context.db
      .updateTable('revisions')
      .set({ drm_model: model as 'none' })
      .where('key', '=', revisionKey)
      .execute();
  await setModel('multiDrm');
  assert.equal(Number((await config())['videoCount']), 1);
  // While several services are left, each may be removed.
  assert.equal((await call('DELETE', 'fairplay-ksm')).status, 204);
  assert.equal((await call('DELETE', 'fairplay-ksm')).status, 404);
  assert.equal((await call('DELETE', 'widevine')).status, 204);
  const refused = await call('DELETE', 'playready');
  const facts = [refused.status, refused.body['code'], refused.body['videoCount']] as unknown[];
  assert.deepEqual(facts, [409, 'drm_in_use', 1]);
  const channel = await setChannels('deactivate');
  assert.deepEqual([channel.status, channel.body['code']], [409, 'drm_in_use']);
  await setModel('none');
  assert.equal((await setChannels('deactivate')).status, 200);
  const active = await setChannels('activate');
  const hostname = String(active.body.data[0]?.['defaultPlaybackDomain']);
  // Deleting the last service also ends the choice of a host for licences.
  assert.equal((await call('POST', 'media-service', { hostname })).status, 200);
  assert.equal((await call('DELETE', 'playready')).status, 204);
  const now = await config();
  assert.deepEqual(now['mediaService'], { hostname: null });
  assert.deepEqual([now['playreadyProxyConfig'], now['playbackChannels']] as unknown[], [null, []]);
  await untilPublished('nothing to be left', ({ drm }) => drm === undefined);
  const early = await setChannels('activate');
  assert.deepEqual([early.status, early.body['code']], [409, 'drm_not_set_up']);
});

test('a secret of PlayReady that was left out is made, and shown once', async () => {
  const { body } = await call('POST', 'playready', playready);
  assert.match(String(body['secret']), /^[0-9a-f]{64}$/);
  const shown = [await config(), (await call('PUT', 'playready', playready)).body];
  assert.ok(!JSON.stringify(shown).includes(String(body['secret'])));
  assert.ok(!logged.includes(String(body['secret'])));
});

test('no secret stands in an answer or in the log', () => {
  const inner = privateKey.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line));
  const d = made.privateKey.export({ format: 'jwk' }).d ?? '';
  const canaries = [passphrase, ask, signingKey, signingIv, secret, d, ...inner];
  assert.ok(logged.includes('/fairplay-ksm') && answered.includes('Siam Studio'));
  for (const canary of canaries) {
    assert.ok(!answered.includes(canary), canary);
    assert.ok(!logged.includes(canary), canary);
  }
});
