import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { requestSegment } from '../pieces/actions/request-segment.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import { recordHeartbeat } from '../pieces/actions/heartbeat.ts';
import type { NewPiece } from '../pieces/rules/pieces.ts';
import { plannedRevision, type TestRevision } from '../encoding/test-revisions.ts';
import type { Tx } from '../../base/db.ts';
import { systemScope } from '../../base/request.ts';
import { teamJobs } from './queries/team-jobs.ts';

let app: TestApp;
let owner: TestOwner;
let neighbour: TestOwner;
let viewer: Person;
let stranger: Person;

before(async () => {
  app = await startTestApp();
  [owner, neighbour] = [await addTestOwner(app, 'siam'), await addTestOwner(app, 'lanna')];
  viewer = await app.addPerson(owner.scope, 'user');
  stranger = await app.addPerson(owner.scope, 'user');
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

async function placeOf({ videoKey, teamId }: TestRevision): Promise<unknown> {
  const path = `/api/encoding/v1/videos/${videoKey}/jobs`;
  const { admin } = teamId === owner.teamId ? owner : neighbour;
  return (await app.call('GET', path, { as: admin })).body['queuePlace'];
}

const part = (n: number): NewPiece => ({
  kind: 'video',
  renditionIds: ['v-240'],
  firstSegment: n,
  lastSegment: n,
});
const parts = (count: number) => Array.from({ length: count }, (_, n) => part(n + 1));
const planParts = (whose: TestOwner, count: number, more: Partial<NewPiece> = {}) =>
  plannedRevision(app, whose, {
    seconds: count * 6,
    ids: ['v-240'],
    pieces: parts(count).map((piece) => ({ ...piece, ...more })),
  });

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

test('a video behind one of another team says so, and nothing else of it', async () => {
  const other = await addTestOwner(app, 'isan');
  await plannedRevision(app, other, { seconds: 24, pieces });
  assert.equal(await placeOf(await planned()), 1);
  assert.equal((await listed())['total'], 1);
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
  // An attempt has failed, and another one follows.
  await setRevision(waits, { ...unplanned, failure_reason: 'killed', failure_detail: '' });
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

test('a video whose pieces all wait for bytes of its upload is not listed, and one with a piece to make is', async () => {
  const [blocked, begun] = [await planned(), await planned()];
  for (const arriving of [blocked, begun])
    await setRevision(arriving, { upload_completed_at: null });
  const set = app.context.db.updateTable('pieces').set({ state: 'blocked', needs_arrived: 1000 });
  await set.where('revision_key', '=', blocked.revisionKey).execute();
  const list = rows(await listed());
  assert.deepEqual(
    list.map((row) => row['videoKey']),
    [begun.videoKey],
  );
});

test('the rest of a video that can be watched is listed: pictures, then what waits for idle workers', async () => {
  const image: NewPiece = { ...part(1), kind: 'storyboard', renditionIds: [] };
  const seconds = { seconds: 24, ids: ['v-240'] };
  const idle = await plannedRevision(app, owner, {
    ...seconds,
    pieces: [{ ...part(1), when: 'whenIdle' }],
  });
  const pictures = await plannedRevision(app, owner, { ...seconds, pieces: [image] });
  const broken = await plannedRevision(app, owner, { ...seconds, pieces: [image] });
  const wholly = await planned();
  await setPieces(broken, 'failed');
  for (const one of [idle, pictures, broken, wholly])
    await setRevision(one, { state: 'completed' });
  const done = app.context.db.updateTable('pieces').set({ state: 'completed' });
  await done.where('revision_key', '=', wholly.revisionKey).execute();
  const list = rows(await listed());
  assert.deepEqual(
    list.map((row) => [row['videoKey'], row['state'], row['queuePlace']]),
    [
      [pictures.videoKey, 'waiting', 0],
      [idle.videoKey, 'waiting', 1],
      [broken.videoKey, 'failed', null],
    ],
  );
});

test('workers whose ffmpeg has no cage are counted, until they have one', async () => {
  const worker = { id: randomUUID(), slots: 2, pieceIds: [] };
  await recordHeartbeat(app.context.db, { id: randomUUID(), slots: 1, pieceIds: [] });
  await recordHeartbeat(app.context.db, { ...worker, isCaged: false });
  const counted = async () => (await listed())['workers'];
  assert.deepEqual(await counted(), { alive: 2, uncaged: 1, slots: 3, busy: 0 });
  await recordHeartbeat(app.context.db, { ...worker, isCaged: true });
  assert.deepEqual(await counted(), { alive: 2, uncaged: 0, slots: 3, busy: 0 });
});

test('people who may see a video see its jobs, and only those who may change it are offered to try again', async () => {
  const failed = await planned();
  await setPieces(failed, 'failed');
  await setRevision(failed, { state: 'failed', failure_reason: 'disk_full' });
  const offer = async (as: Person) => rows(await listed(as)).map((row) => row['actions']);
  assert.deepEqual(await offer(owner.admin), [{ updateVideo: true }]);
  assert.deepEqual(await offer(viewer), [{ updateVideo: false }]);
  assert.deepEqual(await offer(stranger), []);
});

test('places are those of the order in which workers take the work of two teams', async () => {
  const { db } = app.context;
  const claim = () => claimPiece(db, randomUUID(), 'any');
  await planParts(owner, 1);
  await claim();
  const whenIdle = await planParts(neighbour, 2, { when: 'whenIdle' });
  const videos = [whenIdle];
  for (const count of [7, 1, 1]) videos.push(await planParts(owner, count));
  for (const count of [2, 1, 3, 1]) videos.push(await planParts(neighbour, count));
  videos.push(await planParts(owner, 1, { when: 'whenIdle' }));
  const places = await Promise.all(videos.map(placeOf));
  const begun: string[] = [];
  for (let piece = await claim(); piece; piece = await claim()) {
    if (!begun.includes(piece.revisionKey)) begun.push(piece.revisionKey);
  }
  assert.equal(begun.length, videos.length);
  assert.deepEqual(
    places,
    videos.map(({ revisionKey }) => begun.indexOf(revisionKey)),
  );
});

test('a shortcut that a viewer left behind makes no video wait', async () => {
  const { db } = app.context;
  const onDemand: NewPiece = { ...part(1), lastSegment: 10, when: 'whenRequested' };
  const left = await plannedRevision(app, owner, {
    seconds: 60,
    ids: ['v-240'],
    pieces: [onDemand],
    onDemandIds: ['v-240'],
  });
  const asked = { ...left, renditionId: 'v-240', number: 3 };
  assert.ok(await db.transaction().execute((tx) => requestSegment(tx, asked)));
  assert.deepEqual(rows(await listed()), []);
  const next = await planParts(owner, 1);
  assert.deepEqual([await placeOf(left), await placeOf(next)], [null, 0]);
});

test('a page reads the pieces of its own videos, however many others wait', async () => {
  const [videos, count, limit] = [30, 100, 3];
  for (let n = 0; n < videos; n += 1) await planParts(owner, count);
  const { db } = app.context;
  await sql`analyze pieces, revisions, videos`.execute(db);
  await db.transaction().execute(async (tx) => {
    const scope = systemScope({ ...owner.scope, accountId: owner.admin.id });
    const before = await piecesRead(tx);
    const { data, total } = await teamJobs(tx, scope, {
      page: 2,
      limit,
      toViewerUrl: (domain) => `http://${domain}`,
    });
    assert.deepEqual([data.length, total], [limit, videos]);
    assert.deepEqual(
      data.map(({ piecesTotal, queuePlace }) => [piecesTotal, queuePlace]),
      [3, 4, 5].map((place) => [count, place]),
    );
    const read = (await piecesRead(tx)) - before;
    assert.ok(read >= limit * count, 'what is read is counted');
    // For every other video, only the first piece and whether any runs or waits are read.
    assert.ok(read < 2 * limit * count + 10 * videos, `${read} rows are read`);
  });
});

/** Rows of the table that this transaction has read, and entries of its indexes. */
async function piecesRead(tx: Tx): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as count from (
      select 'pieces'::regclass as oid
      union all select indexrelid from pg_index where indrelid = 'pieces'::regclass
    ) relations
  `.execute(tx);
  return counted[0]?.count ?? 0;
}
