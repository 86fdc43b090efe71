import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MAX_JWT_KEYS } from '@kinora/contract/drm-configs';
import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { openLog } from '../../base/log.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner } from '../../test-owner.ts';
import { withAppWorker } from '../../test-videos.ts';

let app: TestApp;
let admin: Person;
let teamId: string;
let logged = '';

before(async () => {
  const log = openLog('test', { write: (line: string) => void (logged += line) });
  app = await startTestApp({}, log);
  ({ admin, teamId } = await addTestOwner(app, 'siam'));
});
after(() => app.close());

const path = () => `/api/v1/drm-configs/${teamId}/jwtKeys`;
const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const add = (publicKey: string, as = admin) =>
  app.call('POST', path(), { as, body: { name: 'สตูดิโอ', publicKey } });
const list = async () => (await app.call('GET', path(), { as: admin })).body.data;
/** Read from channels, which members see even without the right to see the configuration. */
const hasJwtKeys = async () => {
  const { body } = await app.call('GET', '/api/v1/playback-channels', { as: admin, team: 'siam' });
  return body.data[0]?.['hasJwtKeys'];
};

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed = generateKeyPairSync('ed25519');

test('a team has one configuration, which counts its keys', async () => {
  const { body } = await app.call('GET', '/api/v1/drm-configs', { as: admin });
  const [config] = body.data;
  assert.deepEqual([config?.['id'], config?.['jwtKeyCount']] as unknown[], [teamId, 0]);
  assert.equal(await hasJwtKeys(), false);
  const other = await app.addTeam('lanna');
  assert.equal((await app.call('GET', path(), { as: other.admin })).status, 404);
});

test('a key says by itself how it signs, as PEM and as JWK, and reaches edges', async () => {
  const given = [
    [pem(ec.publicKey), 'ES256'],
    [`\n${pem(rsa.publicKey)}\n`, 'RS256'],
    [JSON.stringify(ed.publicKey.export({ format: 'jwk' })), 'EdDSA'],
  ] as const;
  for (const [publicKey, algorithm] of given) {
    const { status, body } = await add(publicKey);
    assert.equal(status, 201);
    assert.equal(body['algorithm'], algorithm);
    assert.match(String(body['keyId']), /^[A-Za-z0-9]{20}$/);
    assert.deepEqual(Object.keys(body), ['id', 'keyId', 'name', 'algorithm', 'createdAt']);
  }
  const keys = await list();
  assert.deepEqual(
    keys.map((key) => key['algorithm']),
    ['EdDSA', 'RS256', 'ES256'],
  );
  assert.equal(await hasJwtKeys(), true);
  await withAppWorker(app.context, () =>
    until('the keys to be published', async () => {
      const { jwtKeys } = await publishedTeam();
      return jwtKeys.length === 3 && jwtKeys.some((key) => key.publicKey === pem(ed.publicKey));
    }),
  );
  const [first] = keys;
  const url = `${path()}/${String(first?.['keyId'])}`;
  assert.equal((await app.call('DELETE', url, { as: admin })).status, 204);
  assert.equal((await app.call('DELETE', url, { as: admin })).status, 404);
  await withAppWorker(app.context, () =>
    until('the key to be gone', async () => (await publishedTeam()).jwtKeys.length === 2),
  );
});

async function publishedTeam(): Promise<PublishedTeam> {
  const bytes = await app.context.storage.read(getPublishedTeamKey(teamId));
  const none = { version: 1, teamId, name: '', geoblockRules: {}, jwtKeys: [] };
  return PublishedTeam.parse(bytes ? JSON.parse(bytes.toString()) : none);
}

test('a private key is refused by name, and stands in no answer and no log', async () => {
  const before = await list();
  const canaries: string[] = [];
  const secrets = [ec, rsa, ed].flatMap(({ privateKey }) => {
    const jwk = privateKey.export({ format: 'jwk' });
    const text = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    canaries.push(String(jwk.d), ...text.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line)));
    return [text, JSON.stringify(jwk), `${pem(ec.publicKey)}${text}`];
  });
  secrets.push(String(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' })));
  secrets.push(JSON.stringify({ kty: 'oct', k: 'c2VjcmV0IHNlY3JldCBzZWNyZXQ' }));
  for (const secret of secrets) {
    const { status, body } = await add(secret);
    assert.equal(status, 422);
    assert.deepEqual(body['errors']?.[0]?.['code'], 'private_key');
    for (const canary of canaries) assert.ok(!JSON.stringify(body).includes(canary));
  }
  assert.ok(logged.includes('/jwtKeys'));
  for (const canary of canaries) assert.ok(!logged.includes(canary));
  assert.deepEqual(await list(), before);
});

function withExponent(exponent: bigint): KeyObject {
  const hex = exponent.toString(16);
  const e = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const key = { ...rsa.publicKey.export({ format: 'jwk' }), e: e.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

test('what can’t sign a token is refused', async () => {
  const weak = [
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey,
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey,
    generateKeyPairSync('x25519').publicKey,
    generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey,
    // A check with the last one takes a thousand times as long as with 65537, and edges make it.
    ...[3n, 65_539n, 2n ** 2047n + 1n].map(withExponent),
  ];
  const codeOf = async (key: string) => (await add(key)).body['errors']?.[0]?.['code'];
  for (const key of weak) assert.equal(await codeOf(pem(key)), 'key_not_supported');
  const cut = pem(ec.publicKey).replace(/.{10}\n-----END/, '\n-----END');
  const certificate = pem(ec.publicKey).replaceAll('PUBLIC KEY', 'CERTIFICATE');
  for (const no of ['x', '{}', '{"kty":"EC"}', '[]', cut, certificate])
    assert.equal(await codeOf(no), 'not_a_key', no);
});

test('a team has no more keys than an edge tries', async () => {
  for (let count = (await list()).length; count < MAX_JWT_KEYS; count += 1)
    assert.equal((await add(pem(ec.publicKey))).status, 201);
  const { status, body } = await add(pem(ec.publicKey));
  assert.deepEqual([status, body['code']], [409, 'limit_reached']);
});
