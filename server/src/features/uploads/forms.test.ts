import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listeners } from '../../app-events.ts';
import { type Announced, onEvery, setListeners } from '../../base/events.ts';
import type { CallOptions, Person } from '../../test-app.ts';
import { addTestForm, type TestForm } from '../../test-forms.ts';
import { creation, startTestUploads, type TestUploads } from '../../test-uploads.ts';

// An upload form may only send videos into its project, on behalf of its owner.

let uploads: TestUploads;
/** A member who was added to no project. */
let owner: Person;
let form: TestForm;
/** The key of a project that is not the form's. */
let otherProject: string;
let heard: Announced[] = [];

before(async () => {
  uploads = await startTestUploads();
  setListeners([...listeners, onEvery(async (_tx, events) => void heard.push(...events))]);
  owner = await uploads.app.addPerson(uploads.scope, 'user');
  form = addTestForm(uploads, owner.id);
  const { app, admin } = uploads;
  const body = { key: 'food', name: 'Food' };
  const food = await app.call('POST', '/api/v1/projects', { as: admin, body });
  otherProject = String(food.body['key']);
});
after(async () => {
  setListeners(listeners);
  await uploads.close();
});
beforeEach(() => {
  heard = [];
});

function createVideo(projectKey: string, options: CallOptions = { as: form }) {
  const source = { type: 'video/mp4', size: 3, fileName: 'a.mp4' };
  const body = { projectKey, videos: [{ title: 'A', tags: ['contest'], source }] };
  return uploads.app.call('POST', '/api/v1/videos', { ...options, body });
}

function callUpload(method: string, path: string, body?: Uint8Array) {
  const headers = body ? { 'upload-offset': '0' } : {};
  return uploads.call(method, { as: form, path, headers, ...(body && { body }) });
}

const begin = (videoKey: string, as: { token: string } = form) =>
  uploads.call('POST', { as, headers: creation(videoKey, 3) });

test('a form sends a whole file into its project, for its owner', async () => {
  const { projectKey, projectId, app, source } = uploads;
  const { status, body } = await createVideo(projectKey);
  assert.equal(status, 201, JSON.stringify(body));
  const [video] = body;
  assert.deepEqual(
    [video?.['creator']?.['id'], video?.['project']?.['id'], video?.['actions']],
    [owner.id, projectId, { updateVideo: false }],
  );
  const videoKey = String(video?.['key']);
  const created = await begin(videoKey);
  assert.equal(created.status, 201);
  const path = String(created.headers['location']);
  assert.equal((await callUpload('HEAD', path)).headers['upload-offset'], '0');
  assert.equal((await callUpload('PATCH', path, Buffer.from('abc'))).status, 204);
  assert.equal((await callUpload('HEAD', path)).headers['upload-offset'], '3');
  assert.equal(String(await source(videoKey)), 'abc');

  const { db } = app.context;
  const upload = await db
    .selectFrom('uploads')
    .select('account_id')
    .where('video_key', '=', videoKey)
    .executeTakeFirst();
  assert.equal(upload?.account_id, owner.id);
  const uses = await db
    .selectFrom('quota_uses')
    .select(['kind', 'amount'])
    .where('account_id', '=', owner.id)
    .orderBy('kind')
    .execute();
  assert.deepEqual(uses, [
    { kind: 'uploadBytes', amount: 3 },
    { kind: 'videos', amount: 1 },
  ]);
  const { name } = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const actor = {
    kind: 'form',
    id: form.id,
    name: form.name,
    onBehalfOf: { kind: 'account', id: owner.id, name },
  };
  for (const kind of ['video.created', 'upload.started', 'upload.completed']) {
    assert.deepEqual(heard.find((event) => event.kind.name === kind)?.actor, actor, kind);
  }
});

test('a form gives up what it sends', async () => {
  const { body } = await createVideo(uploads.projectKey);
  const created = await begin(String(body[0]?.['key']));
  const path = String(created.headers['location']);
  assert.equal((await callUpload('DELETE', path)).status, 204);
  assert.equal((await callUpload('HEAD', path)).status, 404);
});

test('another project, or another team, is not there for a form', async () => {
  const { app, admin, projectKey, projectId } = uploads;
  const elsewhere = await createVideo(otherProject, { as: admin });
  const videoKey = String(elsewhere.body[0]?.['key']);
  const upload = await begin(videoKey, admin);
  assert.deepEqual([elsewhere.status, upload.status], [201, 201]);
  const path = String(upload.headers['location']);
  const other = await app.addTeam('other');
  const foreign = addTestForm({ ...other.scope, projectId }, other.admin.id);
  const statuses = [
    await createVideo(otherProject),
    await createVideo(String(elsewhere.body[0]?.['project']?.['id'])),
    await createVideo('nothing'),
    await createVideo(projectKey, { as: form, team: 'other' }),
    await begin(videoKey),
    await callUpload('HEAD', path),
    await callUpload('PATCH', path, Buffer.from('abc')),
    await callUpload('DELETE', path),
    await createVideo(projectKey, { as: foreign }),
    await begin(videoKey, foreign),
  ].map(({ status }) => status);
  assert.deepEqual(
    statuses,
    statuses.map(() => 404),
  );
  assert.equal((await uploads.call('HEAD', { path })).headers['upload-offset'], '0');
  assert.equal((await createVideo(projectId, { as: form, team: 'films' })).status, 201);
});

test('a form counts as long as its owner is of the team', async () => {
  const { app, projectKey, scope } = uploads;
  const leaving = await app.addPerson(scope, 'admin');
  const left = addTestForm(uploads, leaving.id);
  assert.equal((await createVideo(otherProject, { as: left })).status, 404);
  const created = await createVideo(projectKey, { as: left });
  assert.equal(created.status, 201);
  await app.context.db
    .deleteFrom('team_memberships')
    .where('account_id', '=', leaving.id)
    .execute();
  assert.equal((await createVideo(projectKey, { as: left })).status, 401);
  assert.equal((await begin(String(created.body[0]?.['key']), left)).status, 401);
});
