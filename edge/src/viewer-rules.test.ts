import { strict as assert } from 'node:assert';
import { test, type TestContext } from 'node:test';
import type { PublishedChannel } from '@kinora/contract/published';
import { signForTeam } from '@kinora/playback-rules/signature-forms';
import {
  publishChannel,
  publishProject,
  rawRequest,
  startEdgeUnderTest,
  TEST_ACCESS,
} from './test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

const PLAYLIST = '/streams/vid1/playlist.m3u8';
const SEGMENT = '/streams/vid1/rev1/v360/1.m4s';

async function start(t: TestContext, channel: Partial<PublishedChannel>) {
  const edge = await startEdgeUnderTest(t, { trustedProxies: ['127.0.0.1'] });
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', channel);
  const ask = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(new URL(address, edge.url), { headers, method });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      reason: response.headers.get('x-reason'),
      caching: response.headers.get('cache-control'),
    };
  };
  const signed = (path: string, more: { prefix?: string; clientIp?: string } = {}) =>
    signAddress(edge.url + path, { expires: 2000, ...more });
  return { edge, ask, signed };
}

test('a signed playlist leads to signed renditions, and these to segments, each let in', async (t) => {
  const { ask, signed, edge } = await start(t, SIGNED_CHANNEL);
  const first = await ask(signed(PLAYLIST));
  assert.deepEqual([first.status, first.caching], [200, 'public, max-age=1']);
  const media = first.text.split('\n').find((line) => line.startsWith('rev1/v360.m3u8')) ?? '';
  const second = await ask(new URL(media, edge.url + PLAYLIST).href);
  assert.equal(second.status, 200);
  const segment = second.text.split('\n').find((line) => line.startsWith('v360/1.m4s')) ?? '';
  const third = await ask(new URL(segment, `${edge.url}/streams/vid1/rev1/v360.m3u8`).href);
  assert.deepEqual([third.status, third.caching], [200, 'public, max-age=60']);
  assert.deepEqual((await ask(SEGMENT)).reason, 'signature_missing');
  assert.equal((await ask(signed(PLAYLIST), {}, 'HEAD')).status, 200);
  assert.equal((await ask(signed(SEGMENT), { range: 'bytes=0-9' })).status, 206);
});

test('a player that drops queries plays on with the cookie that the playlist left', async (t) => {
  const { ask, signed } = await start(t, SIGNED_CHANNEL);
  const cookie = (await ask(signed(PLAYLIST))).headers.get('set-cookie') ?? '';
  assert.match(cookie, /; Path=\/streams\/vid1\/; Max-Age=1000; HttpOnly; SameSite=Lax$/);
  const [pair = ''] = cookie.split(';');
  const segment = await ask(SEGMENT, { cookie: `other=1; ${pair}` });
  assert.deepEqual([segment.status, segment.caching], [200, 'private, no-cache']);
  const otherVideo = await ask('/streams/vid2/playlist.m3u8', { cookie: pair });
  assert.equal(otherVideo.status, 404);
});

test('a signed page carries its signature to all that it loads, and leaks it to no other site', async (t) => {
  const { ask, signed } = await start(t, SIGNED_CHANNEL);
  const page = await ask(signed('/embed/vid1'));
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('referrer-policy'), 'strict-origin');
  const src = /src="(\/streams\/vid1\/playlist[^"]+)"/.exec(page.text)?.[1] ?? '';
  assert.equal((await ask(src.replaceAll('&amp;', '&'))).status, 200);
  const watch = await ask(signed('/watch/vid1'));
  const embed = /property="og:video" content="([^"]+)"/.exec(watch.text)?.[1] ?? '';
  assert.equal((await ask(embed.replaceAll('&amp;', '&'))).status, 200);
  const unsigned = await ask('/embed/vid1');
  assert.deepEqual([unsigned.status, unsigned.reason], [403, 'signature_missing']);
  assert.match(unsigned.text, /error-reason="signature_missing"/);
});

test('oEmbed answers of a signed page, and of no other', async (t) => {
  const { ask, signed } = await start(t, SIGNED_CHANNEL);
  const of = (page: string) => ask(`/oembed?url=${encodeURIComponent(page)}`);
  assert.equal((await of(signed('/watch/vid1'))).status, 200);
  assert.equal((await of(signed('/embed/vid1'))).status, 200);
  const page = new URL(signed('/watch/vid1'));
  assert.equal((await of(page.origin + page.pathname)).status, 403);
});

test('no log has a signature, neither of an address nor of a cookie', async (t) => {
  const { edge, ask, signed } = await start(t, SIGNED_CHANNEL);
  const address = signed(PLAYLIST);
  const signature = new URL(address).searchParams.get('x_signature') ?? '';
  const cookie = (await ask(address)).headers.get('set-cookie')?.split(';')[0] ?? '';
  await ask(SEGMENT, { cookie });
  await ask(`${address}&x_signature=twice`);
  const logged = JSON.stringify(edge.logged);
  assert.ok(logged.includes(PLAYLIST));
  assert.ok(!logged.includes(signature) && !logged.includes('x_signature'));
});

const SOME = { policy: 'allowSome', domains: ['site.test', '*.school.th'], allowNoReferrer: false };

test('websites are held on playlists, segments and pages, and by who may frame the page', async (t) => {
  const { ask } = await start(t, { website: SOME as PublishedChannel['website'] });
  for (const path of [PLAYLIST, SEGMENT, '/embed/vid1', '/watch/vid1']) {
    const allowed = await ask(path, { origin: 'https://www.school.th' });
    assert.deepEqual([allowed.status, allowed.caching], [200, 'private, no-cache'], path);
    const blocked = await ask(path, { origin: 'https://evil.test', referer: 'https://site.test' });
    assert.deepEqual([blocked.status, blocked.reason], [403, 'website_blocked'], path);
    assert.equal((await ask(path)).status, 403, path);
  }
  const embed = await ask('/embed/vid1', { referer: 'https://site.test/page' });
  const policy = embed.headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors 'self' site\.test:\* \*\.school\.th:\*(;|$)/);
  const why = await ask('/embed/vid1', { referer: 'https://evil.test/page' });
  assert.equal(why.reason, 'website_blocked');
  assert.match(why.headers.get('content-security-policy') ?? '', /frame-ancestors \*(;|$)/);
});

test('a list of websites that is too long for a head is cut to the one that was let in', async (t) => {
  const domains = Array.from({ length: 500 }, (_, n) => `a-rather-long-name-${n}.example`);
  const website = { policy: 'allowSome', domains, allowNoReferrer: true } as const;
  const { ask } = await start(t, { website: { ...website, domains } });
  const from = async (headers: Record<string, string>) =>
    (await ask('/embed/vid1', headers)).headers.get('content-security-policy') ?? '';
  assert.match(
    await from({ referer: `https://${domains[499]}/x` }),
    /'self' a-rather-long-name-499\.example:\*$/,
  );
  assert.match(await from({}), /frame-ancestors 'self'$/);
});

test('nothing that a request says of its website or host is written into a policy as it stands', async (t) => {
  const names = Array.from({ length: 500 }, (_, n) => `a-rather-long-name-${n}.example`);
  const domains = ['*.school.example', ...names];
  const website = { policy: 'allowSome', domains, allowNoReferrer: false } as const;
  const { ask, edge } = await start(t, { website: { ...website, domains } });
  for (const host of [
    "evil.test *; script-src 'unsafe-inline' *; x .school.example",
    'a,b.school.example',
  ]) {
    const embed = await ask('/embed/vid1', { referer: `https://${host}/` });
    assert.equal(embed.status, 200);
    assert.match(embed.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'$/);
  }
  const lines = [
    'GET /ads/frame HTTP/1.1',
    "Host: x; script-src 'unsafe-inline'",
    'Connection: close',
  ];
  const answer = await rawRequest(edge.port, `${lines.join('\r\n')}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 404 /);
  assert.doesNotMatch(answer, /Content-Security-Policy/i);
});

test('who is in a blocked country is told so, by the page too, and no unknown country is claimed', async (t) => {
  const { edge, ask } = await start(t, {});
  const place = { teamId: 'team1', projectId: 'p1' };
  await publishProject(edge.storage, place, { allow: ['TH'], deny: [] });
  await edge.publish({ projectId: 'p1' });
  for (const [country, status, reason] of [
    ['TH', 200, null],
    ['US', 451, 'country_blocked'],
    [null, 451, 'country_unknown'],
  ] as const) {
    edge.clock.country = country;
    for (const path of [PLAYLIST, SEGMENT, '/embed/vid1', '/watch/vid1']) {
      const answer = await ask(path);
      assert.equal(answer.status, status, `${country} ${path}`);
      assert.equal(answer.reason, reason);
      if (country === null) assert.doesNotMatch(answer.text, /in your country/);
    }
  }
});

test('the console’s covers and previews get through whatever the channel demands', async (t) => {
  const { edge, ask } = await start(t, {
    ...SIGNED_CHANNEL,
    website: SOME as PublishedChannel['website'],
  });
  const place = { teamId: 'team1', projectId: 'p1' };
  await publishProject(edge.storage, place, { allow: ['XX'], deny: [] });
  await edge.publish({ projectId: 'p1' });
  const host = `127.0.0.1:${edge.port}`;
  const of = (path: string) =>
    `${path}?${signForTeam(TEST_ACCESS.teamKey, { host, path, expires: 2000 })}`;
  const cover = await ask(of('/streams/vid1/rev1/cover-320.jpg'));
  assert.deepEqual([cover.status, cover.caching], [200, 'private, max-age=1000, immutable']);
  const playlist = await ask(of(PLAYLIST), { origin: 'http://console.test' });
  assert.equal(playlist.status, 200);
  const media = playlist.text.split('\n').find((line) => line.startsWith('rev1/v360.m3u8')) ?? '';
  assert.equal((await ask(new URL(media, edge.url + PLAYLIST).href)).status, 200);
  assert.equal((await ask(PLAYLIST)).status, 403);
});

test('a change of a rule, and a key that is taken away, hold within a second', async (t) => {
  const { edge, ask, signed } = await start(t, SIGNED_CHANNEL);
  const address = signed(PLAYLIST);
  assert.equal((await ask(address)).status, 200);
  const { signedUrl } = SIGNED_CHANNEL;
  const host = `127.0.0.1:${edge.port}`;
  await publishChannel(edge.storage, host, 'team1', { signedUrl: { ...signedUrl, keys: [] } });
  edge.clock.nowMs += 1000;
  assert.equal((await ask(address)).reason, 'signature_invalid');
  await publishChannel(edge.storage, host, 'team1');
  edge.clock.nowMs += 1000;
  assert.equal((await ask(PLAYLIST)).status, 200);
});

test('a host says which channel answers there, and an unknown one says nothing', async (t) => {
  const { edge, ask } = await start(t, {});
  const known = await ask('/.well-known/kinora-channel');
  assert.deepEqual(
    [known.status, JSON.parse(known.text)],
    [200, { channelId: 'channel of team1' }],
  );
  const url = `http://localhost:${edge.port}/.well-known/kinora-channel`;
  assert.equal((await fetch(url)).status, 404);
});
