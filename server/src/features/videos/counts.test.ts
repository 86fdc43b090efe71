import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';

let app: TestApp;
let db: Db;
let owner: TestOwner;
before(async () => {
  app = await startTestApp();
  db = app.context.db;
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

const call = async (method: string, path: string, body?: object, as = owner.admin) =>
  (await app.call(method, `/api/v1/${path}`, { as, body })).body;

async function newProject(key: string): Promise<{ key: string; id: string }> {
  const made = await call('POST', 'projects', { key, name: `${key} project` });
  return { key: String(made['key']), id: String(made['id']) };
}

async function addVideos(projectKey: string, count: number): Promise<string[]> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = Array.from({ length: count }, (_, n) => ({ title: `clip ${n}`, source }));
  const made = await call('POST', 'videos', { projectKey, videos });
  return made.map((video: Json) => String(video['key']));
}

/** By statements of many rows, in whatever order. */
async function insertVideos(tx: Db | Tx, projectId: string, count: number): Promise<void> {
  await sql`
    insert into videos (key, team_id, project_id, creator_id, title, search,
      current_revision_key, created_at)
    select 'v' || n || gen_random_uuid(), team_id, id, creator_id, 'clip', 'clip ' || n,
      'r' || n, now() - n * interval '1 second'
    from projects, generate_series(1, ${count}) n where id = ${projectId}`.execute(tx);
}

async function rowsOf(projectId: string): Promise<number[]> {
  const { rows } = await sql<{ videos: number }>`
    select videos from video_counts where project_id = ${projectId} order by id`.execute(db);
  return rows.map(({ videos }) => videos);
}

async function countedWrongly(): Promise<unknown[]> {
  const { rows } = await sql`
    select p.key, k.kept, c.counted from projects p
    cross join lateral (select coalesce(sum(videos), 0) as kept from video_counts n
      where n.project_id = p.id) k
    cross join lateral (select count(*) as counted from videos v
      where v.project_id = p.id and v.deleted_at is null) c
    where k.kept <> c.counted`.execute(db);
  return rows;
}

async function totals(query: string, as = owner.admin): Promise<unknown[]> {
  const { total, isTotalCapped } = await call('GET', `videos?limit=1${query}`, undefined, as);
  return [total, isTotalCapped];
}

test('a video that is added, deleted, moved or removed for good is counted in its project', async () => {
  const [one, two] = [await newProject('one'), await newProject('two')];
  const [first, second] = await addVideos(one.key, 5);
  await call('PUT', `videos/${first}`, { title: 'another' });
  await call('DELETE', `videos/${first}`);
  await call('DELETE', `videos/${first}`);
  assert.deepEqual([await rowsOf(one.id), await rowsOf(two.id)], [[4], []]);
  const move = { project_id: two.id };
  await db.updateTable('videos').set(move).where('key', '=', String(second)).execute();
  assert.deepEqual([await rowsOf(one.id), await rowsOf(two.id)], [[3], [1]]);
  await db
    .updateTable('videos')
    .set({ deleted_at: null })
    .where('project_id', '=', one.id)
    .execute();
  assert.deepEqual(await rowsOf(one.id), [4]);
  await db.deleteFrom('videos').where('project_id', '=', two.id).execute();
  assert.deepEqual(await rowsOf(two.id), [0]);
  const counts = [one, two].map(
    async ({ key }) => (await call('GET', `projects/${key}`))['videoCount'],
  );
  assert.deepEqual(await Promise.all(counts), [4, 0]);
  assert.deepEqual(await countedWrongly(), []);
});

test('additions of videos to the same project don’t wait for each other', async () => {
  const { id } = await newProject('busy');
  await db.transaction().execute(async (slow) => {
    await insertVideos(slow, id, 3);
    // A request that waited for the other would wait for ever.
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      await insertVideos(tx, id, 2);
    });
    assert.deepEqual(await rowsOf(id), [2]);
  });
  assert.deepEqual(await rowsOf(id), [3, 2]);
  await insertVideos(db, id, 1);
  assert.deepEqual(await rowsOf(id), [6], 'free rows are put together');
});

test('counts stay true when many add and delete at once, and some fail', async () => {
  const { id, key } = await newProject('crowd');
  const work = Array.from({ length: 24 }, async (_, n) => {
    const [first] = await addVideos(key, 3);
    if (n % 2 === 0) await call('DELETE', `videos/${first}`);
    const failing = db.transaction().execute(async (tx) => {
      await insertVideos(tx, id, 7);
      throw new Error('given up');
    });
    await failing.catch(() => undefined);
  });
  await Promise.all(work);
  assert.deepEqual(await countedWrongly(), []);
  assert.deepEqual(await totals(`&projectKey=${key}`), [24 * 3 - 12, false]);
});

test('a total is that of the projects that the caller sees', async () => {
  const [seen, hidden] = [await newProject('seen'), await newProject('hidden')];
  await addVideos(seen.key, 4);
  await addVideos(hidden.key, 2);
  const viewer: Person = await app.addPerson(owner.scope, 'user');
  assert.deepEqual(await totals('', viewer), [0, false]);
  await app.addToProject(seen.key, viewer, 'viewer');
  assert.deepEqual(await totals('', viewer), [4, false]);
  assert.deepEqual(await totals(`&projectKey=${seen.key}`, viewer), [4, false]);
  assert.deepEqual(await totals(`&projectKey=${hidden.key}`), [2, false]);
  const [all] = await totals('');
  const { rows } = await sql<{ count: number }>`
    select count(*) from videos where deleted_at is null`.execute(db);
  assert.equal(all, rows[0]?.count);
  await addTestOwner(app, 'lanna');
  assert.deepEqual(await totals('', (await addTestOwner(app, 'isan')).admin), [0, false]);
});

test('a page after the last video shows how many there are before it', async () => {
  const { key } = await newProject('shrinking');
  const keys = await addVideos(key, 3);
  const { next } = await call('GET', `videos?limit=1&projectKey=${key}`);
  for (const gone of keys.slice(0, 2)) await call('DELETE', `videos/${gone}`);
  const page = await call('GET', `videos?limit=1&projectKey=${key}&next=${String(next)}`);
  assert.deepEqual([page.data.length, page['total'], page['isTotalCapped']], [0, 1, false]);
});

test('of a list that is searched the newest 20,000 are counted, and the total says so', async () => {
  const { id, key } = await newProject('large');
  await insertVideos(db, id, 20_000);
  const found = (query: string) => totals(`&projectKey=${key}&${query}`);
  assert.deepEqual(await found(''), [20_000, false]);
  assert.deepEqual(await found('q=clip'), [20_000, false]);
  assert.deepEqual(await found('q=1999'), [12, false]);
  assert.deepEqual(await found('q=nothing'), [0, false]);
  await insertVideos(db, id, 20);
  assert.deepEqual(await found(''), [20_020, false]);
  const [total, isCapped] = await found('q=clip');
  assert.deepEqual(
    [Number(total) >= 20_000, Number(total) <= 20_001, isCapped],
    [true, true, true],
  );
  // All that match are on the page, wherever they stand.
  assert.deepEqual(await found('q=19999'), [1, false]);
  assert.deepEqual(await found('q=nothing'), [0, false]);
});

test('a quick match is one of the newest 20,000, or the video of the very key', async () => {
  const { id, key } = await newProject('older');
  const [oldest = ''] = await addVideos(key, 1);
  const change = { created_at: new Date('2001-01-01'), title: 'ดวงดาว', search: 'ดวงดาว' };
  await db.updateTable('videos').set(change).where('key', '=', oldest).execute();
  await insertVideos(db, id, 20_001);
  const find = async (q: string) => {
    const answer = await call('GET', `video-matches?q=${encodeURIComponent(q)}`);
    return [answer.data.map((video: Json) => video['key']), answer['isWhole']];
  };
  assert.deepEqual(await find('ดวงดาว'), [[], false]);
  assert.deepEqual(await find(oldest), [[oldest], false]);
});
