import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { MAX_KEY_SERVERS } from '@kinora/contract/key-servers';
import { findFreePort } from '@kinora/contract/test-port';
import { sql } from 'kysely';
import { enqueue } from '../../base/jobs.ts';
import { openLog } from '../../base/log.ts';
import { type Json, type Person, startTestApp, type TestApp } from '../../test-app.ts';
import { KEY_HEADERS, startTestKeyServer, type TestKeyServer } from '../../test-key-server.ts';
import { addTestOwner } from '../../test-owner.ts';
import { MAX_AN_HOUR } from '../quotas/rules.ts';
import { requestKeyJob } from './jobs.ts';

let app: TestApp;
let admin: Person;
let teamId: string;
let server: TestKeyServer;
let logged = '';

before(async () => {
  const log = openLog('test', { write: (line: string) => void (logged += line) });
  app = await startTestApp({ ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }, log);
  ({ admin, teamId } = await addTestOwner(app, 'siam'));
  server = await startTestKeyServer();
});
after(async () => {
  await server.close();
  await app.close();
});

const PATH = '/api/v1/key-server';
const ask = (method: string, path: string, body?: object) =>
  app.call(method, path, { as: admin, ...(body ? { body } : {}) });
const endpointsOf = ({ encodingEndpoint, playbackEndpoint }: TestKeyServer) => ({
  encodingEncryptionKeyRequestApiEndpoint: encodingEndpoint,
  playbackEncryptionKeyRequestApiEndpoint: playbackEndpoint,
});

/** A server of the team that leads to the test's own; its path. */
async function create(name = 'Ours'): Promise<string> {
  const { encoderSecret, tokenSecret } = server;
  const body = { name, encoderSecret, tokenSecret, encryption: endpointsOf(server) };
  const answer = await ask('POST', PATH, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return `${PATH}/${String(answer.body['id'])}`;
}

const runTest = async (at: string) => (await ask('POST', `${at}/test`)).body;
type Checks = Record<
  string,
  Record<'encoding' | 'playback', { isPassed: boolean; actual: string }>
>;
const failedOf = (body: Json) =>
  Object.entries(body['tests'] as unknown as Checks).flatMap(([name, check]) =>
    (['encoding', 'playback'] as const).flatMap((side) =>
      check[side].isPassed ? [] : [`${name} ${side}: ${check[side].actual}`],
    ),
  );

/** Adds a preset whose first track is encrypted with a key server. */
async function createPreset(keyServerId: string) {
  const { body } = await ask('GET', '/api/v1/presets');
  const classic = body.data.find(({ vodDeliveryModel }) => String(vodDeliveryModel) === 'classic');
  type Profile = { videoTracks: object[] };
  const [first] = (classic?.['profiles'] ?? []) as unknown as Profile[];
  const encryption = { isEnableVideoEncryption: true, keyServerId };
  const [track, ...others] = first?.videoTracks ?? [];
  const videoTracks = [{ ...track, encryption }, ...others];
  const profiles = [{ ...first, videoTracks }];
  return ask('POST', '/api/v1/presets', { name: 'L', vodDeliveryModel: 'classic', profiles });
}

test('secrets that are left out are made, shown by their own call alone, and kept sealed', async () => {
  const made = (await ask('POST', PATH, { name: 'New' })).body;
  assert.deepEqual(
    [made['status'], made['note'], made['secretHeaderName'], made['test']],
    ['inactive', '', 'X-Key-Server-Secret', null],
  );
  const none = (kind: string) => ({ kind, named: [], count: 0 });
  assert.partialDeepStrictEqual(made, { uses: ['preset', 'project', 'video'].map(none) });
  const shown = (await ask('GET', `${PATH}/${String(made['id'])}/secrets`)).body;
  const secrets = [String(shown['encoderSecret']), String(shown['tokenSecret'])];
  assert.ok(secrets.every((secret) => /^[\w-]{43}$/.test(secret)) && secrets[0] !== secrets[1]);
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(k)::text as row from key_servers k`.execute(app.context.db);
  const dump = rows.map(({ row }) => row).join();
  const listed = JSON.stringify((await ask('GET', PATH)).body);
  for (const secret of secrets) {
    const forms = [secret, Buffer.from(secret).toString('hex')];
    for (const form of forms) {
      for (const text of [dump, listed, logged]) assert.equal(text.includes(form), false);
    }
  }
});

test('a server that passes its test can be activated, and not before', async () => {
  const at = await create();
  const early = await ask('PUT', `${at}/active`);
  assert.deepEqual([early.status, early.body['code']], [409, 'key-server-not-tested']);
  const result = await runTest(at);
  assert.deepEqual([result['isPassed'], failedOf(result)], [true, []]);
  const active = (await ask('PUT', `${at}/active`)).body;
  assert.equal(active['status'], 'active');
  assert.deepEqual(active['test'], result);
  assert.ok(active['testedAt']);
  assert.ok(
    server.answered
      .slice(-4)
      .every(({ claims: { tech, definition } }) => tech === 'aes128' && definition === 'default'),
  );
});

test('videos that wait for their next try ask at once when a server is known to answer', async () => {
  const { teamId: other } = await addTestOwner(app, 'ayutthaya');
  const wait = () =>
    app.context.db.transaction().execute(async (tx) => {
      await sql`delete from pgboss.job where name = ${requestKeyJob.name}`.execute(tx);
      for (const group of [teamId, other]) {
        const options = { group, singletonKey: group, startAfter: 300 };
        await enqueue(tx, requestKeyJob, { revisionKey: group }, options);
      }
    });
  const listDue = async () => {
    const { rows } = await sql<{ team: string }>`select data ->> 'revisionKey' as team
      from pgboss.job where name = ${requestKeyJob.name} and start_after <= now()`.execute(
      app.context.db,
    );
    return rows.map(({ team }) => team);
  };
  const at = await create('Back again');
  await wait();
  await runTest(at);
  assert.deepEqual(await listDue(), [teamId]);
  await wait();
  assert.deepEqual(await listDue(), []);
  await ask('PUT', `${at}/active`);
  assert.deepEqual(await listDue(), [teamId]);
});

test('a change of what was tested takes the server out of use, and one of its name does not', async () => {
  const at = await create();
  const reset = async () => {
    await runTest(at);
    await ask('PUT', `${at}/active`);
  };
  const stateAfter = async (body: object) => {
    await reset();
    const { body: now } = await ask('PUT', at, body);
    return [now['status'], now['test'] === null];
  };
  assert.deepEqual(await stateAfter({ name: 'Other', note: 'of the studio' }), ['active', false]);
  assert.deepEqual(await stateAfter({ encryption: endpointsOf(server) }), ['active', false]);
  const { encoderSecret, tokenSecret } = server;
  for (const body of [{ encoderSecret }, { tokenSecret }]) {
    assert.deepEqual(await stateAfter(body), ['inactive', true]);
  }
  const encodingEncryptionKeyRequestApiEndpoint = `${server.encodingEndpoint}?of=siam`;
  const encryption = { encodingEncryptionKeyRequestApiEndpoint };
  assert.deepEqual(await stateAfter({ encryption }), ['inactive', true]);
  const secretHeaderName = 'X-Secret';
  assert.deepEqual((await ask('PUT', at, { secretHeaderName })).body['status'], 'inactive');
  assert.match(failedOf(await runTest(at)).join(), /statusCode encoding: 403/);
});

test('a test that began before a change says nothing of what is saved now', async () => {
  const at = await create();
  const held = Promise.withResolvers<ServerResponse>();
  server.misbehave((response) => {
    server.misbehave(null);
    held.resolve(response);
  });
  const running = runTest(at);
  const response = await held.promise;
  await ask('PUT', at, { tokenSecret: 'another-secret-of-theirs' });
  response.destroy();
  await running;
  assert.equal((await ask('GET', at)).body['test'], null);
});

for (const [name, answer, expected] of [
  ['redirects', (r) => r.writeHead(307, { location: 'https://example.com/' }).end(), /redirects/],
  ['answers 2 GB', (r) => r.writeHead(200, { 'content-length': 2 ** 31 }).write('x'), /too_large/],
  ['drips', (r) => drip(r), /timeout/],
  ['answers 500', (r) => r.writeHead(500).end('secret-of-theirs'), /statusCode encoding: 500/],
  ['hangs up', (r) => r.destroy(), /unreachable/],
] satisfies [string, (response: ServerResponse) => unknown, RegExp][]) {
  test(`a key server that ${name} fails its test, with the reason`, async () => {
    const at = await create();
    server.misbehave(answer);
    const result = await runTest(at);
    server.misbehave(null);
    assert.equal(result['isPassed'], false);
    assert.match(failedOf(result).join('\n'), expected);
    assert.equal(JSON.stringify(result).includes('secret-of-theirs'), false);
    assert.equal((await ask('PUT', `${at}/active`)).status, 409);
  });
}

test('a key server with a closed port fails its test with only that reason', async () => {
  const at = await create();
  const url = `http://127.0.0.1:${await findFreePort()}/`;
  const encryption = {
    encodingEncryptionKeyRequestApiEndpoint: url,
    playbackEncryptionKeyRequestApiEndpoint: url,
  };
  assert.equal((await ask('PUT', at, { encryption })).status, 200);
  const reasons = failedOf(await runTest(at)).map((one) => one.split(': ')[1]);
  assert.deepEqual(new Set(reasons), new Set(['connection_refused']));
});

/** Never ends, and is never silent for long. */
function drip(response: ServerResponse): void {
  response.writeHead(200, KEY_HEADERS);
  const timer = setInterval(() => response.write('x'), 500);
  response.on('close', () => clearInterval(timer));
}

test('addresses inside are not called, whatever their spelling', async () => {
  const at = await create();
  for (const address of [
    'https://10.0.0.1/k',
    'https://[::ffff:10.0.0.1]/k',
    'http://0x0a000001/',
  ]) {
    const encryption = {
      encodingEncryptionKeyRequestApiEndpoint: address,
      playbackEncryptionKeyRequestApiEndpoint: address,
    };
    assert.equal((await ask('PUT', at, { encryption })).status, 200);
    assert.equal(new Set(failedOf(await runTest(at)).map((one) => one.split(': ')[1])).size, 1);
    assert.match(failedOf(await runTest(at))[0] ?? '', /: refused$/);
  }
});

test('endpoints, headers and secrets of a wrong form are refused with their field', async () => {
  const endpoint = 'encodingEncryptionKeyRequestApiEndpoint';
  for (const [body, path] of [
    ...[
      ['ftp://keys.example.com/', 'https://user:pw@keys.example.com/', 'keys.example.com'],
      ['https://keys.example.com/?token=x', 'https://keys.example.com/#a', 'javascript:alert(1)'],
    ]
      .flat()
      .map((typed) => [{ encryption: { [endpoint]: typed } }, `encryption.${endpoint}`] as const),
    ...['Host', 'Content-Length', 'a b', 'ก', 'transfer-encoding', ''].map(
      (secretHeaderName) => [{ secretHeaderName }, 'secretHeaderName'] as const,
    ),
    ...[
      'short',
      'with a space in it',
      'x'.repeat(257),
      'ลับลับลับลับลับลับลับลับ',
      'a\r\nX: 1234567890',
    ].map((encoderSecret) => [{ encoderSecret }, 'encoderSecret'] as const),
  ]) {
    const answer = await ask('POST', PATH, { name: 'N', ...body });
    const [first] = (answer.body['errors'] ?? []) as unknown as { path: string }[];
    assert.deepEqual([answer.status, first?.path], [422, path], JSON.stringify(body));
  }
});

test('a server that a preset uses stays, and the refusal names the preset', async () => {
  const at = await create();
  const id = at.slice(PATH.length + 1);
  const early = await createPreset(id);
  const [first] = (early.body['errors'] ?? []) as unknown as { path: string; code: string }[];
  assert.deepEqual([early.status, first?.code], [422, 'key_server_inactive']);
  await runTest(at);
  await ask('PUT', `${at}/active`);
  const preset = (await createPreset(id)).body;
  const named = [{ key: preset['id'], name: 'L' }];
  const uses = [{ kind: 'preset', named, count: 1 }];
  assert.partialDeepStrictEqual((await ask('GET', at)).body, { uses });
  for (const [method, path] of [
    ['DELETE', at],
    ['PUT', `${at}/inactive`],
  ] as const) {
    const { status, body } = await ask(method, path);
    assert.deepEqual([status, body['code']], [409, 'key_server_in_use']);
    assert.partialDeepStrictEqual(body, { uses });
  }
  await ask('DELETE', `/api/v1/presets/${String(preset['id'])}`);
  assert.equal((await ask('PUT', `${at}/inactive`)).body['status'], 'inactive');
  assert.equal((await ask('DELETE', at)).status, 204);
  assert.equal((await ask('GET', at)).status, 404);
});

test('a preset can’t name a server that isn’t there, or is another team’s', async () => {
  const { admin: stranger } = await addTestOwner(app, 'lanna');
  const theirs = await app.call('POST', PATH, { as: stranger, body: { name: 'Theirs' } });
  for (const id of [String(theirs.body['id']), 'nothing']) {
    const { status, body } = await createPreset(id);
    const [first] = (body['errors'] ?? []) as unknown as { code: string }[];
    assert.deepEqual([status, first?.code], [422, 'key_server_not_found']);
  }
});

test('tests count against what an account may do in an hour, and a team has so many servers', async () => {
  const at = await create();
  await sql`insert into quota_uses (account_id, kind, hour, amount)
    values (${admin.id}, 'keyServerTests', date_trunc('hour', now()), ${MAX_AN_HOUR.keyServerTests})
    on conflict (account_id, kind) do update set amount = excluded.amount`.execute(app.context.db);
  const refused = await ask('POST', `${at}/test`);
  assert.deepEqual([refused.status, refused.body['code']], [429, 'quota_reached']);
  await sql`insert into key_servers (id, team_id, name, secret_header_name, sealed_encoder_secret,
      sealed_token_secret)
    select gen_random_uuid(), ${teamId}, 'filler', 'X', '\\x00', '\\x00'
    from generate_series(1, ${MAX_KEY_SERVERS}) n`.execute(app.context.db);
  assert.equal((await ask('POST', PATH, { name: 'One more' })).body['code'], 'limit_reached');
});
