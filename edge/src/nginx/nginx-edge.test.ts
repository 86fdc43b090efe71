import { strict as assert } from 'node:assert';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Storage } from '@kinora/storage/storage';
import { getSealedPart } from '@kinora/contract/request-id';
import { createTeamLicence } from '@kinora/playback-rules/team-licence';
import {
  idOf,
  OURS,
  protectedStream,
  publishKeys,
  publishTeam,
} from '../licences/test-licences.ts';
import { startService } from '../licences/test-services.ts';
import { publishChannel, publishProject, SEGMENT, TEST_ACCESS } from '../test-edge.ts';
import { compareEdges } from './test-compare-edges.ts';
import {
  getSigned,
  OPEN,
  openWorld,
  SEGMENT_OF_FREE,
  SIGNED,
  waitUntil,
  type World,
} from './test-edges.ts';
import {
  endConnections,
  type NginxTestEdge,
  send,
  startBuiltInEdge,
  startNginxEdge,
  type TestEdge,
} from './test-nginx-edge.ts';
import { changeVideo, takeKeyAway } from './test-world.ts';

const WITH_DRM = 'drm.test';

let world: World;
let storage: Storage;
let builtIn: TestEdge;
let nginx: NginxTestEdge;
let edges: TestEdge[];

before(async () => {
  world = await openWorld();
  ({ storage } = world);
  builtIn = await startBuiltInEdge(world);
  nginx = await startNginxEdge(world);
  edges = [nginx, builtIn];
});

after(async () => {
  endConnections();
  for (const edge of edges) await edge.close();
  await world.close();
});

test('a licence is requested through nginx, with its token and its body', async () => {
  const place = { videoKey: 'locked', revisionKey: 'lockedRev' };
  await publishKeys(storage, place.revisionKey);
  await changeVideo(storage, place.videoKey, { stream: protectedStream(place) });
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const token = createTeamLicence(TEST_ACCESS.teamKey, { videoKey: place.videoKey, expires });
  const sent = {
    method: 'POST',
    path: `/licenses/clear-key?video=${place.videoKey}`,
    headers: { Host: OPEN, Authorization: `Bearer ${token}` },
  };
  const kids = Array.from({ length: 32 }, () => idOf('sd'));
  for (const { port } of edges) {
    const { status, body } = await send(port, { ...sent, body: JSON.stringify({ kids }) });
    assert.equal(status, 200);
    assert.equal((JSON.parse(body.toString()) as { keys: unknown[] }).keys.length, 1);
    const none = await send(port, { ...sent, headers: { Host: OPEN }, body: '{}' });
    assert.equal(none.status, 401);
  }
});

test('a report of playing reaches the edge through nginx', async () => {
  const body = JSON.stringify({
    startMs: 100,
    watchedMs: 5000,
    stalls: 0,
    stalledMs: 0,
    failure: null,
  });
  const sent = { method: 'POST', headers: { Host: OPEN } };
  for (const { port } of edges) {
    const taken = await send(port, { ...sent, path: '/playback-reports?video=locked', body });
    assert.equal(taken.status, 200);
    const wrong = await send(port, { ...sent, path: '/playback-reports?video=locked', body: '{' });
    assert.equal(wrong.status, 400);
  }
});

test('challenges of DRM services, and what these answer, pass nginx whole', async (t) => {
  const service = await startService(t, (response, { body }) => response.end(body));
  const place = { videoKey: 'withDrm', revisionKey: 'drmRev' };
  await publishKeys(storage, place.revisionKey);
  const { encryption } = protectedStream();
  const systems = { ...encryption, systems: ['playready'] } as typeof encryption;
  const stream = protectedStream({ ...place, encryption: systems });
  const ofTeam = { teamId: 'team3', projectId: 'project3' };
  await publishChannel(storage, WITH_DRM, ofTeam.teamId, { hasDrm: true });
  await publishProject(storage, ofTeam);
  await changeVideo(storage, place.videoKey, { ...ofTeam, stream });
  const sealedSecret = Buffer.alloc(32, 7).toString('base64');
  const playready = { licenseUrl: service.url, sealedSecret };
  const drm = { fairplay: null, widevine: null, playready };
  const geoblockRules = { rule: { allow: [], deny: [] } };
  await publishTeam(storage, 'team3', OURS, { geoblockRules, drm });
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const token = createTeamLicence(TEST_ACCESS.teamKey, { videoKey: place.videoKey, expires });
  const sent = {
    method: 'POST',
    path: `/licenses/play-ready?video=${place.videoKey}`,
    headers: { Host: WITH_DRM, Authorization: `Bearer ${token}` },
  };
  const whole = 'x'.repeat(64 * 1024);
  for (const { port } of edges) {
    service.answer = (response, { body }) => response.end(body);
    const { status, body } = await send(port, { ...sent, body: whole });
    assert.deepEqual([status, body.toString() === whole], [200, true]);
    service.answer = (response) => void response.writeHead(500).end();
    const failed = await send(port, { ...sent, body: 'x' });
    assert.equal(failed.status, 502);
    assert.equal(failed.headers['x-reason'], 'license_service_failed');
  }
});

test('nginx and the built-in edge answer random requests alike', async () => {
  const compared = await compareEdges({ builtIn, nginx }, 1500, 20_261_124);
  assert.deepEqual(compared.differences.slice(0, 3), []);
  assert.ok((compared.statuses.get(200) ?? 0) > 100);
});

test('a rule that changes counts at nginx as at the edge', async () => {
  const sent = {
    path: '/streams/constructor/rev1/v360/1.m4s',
    headers: { Host: OPEN, 'X-Forwarded-For': '8.8.8.8' },
  };
  assert.equal((await send(nginx.port, sent)).status, 200);
  await changeVideo(storage, 'constructor', { geoblock: { allow: [], deny: ['US'] } });
  await waitUntil(async () => (await send(nginx.port, sent)).status === 451);
  await changeVideo(storage, 'constructor', { state: 'deleted', stream: null });
  await waitUntil(async () => (await send(nginx.port, sent)).status === 410);
  await changeVideo(storage, 'constructor', {});
  await waitUntil(async () => (await send(nginx.port, sent)).status === 200);
});

test('a key that is taken away opens nothing any more, and the other one does', async () => {
  assert.equal((await send(nginx.port, getSigned('free', 'k1'))).status, 200);
  const giveBack = await takeKeyAway(storage, SIGNED, 'k1');
  await waitUntil(async () => (await send(nginx.port, getSigned('free', 'k1'))).status === 403);
  assert.equal((await send(nginx.port, getSigned('free', 'k2'))).status, 200);
  await giveBack();
  await waitUntil(async () => (await send(nginx.port, getSigned('free', 'k1'))).status === 200);
});

test('RFC 9112 §3.2.2: a host in the target counts instead of the header', async () => {
  const to = (host: string, header: string) => ({
    path: `http://${host}${SEGMENT_OF_FREE}`,
    headers: { Host: header },
  });
  for (const { port } of edges) {
    assert.equal((await send(port, to(OPEN, 'nobody.test'))).status, 200);
    assert.equal((await send(port, to('nobody.test', OPEN))).status, 404);
    assert.equal((await send(port, to(SIGNED, OPEN))).headers['x-reason'], 'signature_missing');
  }
});

test('headers that nginx and the edge speak in mean nothing from a viewer', async () => {
  const path = '/streams/thai/rev1/v360/1.m4s';
  const spoken = { 'X-Real-IP': '1.46.0.1', 'X-Accel-Redirect': '/-bytes/folder/a' };
  const from = (address: string, more = {}) => ({
    path,
    headers: { Host: OPEN, 'X-Forwarded-For': address, ...spoken, ...more },
  });
  for (const port of [nginx.port, nginx.edgePort]) {
    assert.equal((await send(port, from('8.8.8.8'))).status, 451);
    const again = await send(port, from('1.46.0.1', { 'X-Kinora-Again': '1' }));
    assert.deepEqual([again.status, again.body.equals(SEGMENT)], [200, true]);
    const names = Object.keys(again.headers).join();
    assert.doesNotMatch(names, /x-accel|x-kinora/);
  }
});

test('who reaches the edge beside nginx gets bytes, and no places of files', async () => {
  const { status, headers, body } = await send(nginx.edgePort, getSigned('free', 'k1'));
  assert.deepEqual([status, body.equals(SEGMENT)], [200, true]);
  assert.equal(headers['x-accel-redirect'], undefined);
});

test('owner and group alone may come by the socket', async () => {
  assert.equal((await stat(join(nginx.folder, 'edge.sock'))).mode & 0o777, 0o660);
});

test('figures are refused to requests through nginx', async () => {
  assert.equal((await send(nginx.edgePort, { path: '/metrics' })).body.toString(), 'figures');
  assert.equal((await send(nginx.port, { path: '/metrics' })).status, 404);
});

test('without its edge nginx admits no one, whatever it has sent before', async (t) => {
  const own = await startNginxEdge(world);
  t.after(() => own.close());
  const segment = { path: SEGMENT_OF_FREE, headers: { Host: OPEN } };
  assert.equal((await send(own.port, segment)).status, 200);
  await own.stopEdge();
  for (const path of ['/embed/free', '/streams/free/playlist.m3u8', SEGMENT_OF_FREE]) {
    const left = await send(own.port, { path, headers: { Host: OPEN } });
    assert.deepEqual([left.status, left.headers['retry-after']], [503, '1'], path);
    assert.equal(left.headers['access-control-allow-origin'], '*');
    assert.match(left.body.toString(), /^\{"code":"unavailable","requestId":"\w{32}"\}$/);
  }
});

test('an address with an escaped zero is refused without a word of nginx', async () => {
  const received = await send(nginx.port, { path: '/streams/free%00', headers: { Host: OPEN } });
  assert.equal(received.status, 400);
  assert.match(received.body.toString(), /^\{"code":"malformed_request","requestId":"\w{32}"\}$/);
});

test('what is refused behind nginx has the edge’s id, which knows the viewer', async () => {
  const headers = { Host: OPEN, 'X-Forwarded-For': '8.8.8.8', Referer: 'https://a.example/b' };
  const refused = await send(nginx.port, { path: '/streams/absent/playlist.m3u8', headers });
  const id = String(refused.headers['x-request-id']);
  const { requestId } = JSON.parse(refused.body.toString()) as { requestId: string };
  assert.equal(requestId, id);
  const facts = JSON.parse(Buffer.from(getSealedPart(id), 'base64url').toString()) as object;
  assert.partialDeepStrictEqual(facts, {
    status: 404,
    reason: 'video_not_found',
    host: OPEN,
    address: '8.8.8.8',
    country: 'US',
    path: '/streams/absent/playlist.m3u8',
    referrer: 'https://a.example',
  });
  await waitUntil(async () => nginx.printed().includes(`"requestId":"${id}"`));
});

test('a head that names many websites passes nginx', async () => {
  const domains = Array.from({ length: 80 }, (_, n) => `site-number-${n}.example`);
  const website = { policy: 'allowSome', domains, allowNoReferrer: true } as const;
  const [host, channelId] = ['many.test', 'at open.test'];
  await publishChannel(storage, host, 'team1', { channelId, website: { ...website, domains } });
  const long = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
  for (const [file, status] of [
    ['embed/free', 200],
    ['embed/absent', 404],
  ] as const) {
    const headers = { Host: host, Referer: status === 200 ? `https://${domains[0]}` : long };
    const received = await send(nginx.port, { path: `/${file}`, headers });
    assert.equal(received.status, status);
    assert.ok(String(received.headers['content-security-policy']).length > 300);
  }
});

test('no signature stands in what nginx prints', async () => {
  await send(nginx.port, getSigned('free', 'k1'));
  await send(nginx.port, getSigned('absent', 'k1'));
  await waitUntil(async () => nginx.printed().includes(SEGMENT_OF_FREE));
  assert.doesNotMatch(nginx.printed(), /x_signature|first-key/);
});
