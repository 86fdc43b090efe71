import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import pg from 'pg';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { startTestApp, type Answer, type Json, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { diff } from '../../base/changes.ts';
import type { AnyVideoPart } from '../video-parts/parts.ts';
import { PARTS } from './parts.ts';
import { lockFields } from './queries/fields.ts';

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
  // Prepares the statements, and records the use of the token.
  await read('videos?limit=1');
  const few = await statementsOf('videos?limit=1');
  for (let n = 0; n < 6; n += 1) await plannedRevision(app, owner, { seconds: 12, pieces: [] });
  assert.equal(keys(await read('videos?limit=8')).length, 8);
  assert.equal(await statementsOf('videos?limit=8'), few);
  // The caller, the page, its facts of revisions, and the arrived bytes of files.
  assert.ok(few <= 5, `${few} statements`);
});

test('what a call writes of a part is told by the event of the change', () => {
  const silent = (PARTS as readonly AnyVideoPart[]).filter(
    (part) => ('toColumns' in part || 'save' in part) && part.stored === undefined,
  );
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});

test('an event says each part of a video before and after its change', async () => {
  const { videoKey } = await addTestVideo(app, owner);
  const place = { teamId: owner.teamId, projectId: owner.projectId };
  const fields = () =>
    app.context.db.transaction().execute((tx) => lockFields(tx, place, videoKey));
  const before = await fields();
  const body = {
    tags: ['sun'],
    geoblockPolicy: {
      type: 'customRule',
      appliedRule: { allowCountryCodes: ['TH'], denyCountryCodes: [] },
    },
    additionalVideoMetaData: { fields: [{ fieldName: 'publishedDate', value: '2026-11-22' }] },
  };
  const { status } = await app.call('PUT', `/api/v1/videos/${videoKey}`, { as: owner.admin, body });
  assert.equal(status, 200);
  assert.deepEqual(diff(before ?? {}, (await fields()) ?? {}), {
    tags: [[], ['sun']],
    geoblockPolicy: [
      { ruleId: null, allowCountryCodes: null, denyCountryCodes: null },
      { ruleId: null, allowCountryCodes: ['TH'], denyCountryCodes: [] },
    ],
    additionalVideoMetaData: [null, '2026-11-22'],
  });
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
