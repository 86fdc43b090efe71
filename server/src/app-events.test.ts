import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { listeners } from './app-events.ts';
import type { Actor } from './base/actor.ts';
import { announce, type Announced, onEvery, setListeners } from './base/events.ts';
import { startWorker } from './base/worker.ts';
import { playerChanged } from './features/players/events.ts';
import { changeVideosWork } from './features/video-batches/work.ts';
import { startTestApp, testPassword, type TestApp } from './test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from './test-owner.ts';

let app: TestApp;
let owner: TestOwner;
let heard: Announced[] = [];

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());
beforeEach(() => {
  heard = [];
  setListeners([...listeners, onEvery(async (_tx, events) => void heard.push(...events))]);
});
afterEach(() => setListeners(listeners));

const actorOf = (name: string): Actor | undefined =>
  heard.find(({ kind }) => kind.name === name)?.actor;
const find = (name: string) => heard.filter(({ kind }) => kind.name === name);

async function findName(): Promise<string> {
  const { admin } = owner;
  const { name } = await app.context.db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  return name;
}

test('a transaction without an actor announces nothing', async () => {
  const facts = { teamId: owner.teamId, projectId: null, key: 'a', changes: {} };
  const tenantDb = app.context.tenantDb({ team: owner.teamId });
  await assert.rejects(
    tenantDb.transaction().execute((tx) => announce(tx, playerChanged, facts)),
    /player\.changed: the transaction has no actor/,
  );
});

test('a request acts for its token, and that for its account', async () => {
  await addTestVideo(app, owner);
  const { id } = owner.admin;
  const token = await app.context.db
    .selectFrom('personal_tokens')
    .select(['id', 'name'])
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const onBehalfOf = { kind: 'account', id, name: await findName() };
  assert.deepEqual(actorOf('video.created'), { kind: 'token', ...token, onBehalfOf });
});

test('a request with a session acts for its account', async () => {
  const { id } = owner.admin;
  const as = await app.signIn(owner.admin);
  const body = { projectKey: owner.projectKey, videos: [{ title: 'A' }] };
  await app.call('POST', '/api/v1/videos', { as, body, team: 'siam' });
  assert.deepEqual(actorOf('video.created'), { kind: 'account', id, name: await findName() });
});

test('who signs in acts for himself', async () => {
  const { id, email } = owner.admin;
  const body = { email, password: testPassword };
  await app.call('POST', '/api/auth/v1/sign-in', { body });
  assert.deepEqual(actorOf('session.started'), { kind: 'account', id, name: await findName() });
  const [started] = find('session.started');
  assert.deepEqual([started?.facts.teamId, started?.facts.accountId], [null, id]);
});

test('a job acts on behalf of the person who caused it', async () => {
  const { videoKey } = await addTestVideo(app, owner);
  const { id } = owner.admin;
  const as = await app.signIn(owner.admin);
  const body = { action: { type: 'delete' }, videos: { keys: [videoKey] } };
  const answer = await app.call('POST', '/api/v1/video-batches', { as, body, team: 'siam' });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const worker = await startWorker([changeVideosWork], app.context, { supervises: false });
  try {
    await until('the video to be deleted', async () => find('video.deleted').length > 0);
  } finally {
    await worker.stop(1000);
  }
  const actor = actorOf('video.deleted');
  assert.deepEqual(
    { ...actor, id: '' },
    {
      kind: 'job',
      id: '',
      name: changeVideosWork.job.name,
      onBehalfOf: { kind: 'account', id, name: await findName() },
    },
  );
});

test('an upload acts for its sender', async () => {
  const { videoKey } = await addTestVideo(app, owner);
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': `videoKey ${Buffer.from(videoKey).toString('base64')}`,
  };
  const answer = await app.call('POST', '/api/upload/v1/tus/videos/', { as: owner.admin, headers });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(actorOf('upload.started')?.onBehalfOf?.id, owner.admin.id);
});
