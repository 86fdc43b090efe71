import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PublishedChannel } from '@kinora/contract/published';
import { signForTeam } from '@kinora/playback-rules/signature-forms';
import { publishChannel, publishProject, TEST_ACCESS } from '../test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from '../test-signatures.ts';
import { writeSpc } from './fair-play/test-device.ts';
import { CHALLENGE, CLAIMS, fairPlay, startDrm } from './test-drm.ts';
import { KEYS, publishTeam, signToken, THEIRS } from './test-licences.ts';

// The edge answers at two hosts: viewers come by 127.0.0.1, and licences are given at localhost.

async function start(t: TestContext, channel: Partial<PublishedChannel> = {}) {
  const drm = await startDrm(t, (services, port) => ({
    ...services,
    licenceHost: `localhost:${port}`,
  }));
  const { edge } = drm;
  const [here, there] = [`127.0.0.1:${edge.port}`, `localhost:${edge.port}`];
  const publishHere = (more: Partial<PublishedChannel> = {}) =>
    publishChannel(edge.storage, here, 'team1', { hasDrm: true, ...more });
  await publishHere(channel);
  const token = await signToken(CLAIMS);
  const ask = async (url: string, body = CHALLENGE, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return [response.status, response.headers.get('x-reason')];
  };
  const read = async (url: string, headers = {}) => {
    const response = await fetch(url, { headers });
    assert.equal(response.status, 200, url);
    return { text: await response.text(), policy: response.headers.get('content-security-policy') };
  };
  const toLicence = (host: string, query = '') =>
    `http://${there}/licenses/widevine?video=vid1&host=${host}${query}`;
  return { ...drm, here, there, publishHere, ask, read, toLicence };
}

const findAddresses = (manifest: string) =>
  [...manifest.matchAll(/<dashif:Laurl[^>]*>([^<]*)</g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );

test('manifest, playlist and page lead to the host that gives licences, which names itself by paths', async (t) => {
  const { here, there, read } = await start(t);
  const manifest = await read(`http://${here}/streams/vid1/manifest.mpd`);
  const query = `video=vid1&host=${here}`;
  assert.deepEqual(
    [...new Set(findAddresses(manifest.text))],
    ['widevine', 'play-ready'].map((system) => `http://${there}/licenses/${system}?${query}`),
  );
  const playlist = await read(`http://${here}/streams/vid1/playlist.m3u8`);
  assert.ok(playlist.text.includes(`VALUE="http://${there}/licenses/fair-play?${query}"`));
  assert.ok(playlist.text.includes(`"http://${there}/licenses/fair-play/certificate?${query}"`));
  for (const page of ['embed', 'watch']) {
    const { policy } = await read(`http://${here}/${page}/vid1`);
    assert.match(String(policy), new RegExp(`connect-src 'self' http://${there}(;|$)`), page);
    const own = await read(`http://${there}/${page}/vid1`);
    assert.match(String(own.policy), /connect-src 'self'(;|$)/);
  }
  const own = await read(`http://${there}/streams/vid1/manifest.mpd`);
  for (const url of findAddresses(own.text)) {
    assert.match(url.replace(`http://${there}`, ''), /^\/licenses\/[a-z-]+\?video=vid1$/);
  }
});

test('what the console shows asks the host that it plays by', async (t) => {
  const { edge, here, read } = await start(t, SIGNED_CHANNEL);
  edge.clock.nowMs = Date.now();
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const path = '/streams/vid1/manifest.mpd';
  const query = signForTeam(TEST_ACCESS.teamKey, { host: here, path, expires });
  const { text } = await read(`http://${here}${path}?${query}`);
  const [url = ''] = findAddresses(text);
  assert.match(url.replace(`http://${here}`, ''), /^\/licenses\/widevine\?video=vid1&x_/);
});

test('each address that was given answers there, from pages of other origins too', async (t) => {
  const { here, read, ask } = await start(t);
  const manifest = await read(`http://${here}/streams/vid1/manifest.mpd`);
  for (const url of new Set(findAddresses(manifest.text))) {
    assert.deepEqual(await ask(url), [200, null], url);
    const preflight = await fetch(url, { method: 'OPTIONS' });
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(String(preflight.headers.get('access-control-allow-headers')), /Authorization/);
  }
  const playlist = await read(`http://${here}/streams/vid1/playlist.m3u8`);
  const [licence = '', certificate = ''] = [
    ...playlist.text.matchAll(/DATA-ID="kinora\.fair-play\.\w+",VALUE="([^"]+)"/g),
  ].map(([, url]) => url ?? '');
  const { message } = writeSpc(fairPlay.device, KEYS.sd[0]);
  assert.deepEqual(await ask(licence, message), [200, null]);
  assert.equal((await fetch(certificate)).status, 200);
});

test('who names a host is judged by its rules: signature, website, and where its licences are given', async (t) => {
  const { edge, here, publishHere, ask, read, toLicence } = await start(t, {
    ...SIGNED_CHANNEL,
    website: { policy: 'allowSome', domains: ['ok.test'], allowNoReferrer: false },
  });
  const [allowed, foreign] = [{ origin: 'https://ok.test' }, { origin: 'https://no.test' }];
  assert.deepEqual(await ask(toLicence(here), CHALLENGE, allowed), [403, 'signature_missing']);
  const signed = signAddress(`http://${here}/streams/vid1/manifest.mpd`, { expires: 2000 });
  const [url = ''] = findAddresses((await read(signed, allowed)).text);
  assert.match(url, /&host=127\.0\.0\.1:\d+&x_key_id=/);
  assert.deepEqual(await ask(url, CHALLENGE, allowed), [200, null]);
  assert.deepEqual(await ask(url, CHALLENGE, foreign), [403, 'website_blocked']);
  assert.deepEqual(await ask(url), [403, 'website_blocked']);
  // The signature is of the host that it was made for.
  const other = url.replace(`host=${here}`, 'host=other.test');
  await publishChannel(edge.storage, 'other.test', 'team1', { ...SIGNED_CHANNEL, hasDrm: true });
  assert.deepEqual(await ask(other, CHALLENGE, allowed), [403, 'signature_invalid']);
  await publishHere({ hasDrm: undefined as never });
  edge.clock.nowMs += 2000;
  assert.deepEqual(await ask(toLicence(here)), [404, null]);
});

test('a video is opened there by the channels that it plays on alone', async (t) => {
  const { edge, here, there, ask, toLicence } = await start(t);
  const projectId = 'project1';
  const drm = await readDrm(edge.storage);
  await publishProject(edge.storage, { teamId: 'team1', projectId });
  const video = await edge.storage.read('published/videos/vid1.json');
  const document = { ...(JSON.parse(String(video)) as object), projectId };
  await edge.storage.put('published/videos/vid1.json', Buffer.from(JSON.stringify(document)));
  await publishTeam(edge.storage, 'team1', undefined, {
    geoblockRules: { rule: { allow: [], deny: [] } },
    drm,
  });
  const elsewhere = { channelId: 'another', hasDrm: true } as const;
  await publishChannel(edge.storage, there, 'team1', elsewhere);
  edge.clock.nowMs += 2000;
  assert.deepEqual(await ask(toLicence(here)), [200, null]);
  const own = `http://${there}/licenses/widevine?video=vid1`;
  assert.deepEqual(await ask(own), [404, 'video_not_found']);
  await publishChannel(edge.storage, here, 'team1', elsewhere);
  edge.clock.nowMs += 2000;
  assert.deepEqual(await ask(toLicence(here)), [404, 'video_not_found']);
});

async function readDrm(storage: Parameters<typeof publishTeam>[0]) {
  const bytes = await storage.read('published/teams/team1.json');
  return (JSON.parse(String(bytes)) as { drm: never }).drm;
}

test('hosts of other teams, unknown ones and what is none are no way in', async (t) => {
  const { edge, here, there, ask, toLicence, widevine } = await start(t);
  await publishTeam(edge.storage, 'team2', THEIRS);
  await publishChannel(edge.storage, 'theirs.test', 'team2', { hasDrm: true });
  for (const host of ['theirs.test', 'nobody.test']) {
    assert.deepEqual(await ask(toLicence(host)), [404, null], host);
  }
  for (const host of ['', 'PLAY.test', `${here}&host=${here}`, 'a/b', '%61', `${here}/`]) {
    assert.deepEqual(await ask(toLicence(host)), [405, null], host);
  }
  await publishChannel(edge.storage, there, 'team2', { hasDrm: true });
  edge.clock.nowMs += 2000;
  assert.deepEqual(await ask(toLicence(here)), [404, null]);
  assert.equal(widevine.calls.length, 0);
});
