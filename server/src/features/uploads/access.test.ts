import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { TUS_PATH } from '@kinora/contract/uploads';
import { testPassword, type Person } from '../../test-app.ts';
import { creation, startTestUploads, type TestUploads } from '../../test-uploads.ts';

let uploads: TestUploads;
const people: Record<string, Person> = {};

before(async () => {
  uploads = await startTestUploads();
  const { app, projectKey, scope } = uploads;
  for (const role of ['viewer', 'uploader', 'project-manager'] as const) {
    const person = await app.addPerson(scope, 'user');
    await app.addToProject(projectKey, person, role);
    people[role] = person;
  }
  people['user'] = await app.addPerson(scope, 'user');
  people['manager'] = await app.addPerson(scope, 'manager');
  people['admin'] = await app.addPerson(scope, 'admin');
  people['other team'] = (await app.addTeam('other')).admin;
});
after(() => uploads.close());

const octets = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
const expected: Record<string, number | null> = {
  'other team': 404,
  user: 404,
  manager: 404,
  viewer: 403,
  uploader: null,
  'project-manager': null,
  admin: null,
};

test('each verb is open only to members who may upload to the project', async () => {
  for (const [who, refused] of Object.entries(expected)) {
    const as = people[who] ?? null;
    const { path } = await uploads.addUpload(3);
    const videoKey = await uploads.addVideo(3);
    const post = await uploads.call('POST', { as, headers: creation(videoKey, 3) });
    const head = await uploads.call('HEAD', { as, path });
    const patch = await uploads.call('PATCH', {
      as,
      path,
      headers: octets,
      body: Buffer.from('a'),
    });
    const remove = await uploads.call('DELETE', { as, path });
    const statuses = [post, head, patch, remove].map(({ status }) => status);
    assert.deepEqual(statuses, refused ? statuses.map(() => refused) : [201, 200, 204, 204], who);
    if (refused) {
      assert.equal(patch.body?.['code'], refused === 403 ? 'forbidden' : 'not_found', who);
      const after = await uploads.call('HEAD', { path });
      assert.deepEqual([after.status, after.headers['upload-offset']], [200, '0'], who);
    }
  }
});

test('a caller who is not signed in, or names another team, gets nowhere', async () => {
  const { path } = await uploads.addUpload(3);
  for (const [method, where] of [
    ['POST', TUS_PATH],
    ['HEAD', path],
    ['PATCH', path],
    ['DELETE', path],
  ] as const) {
    const headers = { ...octets, ...creation('any', 3) };
    const anonymous = await uploads.call(method, { as: null, path: where, headers });
    assert.equal(anonymous.status, 401, method);
    const elsewhere = { ...headers, 'x-team': 'other' };
    assert.equal((await uploads.call(method, { path: where, headers: elsewhere })).status, 404);
  }
});

test('a write by session cookie needs the origin of the console', async () => {
  const { app, admin } = uploads;
  const signedIn = await app.call('POST', '/api/auth/v1/sign-in', {
    body: { email: admin.email, password: testPassword },
    headers: { origin: app.context.config.publicUrl },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
  const videoKey = await uploads.addVideo(3);
  const headers = { cookie, 'x-team': 'films', ...creation(videoKey, 3) };
  const foreign = { ...headers, origin: 'https://evil.test' };
  for (const one of [headers, foreign]) {
    const answer = await uploads.call('POST', { as: null, headers: one });
    assert.deepEqual([answer.status, answer.body?.['code']], [403, 'origin_refused']);
  }
  // A method override must not turn a read into a write.
  const { path } = await uploads.addUpload(3);
  for (const by of ['GET', 'HEAD']) {
    const carried = { ...headers, 'x-http-method-override': 'DELETE' };
    assert.equal((await uploads.call(by, { as: null, path, headers: carried })).status, 403);
  }
  assert.equal((await uploads.call('HEAD', { path })).status, 200);
  const own = { ...headers, origin: app.context.config.publicUrl };
  assert.equal((await uploads.call('POST', { as: null, headers: own })).status, 201);
  const carried = { ...own, 'x-http-method-override': 'DELETE' };
  assert.equal((await uploads.call('GET', { as: null, path, headers: carried })).status, 204);
});

test('a colleague cannot put aside what another one is uploading, until it lies idle', async () => {
  const { videoKey, path } = await uploads.addUpload(3);
  const as = people['uploader'] ?? null;
  const early = await uploads.call('POST', { as, headers: creation(videoKey, 3) });
  assert.deepEqual([early.status, early.body?.['code']], [403, 'upload_refused']);
  assert.equal((await uploads.call('HEAD', { path })).status, 200);
  await sql`update uploads set expires_at = expires_at - interval '25 hours'
    where video_key = ${videoKey}`.execute(uploads.app.context.db);
  const late = await uploads.call('POST', { as, headers: creation(videoKey, 3) });
  assert.equal(late.status, 201);
  assert.equal((await uploads.call('HEAD', { path })).status, 404);
});
