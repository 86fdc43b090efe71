import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import type { NewPiece } from '../encoding/actions/plan.ts';
import { plannedRevision, type TestRevision } from '../encoding/test-revisions.ts';

let app: TestApp;
let owner: { admin: Person; teamId: string; projectKey: string };
let viewer: Person;
let stranger: Person;

before(async () => {
  app = await startTestApp();
  const { admin, scope } = await app.addTeam('siam');
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  owner = { admin, teamId: scope.teamId, projectKey: String(project['key']) };
  viewer = await app.addPerson(scope, 'user');
  stranger = await app.addPerson(scope, 'user');
  await app.addToProject(owner.projectKey, viewer, 'viewer');
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('pieces').execute();
  await app.context.db.deleteFrom('workers').execute();
  await app.context.db.updateTable('videos').set({ deleted_at: new Date() }).execute();
});

const pieces: NewPiece[] = [
  { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 },
  { kind: 'audio', renditionIds: ['a-1'], firstSegment: 1, lastSegment: 4 },
  { kind: 'video', renditionIds: ['v-720', 'v-240'], firstSegment: 3, lastSegment: 4 },
];
const planned = () => plannedRevision(app, owner, { seconds: 24, pieces });
const setPieces = ({ revisionKey }: TestRevision, state: 'failed' | 'running') =>
  app.context.db
    .updateTable('pieces')
    .set({ state, failure_reason: state === 'failed' ? 'disk_full' : null })
    .where('revision_key', '=', revisionKey)
    .execute();
const setRevision = ({ revisionKey }: TestRevision, change: object) =>
  app.context.db.updateTable('revisions').set(change).where('key', '=', revisionKey).execute();

async function listed(as = owner.admin, query = ''): Promise<Json> {
  const { status, body } = await app.call('GET', `/api/encoding/v1/jobs${query}`, { as });
  assert.equal(status, 200);
  return body;
}
const rows = (list: Json) => list['data'] as unknown as Record<string, unknown>[];

async function placeOf({ videoKey }: TestRevision): Promise<unknown> {
  const path = `/api/encoding/v1/videos/${videoKey}/jobs`;
  return (await app.call('GET', path, { as: owner.admin })).body['queuePlace'];
}

test('a place in the queue counts videos that wait and come first, on both pages alike', async () => {
  const running = await planned();
  const [first, second] = [await planned(), await planned()];
  await setPieces(running, 'running');
  const list = rows(await listed());
  assert.deepEqual(
    list.map((row) => [row['videoKey'], row['state'], row['queuePlace']]),
    [
      [running.videoKey, 'running', null],
      [first.videoKey, 'waiting', 0],
      [second.videoKey, 'waiting', 1],
    ],
  );
  assert.equal(await placeOf(first), 0);
  assert.equal(await placeOf(second), 1);
});

test('places go on from page to page', async () => {
  await planned();
  const second = await planned();
  const list = await listed(owner.admin, '?page=2&limit=1');
  assert.deepEqual([list['total'], list['lastPage']], [2, 2]);
  const [row] = rows(list);
  assert.equal(row?.['videoKey'], second.videoKey);
  assert.equal(row['queuePlace'], 1);
});

test('a file that waits for its check is listed, and one that is at fault is not', async () => {
  const [waits, atFault, ours] = [await planned(), await planned(), await planned()];
  await app.context.db.deleteFrom('pieces').execute();
  const unplanned = { plan: null, state: 'sourceIngression', upload_completed_at: new Date() };
  await setRevision(waits, unplanned);
  const problem = { probe_error_reason: 'damaged', probe_detail: '' };
  await setRevision(atFault, { ...unplanned, ...problem, probe_error_type: 'probeFileError' });
  await setRevision(ours, { ...unplanned, ...problem, probe_error_type: 'probeError' });
  const list = rows(await listed());
  assert.deepEqual(
    list.map((row) => [row['videoKey'], row['state'], row['piecesTotal'], row['failureReason']]),
    [
      [waits.videoKey, 'waiting', 0, null],
      [ours.videoKey, 'failed', 0, 'damaged'],
    ],
  );
});

test('who may see a video sees its jobs, and only who may change it is offered to try again', async () => {
  const failed = await planned();
  await setPieces(failed, 'failed');
  await setRevision(failed, { state: 'failed', failure_reason: 'disk_full' });
  const offer = async (as: Person) => rows(await listed(as)).map((row) => row['actions']);
  assert.deepEqual(await offer(owner.admin), [{ updateVideo: true }]);
  assert.deepEqual(await offer(viewer), [{ updateVideo: false }]);
  assert.deepEqual(await offer(stranger), []);
});
