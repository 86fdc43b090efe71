import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { plannedRevision, type TestRevision } from '../encoding/test-revisions.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import { recordHeartbeat } from '../pieces/actions/heartbeat.ts';

let app: TestApp;
let owner: TestOwner;
let neighbour: TestOwner;
let person: Person;
let otherProject: string;

before(async () => {
  app = await startTestApp();
  [owner, neighbour] = [await addTestOwner(app, 'siam'), await addTestOwner(app, 'lanna')];
  person = await app.addPerson(owner.scope, 'user');
  const body = { key: 'sport', name: 'Sport' };
  const made = await app.call('POST', '/api/v1/projects', { as: owner.admin, body });
  otherProject = String(made.body['key']);
});
after(() => app.close());
beforeEach(async () => {
  const { db } = app.context;
  await db.deleteFrom('pieces').execute();
  await db.deleteFrom('workers').execute();
  await db.updateTable('videos').set({ deleted_at: new Date() }).execute();
});

const piece = { kind: 'video' as const, renditionIds: ['v-240'], firstSegment: 1, lastSegment: 4 };
const plan = (whose: Omit<TestOwner, 'scope' | 'projectId'>) =>
  plannedRevision(app, whose, { seconds: 24, ids: ['v-240'], pieces: [piece] });
const inOther = () => ({ ...owner, projectKey: otherProject });
const set = ({ revisionKey }: TestRevision, change: object) =>
  app.context.db.updateTable('revisions').set(change).where('key', '=', revisionKey).execute();

async function get(path: string, as: Person): Promise<Record<string, unknown>> {
  const { status, body } = await app.call('GET', path, { as });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('videos that were whole within a day are listed to those who see them, newest first', async () => {
  const [old, first, last] = [await plan(owner), await plan(owner), await plan(owner)];
  const hidden = await plan(inOther());
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const done = (hours: number) => ({
    state: 'completed',
    completed_at: hoursAgo(hours),
    planned_at: new Date(hoursAgo(hours).getTime() - 90_000),
  });
  await set(old, done(25));
  await set(first, done(3));
  await set(last, done(2));
  await set(hidden, done(1));
  await app.addToProject(owner.projectKey, person, 'viewer');
  const list = await get('/api/encoding/v1/jobs/completed', person);
  assert.equal(list['total'], 2);
  assert.deepEqual(
    (list['data'] as Record<string, unknown>[]).map((row) => [row['videoKey'], row['tookSeconds']]),
    [
      [last.videoKey, 90],
      [first.videoKey, 90],
    ],
  );
  const second = await get('/api/encoding/v1/jobs/completed?page=2&limit=1', owner.admin);
  assert.deepEqual([second['total'], second['lastPage']], [3, 3]);
});

test('of workers a member sees how many there are and what they do for the team, and no names', async () => {
  const { db } = app.context;
  const [mine] = [await plan(owner), await plan(inOther()), await plan(neighbour)];
  const worker = randomUUID();
  const pieceIds: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const claimed = await claimPiece(db, worker, 'any');
    assert.ok(claimed);
    pieceIds.push(claimed.id);
  }
  await recordHeartbeat(db, { id: worker, name: 'studio-2', slots: 5, pieceIds });
  const seenBy = async (as: Person) => {
    const answer = await get('/api/encoding/v1/jobs', as);
    assert.doesNotMatch(JSON.stringify(answer), new RegExp(`studio-2|${worker}`));
    return answer['workers'];
  };
  const counts = { alive: 1, uncaged: 0, slots: 5 };
  for (const as of [owner.admin, person])
    assert.deepEqual(await seenBy(as), { ...counts, busy: 2 });
  assert.deepEqual(await seenBy(neighbour.admin), { ...counts, busy: 1 });
  const { data } = await get('/api/encoding/v1/jobs', person);
  assert.deepEqual(
    (data as Record<string, unknown>[]).map((job) => [job['videoKey'], job['outputs']]),
    [[mine.videoKey, ['360p']]],
  );
});

test('everything that failed is tried again where the caller may change videos, by one call', async () => {
  const failed = { state: 'failed', failure_reason: 'killed' };
  const [mine, seen] = [await plan(inOther()), await plan(owner)];
  const [theirs, running] = [await plan(neighbour), await plan(inOther())];
  for (const video of [mine, seen, theirs]) await set(video, failed);
  const { db } = app.context;
  await db
    .updateTable('pieces')
    .set({ state: 'failed' })
    .where('revision_key', '<>', running.revisionKey)
    .execute();
  await app.addToProject(otherProject, person, 'uploader');
  const list = await get('/api/encoding/v1/jobs', person);
  assert.equal(list['failed'], 2);
  const { status, body } = await app.call('POST', '/api/encoding/v1/jobs/retry', {
    as: person,
    body: {},
  });
  assert.equal(status, 200);
  assert.deepEqual(body, { retried: 1 });
  const rows = await db.selectFrom('revisions').select(['key', 'state']).execute();
  const stateOf = ({ revisionKey }: TestRevision) =>
    rows.find(({ key }) => key === revisionKey)?.state;
  assert.deepEqual([mine, seen, theirs, running].map(stateOf), [
    'processing',
    'failed',
    'failed',
    'processing',
  ]);
});
