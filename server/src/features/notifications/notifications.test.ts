import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '@kinora/contract/test-until';
import { announceAll } from '../../base/events.ts';
import { finishWork } from '../../base/long-work/test-turns.ts';
import type { Tx } from '../../base/db.ts';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { countStatements } from '../../test-statements.ts';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { listenTo } from '../live-updates/test-listening.ts';
import { changeRevision, moveRevision } from '../revisions/actions.ts';
import { videoFailed, videoReady } from '../revisions/events.ts';
import { changeVideosWork } from '../video-batches/work.ts';
import { removeOldNotifications } from './actions.ts';
import { MAX_KEPT } from './rules.ts';

let app: TestApp;
let owner: TestOwner;
let lanna: TestOwner;
before(async () => {
  app = await startTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  owner = await addTestOwner(app, 'siam');
  lanna = await addTestOwner(app, 'lanna');
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('notifications').execute();
});

const write = <T>(change: (tx: Tx) => Promise<T>) => app.context.db.transaction().execute(change);

async function list(as: Person, query = ''): Promise<Json> {
  const { status, body } = await app.call('GET', `/api/v1/notifications${query}`, { as });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const told = async (as: Person, query = '') =>
  (await list(as, query)).data.map((line: Json) => [
    line['kind'],
    line['subject']?.['name'],
    line['total'],
    line['failed'],
    line['code'],
  ]);
const mark = (as: Person, what: 'read' | 'seen', body: object) =>
  app.call('PUT', `/api/v1/notifications/${what}`, { as, body });

/** A video of this person whose stream is being made. */
async function addVideo(title: string, as = owner.admin, of = owner) {
  const video = await plannedRevision(app, { ...of, admin: as }, { seconds: 6, pieces: [] });
  await app.context.db
    .updateTable('videos')
    .set({ title })
    .where('key', '=', video.videoKey)
    .execute();
  return video.revisionKey;
}
const complete = (revisionKey: string) =>
  write((tx) =>
    moveRevision(tx, revisionKey, 'completed', {
      completed_at: sql<Date>`coalesce(completed_at, now())`,
    }),
  );
const fail = (revisionKey: string, reason = 'killed') =>
  write((tx) => moveRevision(tx, revisionKey, 'failed', { failure_reason: reason }));

test('a finished video is told to the person who sent it, and to nobody else', async () => {
  const uploader = await app.addPerson(owner.scope, 'user');
  await app.addToProject(owner.projectKey, uploader, 'uploader');
  await complete(await addVideo('ตลาดเช้า', uploader));
  const { data, unseenCount, unreadCount } = await list(uploader);
  assert.deepEqual([data.length, unseenCount, unreadCount], [1, 1, 1]);
  assert.deepEqual(
    [data[0]?.['kind'], data[0]?.['project'], data[0]?.['isSeen'], data[0]?.['isRead']],
    ['videoCompleted', { key: owner.projectKey, name: 'News' }, false, false],
  );
  assert.deepEqual(await told(owner.admin), []);
  assert.deepEqual(await told(lanna.admin), []);
});

test('a person in two teams has lines in each, and marks them apart', async () => {
  const person = await app.addPerson(owner.scope, 'admin');
  const { db } = app.context;
  const ofSiam = await addVideo('ของสยาม', person);
  const ofLanna = await addVideo('ของล้านนา', lanna.admin, lanna);
  await db
    .updateTable('videos')
    .set({ creator_id: person.id })
    .where('title', '=', 'ของล้านนา')
    .execute();
  const membership = { account_id: person.id, team_id: lanna.teamId, role: 'admin' } as const;
  await db.insertInto('team_memberships').values(membership).execute();
  await complete(ofSiam);
  await complete(ofLanna);
  const ask = async (team: string) =>
    (await app.call('GET', '/api/v1/notifications', { as: person, team })).body;
  const names = async (team: string) =>
    (await ask(team)).data.map((line: Json) => line['subject']?.['name']);
  assert.deepEqual([await names('siam'), await names('lanna')], [['ของสยาม'], ['ของล้านนา']]);
  const ids = [String((await ask('lanna')).data[0]?.['id'])];
  for (const body of [{ ids }, { upTo: '2999-01-01T00:00:00Z' }]) {
    await app.call('PUT', '/api/v1/notifications/read', { as: person, team: 'siam', body });
  }
  assert.equal((await ask('siam'))['unreadCount'], 0);
  assert.equal((await ask('lanna'))['unreadCount'], 1);
});

test('a video that failed says why, whether its file was refused or its encoding given up', async () => {
  const refused = await addTestVideo(app, owner, { title: 'ข้อความ' });
  const problem = { probe_error_type: 'probeFileError', probe_error_reason: 'not_media' } as const;
  await write((tx) => changeRevision(tx, refused.revisionKey, problem));
  assert.deepEqual(await told(owner.admin), [['videoFailed', 'ข้อความ', 1, 1, 'not_media']]);
  const given = await addVideo('ค้าง');
  await fail(given);
  assert.deepEqual(await told(owner.admin), [['videoFailed', 'ค้าง', 2, 2, null]]);
});

test('the same video that fails again is one video, with its newest reason', async () => {
  const key = await addVideo('ดื้อ');
  await fail(key);
  await write((tx) => moveRevision(tx, key, 'processing'));
  await fail(key, 'timeout');
  assert.deepEqual(await told(owner.admin), [['videoFailed', 'ดื้อ', 1, 1, 'timeout']]);
});

test('many videos of a project are one line until that was seen, and begin another then', async () => {
  for (const title of ['1', '2', '3']) await complete(await addVideo(title));
  await complete(await addVideo('อื่น', owner.admin, await inOtherProject()));
  assert.deepEqual(await told(owner.admin), [
    ['videoCompleted', 'อื่น', 1, 0, null],
    ['videoCompleted', '3', 3, 0, null],
  ]);
  const { data } = await list(owner.admin);
  await mark(owner.admin, 'seen', { upTo: data[0]?.['at'] });
  const seen = await list(owner.admin);
  assert.deepEqual([seen['unseenCount'], seen['unreadCount']], [0, 2]);
  await complete(await addVideo('4'));
  assert.deepEqual((await told(owner.admin))[0], ['videoCompleted', '4', 1, 0, null]);
  assert.equal((await list(owner.admin))['unseenCount'], 1);
});

async function inOtherProject(): Promise<TestOwner> {
  const body = { key: 'food', name: 'Food' };
  const { body: made } = await app.call('POST', '/api/v1/projects', { as: owner.admin, body });
  return { ...owner, projectKey: String(made['key']), projectId: String(made['id']) };
}

test('two videos that are completed at once are counted both, in one line', async () => {
  const keys = [await addVideo('a'), await addVideo('b')];
  const [first = '', second = ''] = keys;
  const isFirstThere = Promise.withResolvers<void>();
  const isSecondBegun = Promise.withResolvers<void>();
  const { db } = app.context;
  const one = db.transaction().execute(async (tx) => {
    await moveRevision(tx, first, 'completed');
    isFirstThere.resolve();
    await isSecondBegun.promise;
  });
  await isFirstThere.promise;
  const other = complete(second);
  // It waits for the line that the first one has added.
  await until('the other to wait', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
  isSecondBegun.resolve();
  await Promise.all([one, other]);
  assert.deepEqual(await told(owner.admin), [['videoCompleted', 'b', 2, 0, null]]);
});

test('a stream that was whole before, and got more since, is not told again', async () => {
  const key = await addVideo('มีไฟล์');
  await complete(key);
  await write((tx) => moveRevision(tx, key, 'partiallyCompleted'));
  await complete(key);
  assert.deepEqual(await told(owner.admin), [['videoCompleted', 'มีไฟล์', 1, 0, null]]);
});

test('neither a removed nor a suspended member is told, and what happened goes on', async () => {
  const [removed, suspended] = [
    await app.addPerson(owner.scope, 'admin'),
    await app.addPerson(owner.scope, 'admin'),
  ];
  const keys = [await addVideo('a', removed), await addVideo('b', suspended)];
  const { db } = app.context;
  await db.deleteFrom('team_memberships').where('account_id', '=', removed.id).execute();
  await db
    .updateTable('team_memberships')
    .set({ is_enabled: false })
    .where('account_id', '=', suspended.id)
    .execute();
  for (const key of keys) assert.equal((await complete(key))?.state, 'completed');
  assert.deepEqual(await db.selectFrom('notifications').select('id').execute(), []);
});

test('nothing is told of a project that one may no longer see, nor counted', async () => {
  const uploader = await app.addPerson(owner.scope, 'user');
  await app.addToProject(owner.projectKey, uploader, 'uploader');
  await complete(await addVideo('ลับ', uploader));
  assert.equal((await list(uploader))['unreadCount'], 1);
  await app.context.db
    .deleteFrom('project_memberships')
    .where('account_id', '=', uploader.id)
    .execute();
  const { data, unseenCount, unreadCount } = await list(uploader);
  assert.deepEqual([data.length, unseenCount, unreadCount], [0, 0, 0]);
});

test('lines are read one by one, or all up to a time; those of others stay', async () => {
  await complete(await addVideo('a'));
  await mark(owner.admin, 'seen', { upTo: '2999-01-01T00:00:00Z' });
  await complete(await addVideo('b'));
  const stranger = await app.addPerson(owner.scope, 'manager');
  const lines = (await list(owner.admin)).data;
  const [newest, oldest] = [lines[0], lines[1]];
  const ids = [String(newest?.['id']), 'no-id'];
  assert.equal((await mark(stranger, 'read', { ids })).status, 204);
  assert.equal((await list(owner.admin))['unreadCount'], 2);
  assert.equal((await mark(owner.admin, 'read', { ids })).status, 204);
  const read = await list(owner.admin);
  assert.deepEqual(
    [read['unseenCount'], read.data.map((line: Json) => line['isRead'])],
    [0, [true, false]],
  );
  await complete(await addVideo('c'));
  await mark(owner.admin, 'read', { upTo: oldest?.['at'] });
  const left = await list(owner.admin);
  assert.deepEqual(
    left.data.map((line: Json) => line['isRead']),
    [false, true, true],
  );
  const { status, body } = await mark(owner.admin, 'read', {});
  assert.deepEqual([status, body['errors']?.[0]?.['path']], [422, 'ids']);
});

test('the list is paged without gaps, and no page of another list is taken', async () => {
  for (const title of ['a', 'b', 'c', 'd', 'e']) {
    await complete(await addVideo(title));
    await mark(owner.admin, 'seen', { upTo: '2999-01-01T00:00:00Z' });
  }
  const found: unknown[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Json = await list(owner.admin, `?limit=2${next && `&next=${next}`}`);
    found.push(...page.data.map((line: Json) => line['subject']?.['name']));
    next = page['next'] === null ? null : String(page['next']);
  }
  assert.deepEqual(found, ['e', 'd', 'c', 'b', 'a']);
  const forged = await app.call('GET', '/api/v1/notifications?next=x', { as: owner.admin });
  assert.equal(forged.status, 422);
});

test('lines go after 90 days, and beyond the newest that an account keeps', async () => {
  await complete(await addVideo('เก่า'));
  const { db } = app.context;
  await db
    .updateTable('notifications')
    .set({ at: sql<Date>`now() - interval '91 days'`, seen_at: sql`now()` })
    .execute();
  await complete(await addVideo('ใหม่'));
  await write(removeOldNotifications);
  assert.deepEqual((await told(owner.admin)).length, 1);
  await sql`insert into notifications (id, team_id, account_id, kind, total, failed)
    select gen_random_uuid(), ${owner.teamId}, ${owner.admin.id}, 'videoBatch', 1, 0
    from generate_series(1, ${MAX_KEPT})`.execute(db);
  await complete(await addVideo('ล่าสุด', lanna.admin, lanna));
  await write(removeOldNotifications);
  assert.equal((await list(owner.admin))['unreadCount'], MAX_KEPT);
  assert.equal((await list(lanna.admin))['unreadCount'], 1);
});

test('many events at once are one statement, and those that notify nobody are none', async () => {
  const facts = Array.from({ length: 200 }, (_, number) => ({
    teamId: owner.teamId,
    projectId: owner.projectId,
    key: `video-${number}`,
    name: `Clip ${number}`,
    revisionKey: `revision-${number}`,
    creatorId: owner.admin.id,
    reason: 'killed',
  }));
  const { db } = app.context;
  const count = async (change: (tx: Tx) => Promise<void>) =>
    (await countStatements(db, change)).count;
  const silent = await count((tx) => announceAll(tx, videoReady, facts));
  const telling = await count((tx) => announceAll(tx, videoFailed, facts));
  assert.equal(telling, silent + 1);
  assert.deepEqual(await told(owner.admin), [['videoFailed', 'Clip 199', 200, 200, 'killed']]);
});

test('open consoles of the account hear of a new line and of its marks, and those of others don’t', async () => {
  const colleague = await app.addPerson(owner.scope, 'admin');
  const [own, other] = [
    await listenTo(app, owner.admin, 'siam'),
    await listenTo(app, colleague, 'siam'),
  ];
  const count = (listening: typeof own) =>
    listening.messages.flat().filter(({ subject }) => subject === 'notification').length;
  await until('both to listen', () => own.messages.length > 0 && other.messages.length > 0);
  await complete(await addVideo('a'));
  await until('the line', () => count(own) === 1);
  await mark(owner.admin, 'read', { upTo: '2999-01-01T00:00:00Z' });
  await until('the mark', () => count(own) === 2);
  // Nothing changes, so nobody is told.
  await mark(owner.admin, 'read', { upTo: '2999-01-01T00:00:00Z' });
  const key = await addVideo('b', colleague);
  await complete(key);
  await until('the other’s own line', () => count(other) === 1);
  assert.equal(count(own), 2);
  for (const one of [own, other]) one.leave();
});

async function startBatch(keys: readonly string[]): Promise<string> {
  const body = { action: { type: 'addTags', tags: ['ใหม่'] }, videos: { keys } };
  const url = '/api/v1/video-batches';
  const { status, body: batch } = await app.call('POST', url, { as: owner.admin, body });
  assert.equal(status, 202);
  return String(batch['id']);
}

test('a long work that took a while is told when it ends, and a short one only if some of it failed', async () => {
  const { videoKey } = await addTestVideo(app, owner);
  const finish = (id: string) => finishWork(app.context, changeVideosWork, id);
  await finish(await startBatch([videoKey]));
  assert.deepEqual(await told(owner.admin), []);
  const failing = await startBatch([videoKey, 'nothing']);
  await finish(failing);
  assert.deepEqual(await told(owner.admin), [['videoBatch', null, 2, 1, 'addTags']]);
  assert.equal((await list(owner.admin)).data[0]?.['subject']?.['key'], failing);
  const long = await startBatch([videoKey]);
  await app.context.db
    .updateTable('long_works')
    .set({ created_at: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', long)
    .execute();
  await finish(long);
  assert.deepEqual((await told(owner.admin))[0], ['videoBatch', null, 1, 0, 'addTags']);
  const undo = { as: owner.admin, body: { batchId: failing } };
  const { body: undone } = await app.call('POST', '/api/v1/video-batches/undo', undo);
  await finish(String(undone['id']));
  assert.equal((await told(owner.admin)).length, 2);
});
