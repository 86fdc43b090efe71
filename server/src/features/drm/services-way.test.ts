import assert from 'node:assert/strict';
import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { getPublishedTeamKey } from '@kinora/contract/published';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { until } from '@kinora/contract/test-until';
import { writeSpc } from '@kinora/edge/licences/fair-play/test-device';
import { openSigned, startService, WIDEVINE } from '@kinora/edge/licences/test-services';
import { createEdge } from '@kinora/edge/serve';
import { createTestPlayer, TEST_ACCESS } from '@kinora/edge/test-edge';
import { makeClip, testFolder, testVideo, tone, X264 } from '@kinora/media/test-clips';
import { unseal } from '../../base/secrets.ts';
import { addReadyVideo } from '../../test-ready-video.ts';
import { startTestVideos, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { deriveTeamViewerKey, openViewerLicences } from '../playback-channels/rules.ts';
import { listStreamKeys, type StoredKey } from './queries.ts';
import { nameKeyPlace } from './rules.ts';

// The whole way of a team's DRM services: set up by the API, published, and answered by an edge that
// reads those documents alone.

let videos: TestVideos;
let key: string;
let host: string;
let port: number;
let keys: StoredKey[];
let token: string;
let closeEdge: () => void;
const folder = await testFolder();
const { certificate, privateKey } = makeTestCertificate();
const ask = randomBytes(16);

before(async () => {
  videos = await startTestVideos({
    NODE_ENV: 'test',
    ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
  });
  const { storage, db, config } = videos.app.context;
  const made = `${testVideo('1280x720', '25', 4)} ${tone(4)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(folder, 'clip.mp4', made));
  key = await addReadyVideo(videos, clip, await videos.presetOf('model-k'));
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const place = `drm-configs/${videos.scope.teamId}`;
  await call('POST', `${place}/fairplay-ksm`, {
    serviceName: 'Siam',
    hdcpType: 'type0',
    certificate: toPem({ certificate }),
    privateKey: pem,
    ask: ask.toString('hex'),
  });
  const channels = await call('GET', 'playback-channels');
  const playbackChannelIds = channels.data.map(({ id }) => id);
  await call('POST', 'playback-channels/drm-configs/activate', { playbackChannelIds });
  const { revisionKey } = await withAppWorker(videos.app.context, async () => {
    const vodId = String((await videos.video(key))['vod']?.['id']);
    await call('PUT', `videos/${key}/vods/${vodId}/drm-model`, { drmModel: 'multiDrm' });
    const { stream } = await videos.untilPublished(key, (now) => !!now.stream?.encryption);
    assert.ok(stream);
    return stream;
  });
  keys = await listStreamKeys(db, config.secrets.secretKey, revisionKey, 1);
  token = openViewerLicences(config, new Date())(key);
  host = new URL(String((await videos.video(key))['playbackUrls']?.['embeddedUrl'])).host;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { secretKey } = config.secrets;
  const server = createEdge({
    storage,
    log,
    player: await createTestPlayer(),
    access: {
      ...TEST_ACCESS,
      openStreamKey: (place, sealed) => unseal(secretKey, nameKeyPlace(place), sealed),
      openDrmSecret: (place, sealed) => unseal(secretKey, place, sealed),
      teamKey: deriveTeamViewerKey(secretKey),
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  closeEdge = () => {
    server.closeAllConnections();
    server.close();
  };
});
after(async () => {
  closeEdge();
  await videos.close();
});

async function call(method: string, path: string, body?: object) {
  const answer = await videos.app.call(method, `/api/v1/${path}`, { as: videos.admin, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

/** Sends a request to the edge as a player at the video's own playback domain does. */
async function send(
  method: string,
  path: string,
  body?: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number; body: Buffer }> {
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { host, ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await buffer(response) };
}

test('a device gets a key by FairPlay, with what the team has set up by the API', async () => {
  const at = await send('GET', `/licenses/fair-play/certificate?video=${key}`);
  assert.equal(at.status, 200);
  assert.ok(at.body.equals(certificate));
  const { publicKey } = new X509Certificate(at.body);
  for (const { keyId, key: content } of keys) {
    const spc = writeSpc(
      { certificate: at.body, publicKey, ask },
      `skd://${keyId.toString('hex')}`,
    );
    const headers = { authorization: `Bearer ${token}` };
    const got = await send('POST', `/licenses/fair-play?video=${key}`, spc.message, headers);
    assert.equal(got.status, 200, String(got.body));
    assert.ok(spc.open(got.body).key.equals(content));
    const without = await send('POST', `/licenses/fair-play?video=${key}`, spc.message);
    assert.deepEqual(
      [without.status, String(without.body).includes('license_token_missing')],
      [401, true],
    );
  }
});

test('Widevine is signed with the key that the team has given, and reaches its service', async (t) => {
  const widevine = `/licenses/widevine?video=${key}`;
  const headers = { authorization: `Bearer ${token}` };
  const challenge = Buffer.from('a challenge');
  // Nothing is set up yet.
  assert.equal((await send('POST', widevine, challenge, headers)).status, 404);
  const service = await startService(t, (response) =>
    response.end(JSON.stringify({ status: 'OK', license: Buffer.from('ours').toString('base64') })),
  );
  await call('POST', `drm-configs/${videos.scope.teamId}/widevine`, {
    serviceName: 'Siam',
    provider: WIDEVINE.provider,
    licenseUrl: service.url,
    signingKey: WIDEVINE.key.toString('hex'),
    signingIv: WIDEVINE.iv.toString('base64'),
    emeLevel: 3,
    hdcp: 'HDCP_V1',
  });
  const { storage } = videos.app.context;
  await withAppWorker(videos.app.context, () =>
    until('the team to be published', async () =>
      String(await storage.read(getPublishedTeamKey(videos.scope.teamId))).includes(service.url),
    ),
  );
  const licence = await until('the edge to know it', async () => {
    const answer = await send('POST', widevine, challenge, headers);
    return answer.status === 200 && answer;
  });
  assert.equal(String(licence.body), 'ours');
  const [called] = service.calls;
  const message = openSigned(called?.body ?? Buffer.alloc(0));
  assert.equal(message['provider'], WIDEVINE.provider);
  const sent = (message['content_key_specs'] as { key: string }[]).map((one) => one.key);
  assert.deepEqual(sent.toSorted(), keys.map((one) => one.key.toString('base64')).toSorted());
  // No document that an edge reads has any of it in the open.
  const document = String(await storage.read(getPublishedTeamKey(videos.scope.teamId)));
  for (const secret of [ask, WIDEVINE.key, WIDEVINE.iv]) {
    for (const form of ['hex', 'base64'] as const)
      assert.ok(!document.includes(secret.toString(form)));
  }
});
