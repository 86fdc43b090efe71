import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { getPublishedVideoKey, type PublishedChannel } from '@kinora/contract/published';
import { createTeamLicence } from '@kinora/playback-rules/team-licence';
import type { JWTPayload } from 'jose';
import { DEFAULT_LIMITS } from '../limits.ts';
import { publishChannel, rawRequest, startEdgeUnderTest, TEST_ACCESS } from '../test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from '../test-signatures.ts';
import {
  ALGORITHMS,
  type Algorithm,
  idOf,
  KEYS,
  keyOf,
  type Kind,
  OURS,
  protectedStream,
  publishKeys,
  publishTeam,
  signToken,
  THEIRS,
  toPem,
  listMalformedBodies,
} from './test-licences.ts';

const ALL: Kind[] = ['sd', 'hd', 'uhd', 'audio'];
/** The edge's clock stands at this second. */
const NOW = 1000;
const CLAIMS = { video: 'vid1', exp: NOW + 600 };
const PATH = '/licenses/clear-key?video=vid1';

async function start(t: TestContext, channel: Partial<PublishedChannel> = {}) {
  // So many refusals come from one network here.
  const refusals = { ...DEFAULT_LIMITS.refusals, burst: 10_000 };
  const edge = await startEdgeUnderTest(t, { limits: { refusals } });
  await publishTeam(edge.storage, 'team1');
  await publishKeys(edge.storage);
  await edge.publish({ stream: protectedStream() });
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', channel);
  const said: string[] = [];
  const ask = async (
    token: string | null,
    { kids = ALL.map(idOf), path = PATH, body = '', type = 'temporary', headers = {} } = {},
  ) => {
    const response = await fetch(edge.url + path, {
      method: 'POST',
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body: body || JSON.stringify({ kids, type }),
    });
    const text = await response.text();
    said.push(text, JSON.stringify([...response.headers]));
    const json = JSON.parse(text) as { code?: string; keys?: { kid: string; k: string }[] };
    return { status: response.status, headers: response.headers, ...json };
  };
  /** Asserts that no key was answered or logged since the last call. */
  const assertSilent = (...more: string[]) => {
    const canaries = ALL.flatMap((kind) => [KEYS[kind][1], keyOf(kind)]);
    const seen = [...said.splice(0), JSON.stringify(edge.logged)].join('\n');
    for (const canary of [...canaries, ...more]) assert.ok(!seen.includes(canary), canary);
  };
  return { edge, ask, assertSilent };
}

const kidsOf = (kinds: Kind[]) =>
  kinds.map((kind) => ({ kty: 'oct', kid: idOf(kind), k: keyOf(kind) }));

test('a token of each algorithm gets the keys in the form of W3C’s ClearKey, which nobody keeps', async (t) => {
  const { edge, ask } = await start(t);
  for (const algorithm of ALGORITHMS) {
    const token = await signToken(CLAIMS, { algorithm });
    const { status, headers, ...licence } = await ask(token);
    assert.equal(status, 200, algorithm);
    assert.deepEqual(licence, { keys: kidsOf(ALL), type: 'temporary' });
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    const header = { kid: `team1-${algorithm}` };
    assert.equal((await ask(await signToken(CLAIMS, { algorithm, header }))).status, 200);
    assert.ok(!JSON.stringify(edge.logged).includes(token));
  }
  const several = await signToken({ ...CLAIMS, video: ['other', 'vid1'] });
  assert.equal((await ask(several)).status, 200);
  const logged = JSON.stringify(edge.logged);
  for (const kind of ALL)
    assert.ok(!logged.includes(KEYS[kind][1]) && !logged.includes(keyOf(kind)));
});

test('a token gets the keys of its resolutions and no other, whatever is asked for', async (t) => {
  const { ask } = await start(t);
  const given = async (max_resolution: string, kinds: Kind[]) => {
    const { keys } = await ask(await signToken({ ...CLAIMS, max_resolution }), {
      kids: kinds.map(idOf),
    });
    return keys?.map(({ kid }) => ALL.find((kind) => idOf(kind) === kid));
  };
  assert.deepEqual(await given('SD', ALL), ['sd', 'audio']);
  assert.deepEqual(await given('HD', ALL), ['sd', 'hd', 'audio']);
  assert.deepEqual(await given('UHD', ALL), ALL);
  assert.deepEqual(await given('HD', ['audio', 'audio']), ['audio']);
  const sd = await signToken({ ...CLAIMS, max_resolution: 'SD' });
  assertSilentAbout(await ask(sd), ['hd', 'uhd']);
  for (const kids of [[idOf('hd')], [idOf('uhd'), 'AAAAAAAAAAAAAAAAAAAAAA']]) {
    const { status, code } = await ask(sd, { kids });
    assert.deepEqual([status, code], [403, 'license_not_covered']);
  }
});

function assertSilentAbout(answer: object, kinds: Kind[]) {
  for (const kind of kinds) assert.ok(!JSON.stringify(answer).includes(keyOf(kind)));
}

test('one key of an older packaging, which opens the highest resolution, is no SD token’s', async (t) => {
  const { edge, ask } = await start(t);
  const { video, ...stream } = protectedStream();
  const old = video.map(({ keyId: _own, ...one }) => one);
  await edge.publish({ stream: { ...stream, video: old } });
  const asked = { kids: [idOf('sd')] };
  const refused = await ask(await signToken({ ...CLAIMS, max_resolution: 'HD' }), asked);
  assert.deepEqual([refused.status, refused.code], [403, 'license_not_covered']);
  assert.deepEqual((await ask(await signToken(CLAIMS), asked)).keys, kidsOf(['sd']));
});

test('what no token may say is refused with its reason, and nothing of keys is said or logged', async (t) => {
  const { ask, assertSilent } = await start(t);
  const INVALID = [401, 'license_token_invalid'];
  const EXPIRED = [401, 'license_token_expired'];
  const NOT_COVERED = [403, 'license_not_covered'];
  const UNPROTECTED = [403, 'output_not_protected'];
  const claims: [JWTPayload, (number | string)[]][] = [
    [{ video: 'vid1' }, INVALID],
    [{ ...CLAIMS, exp: NOW }, EXPIRED],
    [{ ...CLAIMS, exp: NOW - 59 }, EXPIRED],
    [{ ...CLAIMS, exp: NOW + 8 * 86_400 }, INVALID],
    [{ ...CLAIMS, exp: '2000' as never }, INVALID],
    [{ ...CLAIMS, nbf: NOW + 61 }, INVALID],
    [{ ...CLAIMS, iat: NOW + 61 }, INVALID],
    [{ ...CLAIMS, nbf: 'now' as never }, INVALID],
    [{ exp: CLAIMS.exp }, INVALID],
    [{ ...CLAIMS, video: { vid1: true } }, INVALID],
    [{ ...CLAIMS, video: [7] }, INVALID],
    [{ ...CLAIMS, video: 'vid2' }, NOT_COVERED],
    [{ ...CLAIMS, video: [] }, NOT_COVERED],
    [{ ...CLAIMS, max_resolution: '8K' }, INVALID],
    [{ ...CLAIMS, max_resolution: 'toString' }, INVALID],
    [{ ...CLAIMS, max_resolution: 4 }, INVALID],
    [{ ...CLAIMS, persistent: 'yes' }, INVALID],
    [{ ...CLAIMS, max_streams: 2 }, INVALID],
    [{ ...CLAIMS, max_streams: 2, sub: 'anna', persistent: true }, INVALID],
    [{ ...CLAIMS, hdcp: 'HDCP_V2' }, UNPROTECTED],
    [{ ...CLAIMS, hdcp: null }, INVALID],
    [{ ...CLAIMS, hdcp: 'HDCP_V9' }, INVALID],
  ];
  for (const [said, expected] of claims) {
    const { status, code, headers } = await ask(await signToken(said));
    assert.deepEqual([status, code], expected, JSON.stringify(said));
    assert.equal(headers.get('x-reason'), code);
    assert.equal(headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  for (const said of [
    { ...CLAIMS, nbf: NOW + 59, iat: NOW + 59 },
    { ...CLAIMS, hdcp: 'none' },
  ])
    assert.equal(
      (await ask(await signToken(said), { kids: ['AAAAAAAAAAAAAAAAAAAAAA'] })).status,
      403,
    );
  assertSilent();
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a valid token is judged again: by the clock, the video and the team’s present keys', async (t) => {
  const { edge, ask } = await start(t);
  const good = await signToken(CLAIMS);
  const codeOf = async (path = PATH) => (await ask(good, { path })).code;
  assert.deepEqual([await codeOf(), await codeOf()], [undefined, undefined]);
  await edge.storage.put(
    getPublishedVideoKey('vid2'),
    (await edge.storage.read(getPublishedVideoKey('vid1'))) ?? Buffer.alloc(0),
  );
  assert.equal(await codeOf('/licenses/clear-key?video=vid2'), 'license_not_covered');
  await publishTeam(edge.storage, 'team1', THEIRS);
  edge.clock.nowMs += 2000;
  assert.equal(await codeOf(), 'license_token_invalid');
  await publishTeam(edge.storage, 'team1');
  edge.clock.nowMs += 2000;
  assert.equal(await codeOf(), undefined);
  edge.clock.nowMs = CLAIMS.exp * 1000;
  assert.equal(await codeOf(), 'license_token_expired');
});

test('tokens of other keys, other algorithms and none, are refused alike', async (t) => {
  const { edge, ask, assertSilent } = await start(t);
  await publishTeam(edge.storage, 'team2', THEIRS);
  const spki = toPem(OURS.ES256.publicKey);
  /** RFC 8725 §2.1: the public key taken for the secret of a MAC. */
  const mac = (header: object, secret: string | Buffer, hash = 'sha256') => {
    const text = `${encode(header)}.${encode(CLAIMS)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const good = await signToken(CLAIMS);
  const [head = '', body = '', signature = ''] = good.split('.');
  const confused = (algorithm: Algorithm, alg: string) =>
    signToken(CLAIMS, { algorithm }).then((token) =>
      [encode({ alg }), ...token.split('.').slice(1)].join('.'),
    );
  const tokens = [
    `${encode({ alg: 'none' })}.${body}.`,
    `${encode({ alg: 'None' })}.${body}.${signature}`,
    mac({ alg: 'HS256' }, spki),
    mac(
      { alg: 'HS256', kid: 'team1-ES256' },
      OURS.ES256.publicKey.export({ type: 'spki', format: 'der' }),
    ),
    mac({ alg: 'HS512' }, spki, 'sha512'),
    mac({ alg: 'ES256' }, spki),
    mac({ alg: 'HS256' }, TEST_ACCESS.teamKey as Buffer),
    await confused('RS256', 'ES256'),
    await confused('ES256', 'RS256'),
    await confused('EdDSA', 'ES256'),
    await confused('RS256', 'PS256'),
    await confused('EdDSA', 'Ed25519'),
    await signToken(CLAIMS, { pairs: THEIRS }),
    await signToken(CLAIMS, { pairs: THEIRS, header: { kid: 'team1-ES256' } }),
    await signToken(CLAIMS, { pairs: THEIRS, header: { kid: 'team2-ES256' } }),
    await signToken(CLAIMS, { header: { kid: 'team1-RS256' } }),
    await signToken(CLAIMS, { header: { kid: 'nobody' } }),
    await signToken(CLAIMS, { header: { kid: 7 } }),
    await signToken(CLAIMS, {
      pairs: THEIRS,
      header: { jwk: THEIRS.ES256.publicKey.export({ format: 'jwk' }) },
    }),
    `${encode({ alg: 'ES256', crit: ['exp'], exp: 1 })}.${body}.${signature}`,
    `${encode({ alg: 'ES256', crit: [] })}.${body}.${signature}`,
    `${head}.${encode({ ...CLAIMS, video: 'vid1 ' })}.${signature}`,
    `${head}.${body}.${signature.slice(0, -2)}AA`,
    `${head}.${body}`,
    `${head}.${body}.`,
    `${good}.${good}`,
    `${body}.${body}.${body}`,
    'x'.repeat(9000),
    '....',
  ];
  for (const token of tokens) {
    const { status, code } = await ask(token);
    assert.deepEqual([status, code], [401, 'license_token_invalid'], token.slice(0, 80));
  }
  const missing = await ask(null);
  assert.deepEqual([missing.status, missing.code], [401, 'license_token_missing']);
  for (const authorization of ['Basic dTpw', good, 'Bearer', `Bearer ${good} ${good}`]) {
    const refused = await ask(null, { headers: { authorization } });
    assert.deepEqual([refused.status, refused.code], [401, 'license_token_invalid']);
  }
  assertSilent(...tokens.filter((token) => token.length > 20), good);
  assert.equal((await ask(good)).status, 200);
  const critical = await signToken(CLAIMS, { header: { crit: ['b64'], b64: true } });
  assert.equal((await ask(critical)).status, 401);
  await publishTeam(edge.storage, 'team1', OURS, { jwtKeys: [] });
  edge.clock.nowMs += 2000;
  assert.equal((await ask(await signToken({ ...CLAIMS, exp: NOW + 900 }))).status, 401);
});

test('the console’s own token is of one video, ends, and passes for no JWT', async (t) => {
  const { ask } = await start(t);
  const { teamKey } = TEST_ACCESS;
  const of = (videoKey: string, ends: number) =>
    createTeamLicence(teamKey, { videoKey, expires: ends });
  const later = 1_000_000_600;
  assert.deepEqual((await ask(of('vid1', later))).keys, kidsOf(ALL));
  const refused = [
    [of('vid2', later), 'license_token_invalid'],
    [of('vid1', later).replace('600', '601'), 'license_token_invalid'],
    [`${of('vid1', later)}A`, 'license_token_invalid'],
    [
      createTeamLicence(Buffer.alloc(32), { videoKey: 'vid1', expires: later }),
      'license_token_invalid',
    ],
    ['kinora-team', 'license_token_invalid'],
  ] as const;
  for (const [token, reason] of refused) assert.equal((await ask(token)).code, reason, token);
});

test('an end of the console’s token is its end', async (t) => {
  const { edge, ask } = await start(t);
  edge.clock.nowMs = 1_000_000_600_000;
  const token = createTeamLicence(TEST_ACCESS.teamKey, {
    videoKey: 'vid1',
    expires: 1_000_000_600,
  });
  assert.equal((await ask(token)).code, 'license_token_expired');
});

test('a request that is none, or too large, is refused and its connection goes on or ends', async (t) => {
  const { edge, ask, assertSilent } = await start(t);
  const token = await signToken(CLAIMS);
  for (const body of listMalformedBodies(idOf('sd'))) {
    const { status, code } = await ask(token, { body });
    assert.deepEqual([status, code], [400, 'malformed_request'], body);
  }
  const large = await ask(token, { body: ' '.repeat(5000) });
  assert.deepEqual([large.status, large.code], [413, 'request_too_large']);
  const head = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nAuthorization: Bearer ${token}\r\n`;
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${`400\r\n${' '.repeat(1024)}\r\n`.repeat(6)}`;
  assert.match(await rawRequest(edge.port, chunked), /^HTTP\/1\.1 413 /);
  assertSilent();
});

test('a licence that stays needs a token that says so', async (t) => {
  const { ask } = await start(t);
  const type = 'persistent-license';
  const refused = await ask(await signToken(CLAIMS), { type });
  assert.equal(refused.code, 'license_not_covered');
  const kept = await ask(await signToken({ ...CLAIMS, persistent: true }), { type });
  assert.deepEqual([kept.status, Reflect.get(kept, 'type')], [200, type]);
});

test('addresses, methods and videos without licences are refused as everywhere', async (t) => {
  const { edge, ask, assertSilent } = await start(t);
  const token = await signToken(CLAIMS);
  for (const path of [
    '/licenses/clear-key',
    '/licenses/clear-key?video=',
    '/licenses/clear-key?video=vid1&video=vid1',
    '/licenses/clear-key?video=%76id1',
    '/licenses/clear-key/?video=vid1',
    '/licenses/widevine?video=vid1',
    '/streams/vid1/licence?video=vid1',
  ]) {
    assert.ok([404, 405].includes((await ask(token, { path })).status), path);
  }
  const other = await ask(token, { path: PATH.replace('vid1', 'vid2') });
  assert.deepEqual([other.status, other.code], [404, 'video_not_found']);
  const got = await fetch(edge.url + PATH);
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST, OPTIONS']);
  const preflight = await fetch(edge.url + PATH, { method: 'OPTIONS' });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
  assert.equal(
    preflight.headers.get('access-control-allow-headers'),
    'Authorization, Content-Type',
  );
  await edge.publish({ stream: protectedStream({ encryption: null }) });
  edge.clock.nowMs += 2000;
  assert.deepEqual((await ask(token)).status, 404);
  await edge.publish({ state: 'deleted', stream: null });
  edge.clock.nowMs += 2000;
  assert.deepEqual((await ask(token)).code, 'video_deleted');
  assertSilent();
});

test('rules about viewers come first, and a signature that a manifest carries on lets in', async (t) => {
  const { edge, ask } = await start(t, {
    ...SIGNED_CHANNEL,
    website: { policy: 'allowSome', domains: ['ok.test'], allowNoReferrer: false },
  });
  const token = await signToken(CLAIMS);
  const headers = { origin: 'https://ok.test' };
  assert.equal((await ask(token)).code, 'signature_missing');
  const manifest = signAddress(`${edge.url}/streams/vid1/manifest.mpd`, { expires: 2000 });
  const text = await (await fetch(manifest, { headers })).text();
  const [, found = ''] = /<dashif:Laurl[^>]*>([^<]*)</.exec(text) ?? [];
  const path = found.replaceAll('&amp;', '&').replace(edge.url, '');
  assert.match(path, /^\/licenses\/clear-key\?video=vid1&x_key_id=/);
  assert.equal((await ask(token, { path, headers })).status, 200);
  assert.equal((await ask(token, { path })).code, 'website_blocked');
  const elsewhere = { origin: 'https://no.test' };
  assert.equal((await ask(null, { path, headers: elsewhere })).code, 'website_blocked');
  assert.equal((await ask(null, { path, headers })).code, 'license_token_missing');
});

test('who is in a blocked country gets no licence, whatever the token says', async (t) => {
  const { edge, ask, assertSilent } = await start(t);
  await edge.publish({ stream: protectedStream(), geoblock: { allow: ['TH'], deny: [] } });
  edge.clock.nowMs += 2000;
  const token = await signToken(CLAIMS);
  for (const [country, reason] of [
    ['US', 'country_blocked'],
    [null, 'country_unknown'],
  ] as const) {
    edge.clock.country = country;
    const { status, code } = await ask(token);
    assert.deepEqual([status, code], [451, reason]);
  }
  assertSilent();
  edge.clock.country = 'TH';
  assert.equal((await ask(token)).status, 200);
});
