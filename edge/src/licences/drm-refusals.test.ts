import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { EgressError, openEgress } from '@kinora/egress/egress';
import { startNameServer } from '@kinora/egress/test-name-server';
import { publishChannel, TEST_ACCESS } from '../test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from '../test-signatures.ts';
import { writeSpc } from './fair-play/test-device.ts';
import { createCallService } from './licence-service.ts';
import { CLAIMS, fairPlay, NOW, sealed, startDrm, type System, SYSTEMS } from './test-drm.ts';
import { KEYS, protectedStream, publishTeam, signToken, THEIRS } from './test-licences.ts';
import { FAILURES } from './test-services.ts';

test('without a service, on a channel without them, or not signalled, there is nothing to ask', async (t) => {
  const { edge, ask, publish, host } = await startDrm(t);
  const token = await signToken(CLAIMS);
  const assertNone = async (systems: readonly System[], why: string) => {
    edge.clock.nowMs += 2000;
    for (const system of systems) {
      const { status, code } = await ask(system, token);
      assert.deepEqual([status, code], [404, 'not_found'], `${why} ${system}`);
    }
    const certificate = await fetch(`${edge.url}/licenses/fair-play/certificate?video=vid1`);
    assert.equal(certificate.status, 404, why);
  };
  await publishChannel(edge.storage, host, 'team1');
  await assertNone(SYSTEMS, 'another channel');
  await publishChannel(edge.storage, host, 'team1', { hasDrm: true });
  await publishTeam(edge.storage, 'team1');
  await assertNone(SYSTEMS, 'a team without any');
  await publish({ drm: { fairplay: null, widevine: null, playready: null } });
  await assertNone(SYSTEMS, 'a team with none');
  await publish();
  await edge.publish({ stream: protectedStream() });
  await assertNone(SYSTEMS, 'a stream of ClearKey');
  await edge.publish({ stream: protectedStream({ encryption: null }) });
  await assertNone(SYSTEMS, 'a clear stream');
});

test('a secret that can’t be opened takes its own system away alone, and says nothing of itself', async (t) => {
  const { edge, ask, assertSilent } = await startDrm(t, (drm) => ({
    ...drm,
    fairplay: drm.fairplay && { ...drm.fairplay, sealedPrivateKey: sealed(randomBytes(50)) },
    playready: drm.playready && { ...drm.playready, sealedSecret: sealed(randomBytes(31)) },
  }));
  const token = await signToken(CLAIMS);
  assert.equal((await ask('widevine', token)).status, 200);
  for (const system of ['fairplay', 'playready'] as const) {
    assert.equal((await ask(system, token)).status, 404, system);
  }
  const errors = edge.logged.filter(({ level }) => level === 'error');
  assert.equal(errors.length, 2);
  assertSilent();
});

test('wrong tokens are refused alike for each system, and no service hears of them', async (t) => {
  const { edge, widevine, playready, ask, assertSilent } = await startDrm(t);
  await publishTeam(edge.storage, 'team2', THEIRS);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const good = await signToken(CLAIMS);
  const [, body = '', signature = ''] = good.split('.');
  const rs256 = await signToken(CLAIMS, { algorithm: 'RS256' });
  const refused: [string | null, number, string][] = [
    [null, 401, 'license_token_missing'],
    [`${encode({ alg: 'none' })}.${body}.`, 401, 'license_token_invalid'],
    [`${encode({ alg: 'HS256' })}.${body}.${signature}`, 401, 'license_token_invalid'],
    [
      [encode({ alg: 'ES256' }), ...rs256.split('.').slice(1)].join('.'),
      401,
      'license_token_invalid',
    ],
    [await signToken(CLAIMS, { pairs: THEIRS }), 401, 'license_token_invalid'],
    [
      await signToken(CLAIMS, { pairs: THEIRS, header: { kid: 'team2-ES256' } }),
      401,
      'license_token_invalid',
    ],
    [await signToken({ ...CLAIMS, exp: NOW }), 401, 'license_token_expired'],
    [await signToken({ ...CLAIMS, nbf: NOW + 120 }), 401, 'license_token_invalid'],
    [await signToken({ ...CLAIMS, exp: NOW + 9 * 86_400 }), 401, 'license_token_invalid'],
    [await signToken({ ...CLAIMS, video: 'vid2' }), 403, 'license_not_covered'],
    [await signToken({ ...CLAIMS, hdcp: 'type1' }), 401, 'license_token_invalid'],
    [await signToken({ ...CLAIMS, max_streams: 1 }), 401, 'license_token_invalid'],
    [
      await signToken(CLAIMS, { header: { crit: ['b64'], b64: true } }),
      401,
      'license_token_invalid',
    ],
  ];
  const { message } = writeSpc(fairPlay.device, KEYS.sd[0]);
  for (const system of SYSTEMS) {
    for (const [token, status, code] of refused) {
      const answer = await ask(system, token, { body: message });
      assert.deepEqual([answer.status, answer.code], [status, code], `${system} ${token}`);
    }
  }
  assert.deepEqual([widevine.calls.length, playready.calls.length], [0, 0]);
  assertSilent(...refused.flatMap(([token]) => token ?? []));
});

test('requests that are too large or empty are refused, and one that is sent again is answered again', async (t) => {
  const { widevine, playready, ask } = await startDrm(t);
  const token = await signToken(CLAIMS);
  for (const [system, bytes] of [
    ['fairplay', 33_000],
    ['widevine', 33_000],
    ['playready', 66_000],
  ] as const) {
    const large = await ask(system, token, { body: Buffer.alloc(bytes, 'a') });
    assert.deepEqual([large.status, large.code], [413, 'request_too_large'], system);
    const none = await ask(system, token, { body: Buffer.alloc(0) });
    assert.deepEqual([none.status, none.code], [400, 'malformed_request'], system);
  }
  assert.deepEqual([widevine.calls.length, playready.calls.length], [0, 0]);
  const { message, open } = writeSpc(fairPlay.device, KEYS.sd[0]);
  const answers = await Promise.all([1, 2].map(() => ask('fairplay', token, { body: message })));
  for (const { bytes } of answers) assert.equal(open(bytes).key.toString(), KEYS.sd[1]);
});

test('rules about viewers come before all of it, and a signature lets in to each address', async (t) => {
  const { edge, ask, host } = await startDrm(t);
  await publishChannel(edge.storage, host, 'team1', { ...SIGNED_CHANNEL, hasDrm: true });
  const token = await signToken(CLAIMS);
  const { message } = writeSpc(fairPlay.device, KEYS.sd[0]);
  for (const system of SYSTEMS) {
    assert.equal((await ask(system, token, { body: message })).code, 'signature_missing', system);
  }
  const signed = signAddress(`${edge.url}/streams/vid1/manifest.mpd`, { expires: 2000 });
  const mpd = await (await fetch(signed)).text();
  const found = [...mpd.matchAll(/<dashif:Laurl[^>]*>([^<]*)</g)];
  const paths = new Set(
    found.map(([, path = '']) => path.replaceAll('&amp;', '&').replace(edge.url, '')),
  );
  assert.deepEqual(
    [...paths].map((path) => path.split('?')[0]),
    ['/licenses/widevine', '/licenses/play-ready'],
  );
  const playlist = signAddress(`${edge.url}/streams/vid1/playlist.m3u8`, { expires: 2000 });
  const text = await (await fetch(playlist)).text();
  const ofFairPlay = [...text.matchAll(/DATA-ID="kinora\.fair-play\.\w+",VALUE="([^"]+)"/g)];
  const [licence = '', certificate = ''] = ofFairPlay.map(
    ([, path]) => path?.replace(edge.url, '') ?? '',
  );
  const [widevine = '', playready = ''] = paths;
  assert.equal((await ask('widevine', token, { path: widevine })).status, 200);
  assert.equal((await ask('playready', token, { path: playready })).status, 200);
  assert.equal((await ask('fairplay', token, { path: licence, body: message })).status, 200);
  assert.equal((await fetch(edge.url + certificate)).status, 200);
  assert.equal((await fetch(edge.url + certificate.split('&')[0])).status, 403);
});

test('a service that fails in any way is told as that, and nothing else waits for it', async (t) => {
  const { edge, widevine, playready, ask, assertSilent } = await startDrm(t);
  const token = await signToken(CLAIMS);
  const services = { widevine, playready };
  for (const [how, answer] of Object.entries(FAILURES)) {
    widevine.answer = answer;
    playready.answer = answer;
    const asked = (['widevine', 'playready'] as const).map((system) => ask(system, token));
    const { message, open } = writeSpc(fairPlay.device, KEYS.sd[0]);
    let areAnswered = false;
    void Promise.all(asked).then(() => (areAnswered = true));
    const other = await ask('fairplay', token, { body: message });
    assert.equal(open(other.bytes).key.toString(), KEYS.sd[1]);
    if (how === 'says nothing') assert.ok(!areAnswered);
    for (const { status, code } of await Promise.all(asked)) {
      assert.deepEqual([status, code], [502, 'license_service_failed'], how);
    }
    for (const { calls } of Object.values(services)) assert.equal(calls.splice(0).length, 1, how);
  }
  for (const said of [
    '{',
    '[]',
    'null',
    '{"status":"OK"}',
    '{"status":"OK","license":""}',
    '{"status":"SIGNATURE_FAILED","license":"AAAA"}',
  ]) {
    widevine.answer = (response) => void response.end(said);
    const { status, code } = await ask('widevine', token);
    assert.deepEqual([status, code], [502, 'license_service_failed'], said);
  }
  const warnings = JSON.stringify(edge.logged.filter(({ level }) => level === 'warn'));
  for (const reason of ['timeout', 'redirects', 'too_large', 'status 403', 'no licence']) {
    assert.ok(warnings.includes(reason), reason);
  }
  assert.ok(!warnings.includes(widevine.url));
  assertSilent(token);
});

test('a service in a network that isn’t allowed is never called', async (t) => {
  const inside = [
    'http://127.0.0.2:80/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://169.254.169.254/',
  ];
  for (const licenseUrl of [...inside, 'file:///etc/passwd', 'https://absent.invalid/']) {
    const { ask } = await startDrm(t, (drm) => ({
      ...drm,
      widevine: drm.widevine && { ...drm.widevine, licenseUrl },
      playready: drm.playready && { ...drm.playready, licenseUrl },
    }));
    const token = await signToken(CLAIMS);
    for (const system of ['widevine', 'playready'] as const) {
      const { status, code } = await ask(system, token);
      assert.deepEqual([status, code], [502, 'license_service_failed'], licenseUrl);
    }
  }
});

test('a name that leads inside, at once or later, is never called', async (t) => {
  let reached = 0;
  const inner = createServer((_request, response) => response.end(`${(reached += 1)}`));
  inner.listen(0, '127.0.0.2');
  await once(inner, 'listening');
  const names = await startNameServer({
    'inside.test': ['127.0.0.2'],
    'turns.test': ['127.0.0.1', '127.0.0.2'],
  });
  t.after(() => (names.close(), inner.close()));
  const { resolveName } = names;
  const egress = openEgress({ allowPrivateNetworks: ['127.0.0.1/32'], resolveName });
  const { port } = inner.address() as AddressInfo;
  for (const name of ['inside.test', 'turns.test']) {
    const licenseUrl = `http://${name}:${port}/`;
    const { ask } = await startDrm(
      t,
      (drm) => ({ ...drm, widevine: drm.widevine && { ...drm.widevine, licenseUrl } }),
      { access: { ...TEST_ACCESS, egress } },
    );
    const token = await signToken(CLAIMS);
    for (const _ of [1, 2]) assert.equal((await ask('widevine', token)).status, 502, name);
  }
  assert.equal(reached, 0);
});

test('a service that hangs takes so many connections and no more', async () => {
  const waiting: (() => void)[] = [];
  const egress = () =>
    new Promise<never>((_resolve, reject) => {
      waiting.push(() => reject(new EgressError('timeout', 'no answer')));
    });
  const reasons: object[] = [];
  const warn = (fields: object) => void reasons.push(fields);
  const log = { info: warn, warn, error: warn };
  const call = createCallService(egress, log, { teamId: 'team1', system: 'widevine' });
  const send = () => call({ url: 'https://licences.test/', headers: {}, body: '' });
  const all = Array.from({ length: 520 }, send);
  assert.equal(await all.at(-1), null);
  assert.equal(waiting.length, 500);
  for (const end of waiting) end();
  assert.ok((await Promise.all(all)).every((one) => one === null));
  void send();
  assert.equal(waiting.length, 501);
});
