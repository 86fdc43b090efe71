import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  getPublishedKeysPrefix,
  getPublishedVideoKey,
  PublishedVideo,
} from '@kinora/contract/published';
import { compactDecrypt } from 'jose';
import type { EdgeUnderTest } from '../test-edge.ts';
import { writeSpc } from './fair-play/test-device.ts';
import { LEASE_SEC } from './leases.ts';
import { CHALLENGE, CLAIMS, fairPlay, NOW, SECRET, startDrm, type System } from './test-drm.ts';
import { idOf, KEYS, protectedStream, signToken } from './test-licences.ts';
import { openSigned } from './test-services.ts';

// `max_streams` over HTTP. The edge's clock stands until a test moves it.

const PATHS = {
  widevine: '/licenses/widevine',
  playready: '/licenses/play-ready',
  fairplay: '/licenses/fair-play',
  clearkey: '/licenses/clear-key',
};
const ONE = 'a'.repeat(32);
const TWO = 'b'.repeat(32);
const EXCEEDED = [403, 'license_streams_exceeded'];

const limited = (more: object = {}) =>
  signToken({ ...CLAIMS, exp: NOW + 86_400, sub: 'anna', max_streams: 1, ...more });

async function start(t: TestContext) {
  const drm = await startDrm(t);
  const clear = protectedStream();
  const bodies = {
    widevine: CHALLENGE,
    playready: CHALLENGE,
    fairplay: writeSpc(fairPlay.device, KEYS.sd[0]).message,
    clearkey: Buffer.from(JSON.stringify({ kids: [idOf('sd')], type: 'temporary' })),
  };
  await drm.edge.publish({ videoKey: 'vid2', stream: { ...clear, videoKey: 'vid2' } });
  type Asked = { session?: string | null; video?: string; headers?: object; body?: Buffer };
  const ask = async (system: keyof typeof PATHS, token: string, more: Asked = {}) => {
    const { session = ONE, video = system === 'clearkey' ? 'vid2' : 'vid1' } = more;
    const named = session === null ? '' : `&session=${session}`;
    return drm.ask(system as System, token, {
      path: `${PATHS[system]}?video=${video}${named}`,
      body: more.body ?? bodies[system],
      headers: { ...more.headers },
    });
  };
  const release = (token: string, { session = ONE, video = 'vid1', method = 'POST' } = {}) =>
    fetch(`${drm.edge.url}/licenses/release?video=${video}&session=${session}`, {
      method,
      ...(method === 'POST' ? { body: token } : {}),
    });
  return { ...drm, ask, release };
}

const BOTH = { video: ['vid1', 'vid2'] };

test('for each system a second stream is refused, and the first one goes on as long as it is renewed', async (t) => {
  const { edge, ask, assertSilent } = await start(t);
  for (const system of ['widevine', 'playready', 'fairplay', 'clearkey'] as const) {
    const token = await limited({ ...BOTH, sub: `anna of ${system}` });
    const first = await ask(system, token);
    assert.equal(first.status, 200, system);
    assert.equal(first.headers.get('x-lease-seconds'), String(LEASE_SEC));
    assert.match(String(first.headers.get('access-control-expose-headers')), /X-Lease-Seconds/);
    for (let renewals = 0; renewals < 3; renewals += 1) {
      edge.clock.nowMs += (LEASE_SEC / 2) * 1000;
      assert.equal((await ask(system, token)).status, 200, system);
      const { status, code, headers } = await ask(system, token, { session: TWO });
      assert.deepEqual([status, code], EXCEEDED, system);
      assert.equal(headers.get('x-reason'), code);
    }
    edge.clock.nowMs += LEASE_SEC * 1000;
    assert.equal((await ask(system, token, { session: TWO })).status, 200, system);
    assert.deepEqual((await ask(system, token)).code, EXCEEDED[1], system);
    // ClearKey's answers hold the key.
    if (system !== 'clearkey') assertSilent(token);
    assert.ok(!JSON.stringify(edge.logged).includes(token));
  }
});

test('streams of all systems, videos and tokens of a viewer are counted together', async (t) => {
  const { ask } = await start(t);
  const token = await limited({ ...BOTH, max_streams: 2 });
  const another = await limited({ ...BOTH, max_streams: 2, max_resolution: 'SD' });
  assert.equal((await ask('fairplay', token)).status, 200);
  assert.equal((await ask('clearkey', another, { session: TWO })).status, 200);
  for (const system of ['widevine', 'playready', 'fairplay', 'clearkey'] as const) {
    const { code } = await ask(system, token, { session: 'c'.repeat(16) });
    assert.equal(code, EXCEEDED[1], system);
  }
  const unlimited = await ask('widevine', await signToken(CLAIMS), { session: 'c'.repeat(16) });
  assert.equal(unlimited.status, 200);
  assert.equal(unlimited.headers.get('x-lease-seconds'), null);
});

test('each system is told that the licence is a lease', async (t) => {
  const { ask, widevine, playready } = await start(t);
  const token = await limited();
  assert.equal((await ask('widevine', token)).status, 200);
  const message = openSigned(widevine.calls[0]?.body ?? CHALLENGE);
  assert.deepEqual(message['policy_overrides'], {
    can_play: true,
    can_persist: false,
    can_renew: true,
    license_duration_seconds: 300,
    renewal_delay_seconds: 150,
    renewal_retry_interval_seconds: 10,
  });
  assert.equal((await ask('playready', token)).status, 200);
  const header = String(playready.calls[0]?.headers['x-kinora-entitlement']);
  const { plaintext } = await compactDecrypt(header, SECRET);
  const said = JSON.parse(Buffer.from(plaintext).toString()) as object;
  assert.equal(Reflect.get(said, 'lease'), 300);
  const { message: body, open } = writeSpc(fairPlay.device, KEYS.sd[0]);
  const { bytes } = await ask('fairplay', token, { body });
  assert.deepEqual(open(bytes).duration, [300, 0, '1a4bde7e']);
  const deaf = writeSpc(fairPlay.device, KEYS.sd[0], { playbackState: false });
  const refused = await ask('fairplay', token, { body: deaf.message, session: ONE });
  assert.deepEqual([refused.status, refused.code], [403, 'license_not_covered']);
});

test('players that name no session are told apart by network and name, whatever they play', async (t) => {
  const { ask } = await start(t);
  const token = await limited(BOTH);
  const as = (name: string) => ({ session: null, headers: { 'user-agent': name } });
  assert.equal((await ask('widevine', token, as('tv'))).status, 200);
  assert.equal((await ask('widevine', token, as('tv'))).status, 200);
  assert.equal((await ask('clearkey', token, as('tv'))).status, 200);
  assert.equal((await ask('widevine', token, as('phone'))).code, EXCEEDED[1]);
  assert.equal((await ask('widevine', token)).code, EXCEEDED[1]);
});

test('a session that is none is no address', async (t) => {
  const { ask, release } = await start(t);
  const token = await limited();
  for (const session of ['', 'short', 'x'.repeat(65), `${ONE}~`, `${ONE}&session=${ONE}`, '%61']) {
    assert.equal((await ask('widevine', token, { session })).status, 405, session);
    assert.equal((await release(token, { session })).status, 405, session);
  }
});

test('who got no licence has no stream', async (t) => {
  const { ask, widevine } = await start(t);
  const token = await limited();
  const { answer } = widevine;
  widevine.answer = (response) => void response.writeHead(500).end();
  assert.equal((await ask('widevine', token)).code, 'license_service_failed');
  assert.equal((await ask('fairplay', token, { body: Buffer.from('spc') })).status, 400);
  widevine.answer = answer;
  assert.equal((await ask('widevine', token, { session: TWO })).status, 200);
});

test('only a player that stops lets the next one in', async (t) => {
  const { edge, ask, release, assertSilent } = await start(t);
  const token = await limited({ exp: NOW + 60 });
  const other = await limited({ exp: NOW + 61 });
  assert.equal((await ask('widevine', token)).status, 200);
  for (const [sent, more] of [
    [other, {}],
    [`${token.slice(0, -2)}AA`, {}],
    ['', {}],
    ['no token', {}],
    [token, { session: TWO }],
    [token, { video: 'nobody' }],
  ] as const) {
    const { status, headers } = await release(sent, more);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, '*']);
    assert.equal((await ask('widevine', other, { session: TWO })).code, EXCEEDED[1]);
  }
  assert.equal((await release('x'.repeat(9000))).status, 413);
  assert.equal((await release(token, { method: 'GET' })).status, 405);
  // The token has expired, but is still the one that the lease was given for.
  edge.clock.nowMs += 60_500;
  assert.equal((await release(token)).status, 204);
  assert.equal((await ask('widevine', other, { session: TWO })).status, 200);
  assertSilent(token, other);
});

/** The first packaging's keys, as ids and as bytes, and those of the one after it. */
const OLD = { id: '0d'.repeat(16), iv: '1e'.repeat(16), key: Buffer.from('canary of old key') };
const NEXT = { id: '0f'.repeat(16), iv: '1d'.repeat(16) };

test('keys of packagings before are given while their document is there, with their own IV', async (t) => {
  const { edge, ask, widevine, playready } = await start(t);
  const token = await limited(BOTH);
  const key = OLD.key.subarray(0, 16);
  for (const video of ['vid1', 'vid2']) {
    const published = PublishedVideo.parse(await readJson(edge, getPublishedVideoKey(video)));
    const stream = published.stream ?? protectedStream();
    assert.equal(stream.encryption?.method, 'cbcs');
    const own = stream.encryption;
    const withKey = ({ id, iv }: { id: string; iv: string }) => ({
      ...stream,
      video: stream.video.slice(0, 1).map((one) => ({ ...one, keyId: id })),
      audio: [],
      encryption: { ...own, iv, videoKeyId: id, pssh: [] },
      until: edge.clock.nowMs + 60_000,
    });
    const earlier = [withKey(NEXT), withKey(OLD)];
    await edge.publish({ videoKey: video, stream: { ...stream, earlier } });
    edge.clock.nowMs += 2000;
  }
  const asking = {
    widevine: Buffer.concat([CHALLENGE, Buffer.from(OLD.id, 'hex')]),
    clearkey: Buffer.from(
      JSON.stringify({ kids: [Buffer.from(OLD.id, 'hex').toString('base64url')] }),
    ),
  };
  const spc = () => writeSpc(fairPlay.device, OLD.id);
  assert.equal((await ask('clearkey', token, { body: asking.clearkey })).status, 403);
  assert.equal((await ask('fairplay', token, { body: spc().message })).status, 403);
  for (const [n, { id }] of [OLD, NEXT].entries()) {
    const keys = [{ keyId: id, kind: 'sd', sealedKey: key.toString('base64') }];
    const document = { version: 1, revisionKey: 'rev1', packaging: n + 1, keys };
    const place = `${getPublishedKeysPrefix('rev1')}${id}.json`;
    await edge.storage.put(place, Buffer.from(JSON.stringify(document)));
  }
  edge.clock.nowMs += 5000;
  const clear = await ask('clearkey', token, { body: asking.clearkey });
  const { keys: given } = JSON.parse(String(clear.bytes)) as { keys: { k: string }[] };
  assert.deepEqual(
    given.map(({ k }) => k),
    [key.toString('base64url')],
  );
  const { message, open } = spc();
  const opened = open((await ask('fairplay', token, { body: message })).bytes);
  assert.deepEqual([opened.key, opened.iv.toString('hex')], [key, OLD.iv]);
  const specsOf = (at: number) =>
    openSigned(widevine.calls.at(at)?.body ?? CHALLENGE)['content_key_specs'] as Spec[];
  assert.equal((await ask('widevine', token, { body: asking.widevine })).status, 200);
  assert.deepEqual(
    specsOf(-1).map((one) => one.key_id),
    [Buffer.from(OLD.id, 'hex').toString('base64')],
  );
  assert.equal((await ask('widevine', token)).status, 200);
  assert.equal(specsOf(-1).length, 4);
  assert.equal((await ask('playready', token)).status, 200);
  const header = String(playready.calls.at(-1)?.headers['x-kinora-entitlement']);
  const { plaintext } = await compactDecrypt(header, SECRET);
  const { keys: told } = JSON.parse(Buffer.from(plaintext).toString()) as { keys: object[] };
  assert.equal(told.length, 6);
  const sdOnly = await limited({ ...BOTH, sub: 'bo', max_resolution: 'SD' });
  assert.equal((await ask('clearkey', sdOnly, { body: asking.clearkey })).status, 200);
  // The time for viewers of the replaced packaging is over.
  edge.clock.nowMs += 60_000;
  const later = await limited({ ...BOTH, exp: NOW + 3600 });
  assert.equal((await ask('clearkey', later, { body: asking.clearkey })).status, 403);
});

type Spec = { key_id: string };

async function readJson({ storage }: EdgeUnderTest, key: string): Promise<unknown> {
  return JSON.parse(String(await storage.read(key)));
}
