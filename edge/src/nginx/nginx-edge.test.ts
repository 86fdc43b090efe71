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
import { publishChannel, publishProject, TEST_ACCESS } from '../test-edge.ts';
import { compareEdges } from './test-compare-edges.ts';
import {
  answersAlone,
  type Edges,
  getSigned,
  OPEN,
  SEGMENT_OF_FREE,
  SIGNED,
  skip,
  startEdges,
  teach,
  waitUntil,
} from './test-edges.ts';
import { send, startNginxEdge } from './test-nginx-edge.ts';
import { changeVideo, signQuery, takeKeyAway } from './test-world.ts';

const WITH_DRM = 'drm.test';

let edges: Edges;
let storage: Storage;
let builtIn: Edges['builtIn'];
let nginx: Edges['nginx'];
let nginxElsewhere: Edges['nginxElsewhere'];

before(async () => {
  if (skip) return;
  edges = await startEdges();
  ({ storage, builtIn, nginx, nginxElsewhere } = edges);
});

after(async () => {
  if (!skip) await edges.close();
});

test('a licence is requested through nginx, with its token and its body', { skip }, async () => {
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
  for (const { port } of [nginx, nginxElsewhere, builtIn]) {
    const { status, body } = await send(port, { ...sent, body: JSON.stringify({ kids }) });
    assert.equal(status, 200);
    assert.equal((JSON.parse(body.toString()) as { keys: unknown[] }).keys.length, 1);
    const none = await send(port, { ...sent, headers: { Host: OPEN }, body: '{}' });
    assert.equal(none.status, 401);
  }
});

test('a report of playing reaches the edge through nginx', { skip }, async () => {
  const body = JSON.stringify({
    startMs: 100,
    watchedMs: 5000,
    stalls: 0,
    stalledMs: 0,
    failure: null,
  });
  const sent = { method: 'POST', headers: { Host: OPEN } };
  for (const { port } of [nginx, nginxElsewhere, builtIn]) {
    const taken = await send(port, { ...sent, path: '/playback-reports?video=locked', body });
    assert.equal(taken.status, 200);
    const wrong = await send(port, { ...sent, path: '/playback-reports?video=locked', body: '{' });
    assert.equal(wrong.status, 400);
  }
});

test('challenges of DRM services, and what these answer, pass nginx whole', { skip }, async (t) => {
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
  for (const { port } of [nginx, nginxElsewhere, builtIn]) {
    service.answer = (response, { body }) => response.end(body);
    const { status, body } = await send(port, { ...sent, body: whole });
    assert.deepEqual([status, body.toString() === whole], [200, true]);
    service.answer = (response) => void response.writeHead(500).end();
    const failed = await send(port, { ...sent, body: 'x' });
    assert.equal(failed.status, 502);
    assert.equal(failed.headers['x-reason'], 'license_service_failed');
  }
});

test(
  'what a manifest says of licences with a signature nginx leaves to the edge',
  { skip },
  async () => {
    const [videoKey, revisionKey] = ['clearKey', 'clearKeyRev'];
    await changeVideo(storage, videoKey, { stream: protectedStream({ videoKey, revisionKey }) });
    const path = `/streams/${videoKey}/manifest.mpd`;
    const expires = Math.floor(Date.now() / 1000) + 1000;
    const prefix = `/streams/${videoKey}/`;
    const query = signQuery({ host: SIGNED, path, prefix }, 'k1', expires);
    const sent = { path: `${path}?${query}`, headers: { Host: SIGNED } };
    const playlist = {
      path: `${prefix}${revisionKey}/v360.m3u8?${query}`,
      headers: { Host: SIGNED },
    };
    await waitUntil(() => answersAlone(nginx, playlist));
    assert.ok(!(await answersAlone(nginx, sent)));
    const [one, other] = [await send(nginx.port, sent), await send(builtIn.port, sent)];
    assert.equal(one.body.toString(), other.body.toString());
    const address = `http://${SIGNED}/licenses/clear-key?video=${videoKey}`;
    const licence = `>${address}&amp;${query.replaceAll('&', '&amp;')}<`;
    assert.ok(one.body.toString().includes(licence));
  },
);

test(
  'so it does with ClearKey where a team has chosen one host for licences',
  { skip },
  async () => {
    const [videoKey, revisionKey] = ['ofHost', 'ofHostRev'];
    const ofTeam = { teamId: 'team4', projectId: 'project4' };
    const [host, licenceHost] = ['host.team4.test', 'licences.team4.test'];
    await publishChannel(storage, host, ofTeam.teamId, { hasDrm: true });
    await publishProject(storage, ofTeam);
    await publishTeam(storage, ofTeam.teamId, OURS, {
      geoblockRules: { rule: { allow: [], deny: [] } },
      drm: { fairplay: null, widevine: null, playready: null, licenceHost },
    });
    const stream = protectedStream({ videoKey, revisionKey });
    await changeVideo(storage, videoKey, { ...ofTeam, stream });
    const to = (file: string) => ({
      path: `/streams/${videoKey}/${file}`,
      headers: { Host: host },
    });
    await waitUntil(() => answersAlone(nginx, to(`${revisionKey}/v360.m3u8`)));
    assert.ok(!(await answersAlone(nginx, to('manifest.mpd'))));
    const { body } = await send(nginx.port, to('manifest.mpd'));
    const address = `>http://${licenceHost}/licenses/clear-key?video=${videoKey}&amp;host=${host}<`;
    assert.ok(body.toString().includes(address), body.toString());
  },
);

test('what depends on the services of a team nginx leaves to the edge', { skip }, async () => {
  const [videoKey, revisionKey] = ['ofTeam', 'ofTeamRev'];
  const { encryption } = protectedStream();
  assert.ok(encryption?.method === 'cbcs');
  const stream = protectedStream({
    videoKey,
    revisionKey,
    encryption: { ...encryption, systems: ['playready', 'fairplay'] },
  });
  await changeVideo(storage, videoKey, { stream });
  const to = (file: string) => ({
    path: `/streams/${videoKey}/${file}`,
    headers: { Host: OPEN },
  });
  await waitUntil(() => answersAlone(nginx, to(`${revisionKey}/v360.m3u8`)));
  for (const file of ['playlist.m3u8', 'manifest.mpd']) {
    assert.ok(!(await answersAlone(nginx, to(file))), file);
    const [one, other] = [await send(nginx.port, to(file)), await send(builtIn.port, to(file))];
    assert.equal(one.body.toString(), other.body.toString());
    assert.doesNotMatch(one.body.toString(), /licenses/);
  }
});

test('nginx and the built-in edge answer random requests alike', { skip }, async () => {
  const compared = await compareEdges({ builtIn, nginx }, 4000, 20_261_124);
  assert.deepEqual(compared.differences.slice(0, 3), []);
  assert.ok((compared.statuses.get(200) ?? 0) > 300);
  // Segments, playlists and files, whether they need a signature, a website or a country.
  assert.ok(compared.byNginxAlone > 200, `${compared.byNginxAlone} by nginx alone`);
});

test('with segments in another place nginx keeps them, and answers alike', { skip }, async () => {
  const edges = { builtIn, nginx: nginxElsewhere };
  await compareEdges(edges, 500, 7);
  const compared = await compareEdges(edges, 1500, 20_261_125);
  assert.deepEqual(compared.differences.slice(0, 3), []);
  assert.ok(compared.byNginxAlone > 80, `${compared.byNginxAlone} by nginx alone`);
});

test(
  'a key that is taken away opens nothing any more, and the other one does',
  { skip },
  async () => {
    assert.equal(await answersAlone(nginx, getSigned('free', 'k1')), true);
    const giveBack = await takeKeyAway(storage, SIGNED, 'k1');
    await waitUntil(async () => (await send(nginx.port, getSigned('free', 'k1'))).status === 403);
    assert.equal((await send(nginx.port, getSigned('free', 'k2'))).status, 200);
    await giveBack();
    await waitUntil(async () => (await send(nginx.port, getSigned('free', 'k1'))).status === 200);
  },
);

test('what nginx remembers of one viewer lets in no other', { skip }, async () => {
  const path = '/streams/thai/rev1/v360/1.m4s';
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const query = signQuery({ host: 'strict.test', path, prefix: '/streams/thai/' }, 'k1', expires);
  const headers = {
    Host: 'strict.test',
    Referer: 'https://a.partner.example/',
    'X-Forwarded-For': '1.46.0.1',
  };
  const sent = { path: `${path}?${query}`, headers };
  await waitUntil(() => answersAlone(nginx, sent));
  assert.equal(await answersAlone(nginx, sent), true);
  const others: [what: string, path: string, changed: Record<string, string>, status: number][] = [
    ['host', sent.path, { Host: SIGNED }, 403],
    ['website', sent.path, { Referer: 'https://a.partner.example.evil.example/' }, 403],
    ['website that both name', sent.path, { Origin: 'https://evil.example' }, 403],
    ['country', sent.path, { 'X-Forwarded-For': '8.8.8.8' }, 451],
    ['video', sent.path.replace('/thai/', '/free/'), {}, 403],
    ['key', sent.path.replace('x_key_id=k1', 'x_key_id=k2'), {}, 403],
    ['time', sent.path.replace(`${expires}`, `${expires + 1}`), {}, 403],
    ['signature', sent.path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), {}, 403],
    ['condition', `${sent.path}&x_client_ip=1.46.0.2`, {}, 403],
  ];
  for (const [what, at, changed, status] of others) {
    const received = await send(nginx.port, { path: at, headers: { ...headers, ...changed } });
    assert.equal(received.status, status, `another ${what}`);
  }
  assert.equal(await answersAlone(nginx, sent), true);
});

test('a signature that nginx remembers ends at its time', { skip }, async () => {
  const path = SEGMENT_OF_FREE;
  await waitUntil(() => answersAlone(nginx, getSigned('free', 'k1')));
  const expires = Math.floor(Date.now() / 1000) + 6;
  const query = signQuery({ host: SIGNED, path, prefix: '/streams/free/' }, 'k1', expires);
  const sent = { path: `${path}?${query}`, headers: { Host: SIGNED } };
  assert.equal(await answersAlone(nginx, sent), true);
  await waitUntil(async () => (await send(nginx.port, sent)).status === 410);
  assert.ok(Date.now() / 1000 >= expires);
});

test('who fills what nginx remembers is still told apart', { skip }, async () => {
  const headers = { Host: 'some.test', 'X-Forwarded-For': '1.46.0.1' };
  const from = async (site: string) =>
    send(nginx.port, { path: SEGMENT_OF_FREE, headers: { ...headers, Referer: site } });
  for (let done = 0; done < 500; done += 1) {
    const long = 'a'.repeat(done);
    assert.equal((await from(`https://customer.example/${long}`)).status, 200);
    assert.equal((await from(`https://${long}.customer.example/`)).status, 403);
  }
});

test('a video that is deleted, or blocked in a country, is gone at once', { skip }, async () => {
  const sent = (key: string) => ({
    path: `/streams/${key}/rev1/v360/1.m4s`,
    headers: { Host: OPEN, 'X-Forwarded-For': '8.8.8.8' },
  });
  assert.equal(await answersAlone(nginx, sent('constructor')), true);
  await changeVideo(storage, 'constructor', { geoblock: { allow: [], deny: ['US'] } });
  await waitUntil(async () => (await send(nginx.port, sent('constructor'))).status === 451);
  await changeVideo(storage, 'constructor', { state: 'deleted', stream: null });
  await waitUntil(async () => (await send(nginx.port, sent('constructor'))).status === 410);
  await changeVideo(storage, 'constructor', {});
  await waitUntil(() => answersAlone(nginx, sent('constructor')));
});

test('an address with an escaped zero is refused without a word of nginx', { skip }, async () => {
  const received = await send(nginx.port, { path: '/streams/free%00', headers: { Host: OPEN } });
  assert.equal(received.status, 400);
  assert.match(received.body.toString(), /^\{"code":"malformed_request","requestId":"\w{32}"\}$/);
});

test(
  'what is refused behind nginx has the edge’s id, which knows the viewer',
  { skip },
  async () => {
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
  },
);

test('a head that names many websites passes nginx', { skip }, async () => {
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

test('neither signatures nor secrets stand in what nginx prints', { skip }, async () => {
  await answersAlone(nginx, getSigned('free', 'k1'));
  await send(nginx.port, { ...getSigned('absent', 'k1') });
  await waitUntil(async () => nginx.printed().includes(SEGMENT_OF_FREE));
  assert.doesNotMatch(nginx.printed(), /x_signature|first-key/);
});

test('what nginx knows plays on while its edge is gone', { skip }, async (t) => {
  const alone = await startNginxEdge(edges);
  t.after(() => alone.close());
  await teach(alone);
  await alone.stopEdge();
  const known = await send(alone.port, { path: SEGMENT_OF_FREE, headers: { Host: OPEN } });
  assert.equal(known.status, 200);
  const segmentOfNone = SEGMENT_OF_FREE.replace('/free/', '/nothing/');
  for (const path of ['/embed/free', segmentOfNone]) {
    const left = await send(alone.port, { path, headers: { Host: OPEN } });
    assert.equal(left.status, 503, path);
    assert.match(left.body.toString(), /^\{"code":"unavailable","requestId":"\w{32}"\}$/);
  }
});

test('nginx is told nothing that others of the machine can read', { skip }, async () => {
  assert.equal((await stat(nginx.folder)).mode & 0o077, 0);
  assert.equal((await stat(join(nginx.folder, 'facts.json'))).mode & 0o077, 0);
});
