import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import pg from 'pg';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { startTestApp, type Answer, type Json, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';

let app: TestApp;
let owner: TestOwner;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

const read = (path: string) => app.call('GET', `/api/v1/${path}`, { as: owner.admin });
const keys = (answer: Answer) => answer.body.data.map((video: Json) => String(video['key']));

/** Statements that a request sends to the database. */
async function statementsOf(path: string): Promise<number> {
  const spy = mock.method(pg.Client.prototype, 'query');
  const { status } = await read(path);
  spy.mock.restore();
  assert.equal(status, 200, path);
  return spy.mock.callCount();
}

test('each part belongs to its own video, whatever the order', async () => {
  const { db } = app.context;
  const planned = [];
  for (const ids of [['v-240'], ['v-240', 'v-720']]) {
    planned.push(await plannedRevision(app, owner, { seconds: 12, ids, pieces: [] }));
  }
  const [one, two] = planned;
  assert.ok(one && two);
  const set = (key: string, change: object) =>
    db.updateTable('revisions').set(change).where('key', '=', key).execute();
  await set(one.revisionKey, { upload_completed_at: new Date() });
  await set(two.revisionKey, { drm_target: 'clearKey' });
  const videos = await Promise.all(
    [one, two].map(async ({ videoKey }) => (await read(`videos/${videoKey}`)).body),
  );
  assert.deepEqual(
    videos.map(({ vod }) => vod?.['outputs']?.map((output) => output['id'])),
    [['v-240'], ['v-240', 'v-720']],
  );
  assert.deepEqual(
    videos.map(({ vod }) => vod?.['drmModelChange']),
    [null, { drmModel: 'clearKey', state: 'running' }],
  );
  assert.deepEqual(
    videos.map(({ uploadingInfo }) => uploadingInfo?.['state']),
    ['uploaded', 'queued'],
  );
  assert.deepEqual(keys(await read('videos')), [two.videoKey, one.videoKey]);
});

test('a page of many videos takes as many statements as one of few', async () => {
  // Prepares what is prepared, and records that the token was used.
  await read('videos?limit=1');
  const few = await statementsOf('videos?limit=1');
  for (let n = 0; n < 6; n += 1) await plannedRevision(app, owner, { seconds: 12, pieces: [] });
  assert.equal(keys(await read('videos?limit=8')).length, 8);
  assert.equal(await statementsOf('videos?limit=8'), few);
  // The caller, the page, its facts of revisions, and the arrived bytes of files.
  assert.ok(few <= 5, `${few} statements`);
});

test('the page of a video takes a statement for each part that is not in its row', async () => {
  const { videoKey } = await plannedRevision(app, owner, { seconds: 12, pieces: [] });
  await read(`videos/${videoKey}`);
  // The caller, the video, its revision, the arrived bytes, the protection and the outputs.
  const count = await statementsOf(`videos/${videoKey}`);
  assert.ok(count <= 6, `${count} statements`);
});

test('a page of projects takes as many statements as one project', async () => {
  await read('projects?limit=1');
  const few = await statementsOf('projects?limit=1');
  for (const key of ['alpha', 'beta']) {
    const body = { key, name: `${key} project` };
    await app.call('POST', '/api/v1/projects', { as: owner.admin, body });
  }
  assert.equal(await statementsOf('projects'), few);
});
