import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finishWork, findTurn, takeNextTurn } from '../../base/long-work/test-turns.ts';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { changeVideosWork } from './work.ts';

let app: TestApp;
let admin: Person;
let uploader: Person;
let outsider: Person;
let scope: Awaited<ReturnType<TestApp['addTeam']>>['scope'];
let news: string;
let food: string;

before(async () => {
  app = await startTestApp();
  const team = await app.addTeam('siam');
  ({ admin, scope } = team);
  outsider = (await app.addTeam('lanna')).admin;
  uploader = await app.addPerson(team.scope, 'user');
  [news, food] = [await newProject('news'), await newProject('food')];
  await app.addToProject(news, uploader, 'uploader');
  await app.addToProject(food, uploader, 'viewer');
});
after(() => app.close());

async function newProject(key: string): Promise<string> {
  const body = { key, name: `${key} project` };
  return String((await app.call('POST', '/api/v1/projects', { as: admin, body })).body['key']);
}

async function add(projectKey: string, titles: string[], tags: string[] = []): Promise<string[]> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, videos: titles.map((title) => ({ title, tags, source })) };
  const { body: made } = await app.call('POST', '/api/v1/videos', { as: admin, body });
  return made.map((video: Json) => String(video['key']));
}

const post = (path: string, body: unknown, as: Person) =>
  app.call('POST', `/api/v1/video-batches${path}`, { as, body });
const begin = async (action: object, videos: object, as = admin) => {
  const answer = await post('', { action, videos }, as);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body;
};

/** Does the queued work of a batch. @returns the batch afterwards */
async function finish(batch: Json, as = admin): Promise<Json> {
  await finishWork(app.context, changeVideosWork, String(batch['id']));
  return read(batch, as);
}
const read = async (batch: Json, as = admin) =>
  (await app.call('GET', `/api/v1/video-batches/${batch['id']}`, { as })).body;
const change = async (action: object, videos: object, as = admin) =>
  finish(await begin(action, videos, as), as);
const undo = async (batch: Json, as = admin) => {
  const answer = await post('/undo', { batchId: batch['id'] }, as);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return finish(answer.body, as);
};

const video = async (key: string) =>
  (await app.call('GET', `/api/v1/videos/${key}`, { as: admin })).body;
const tagsOf = async (key: string) =>
  (await video(key))['tags']?.map((tag: Json) => String(tag['name'])).toSorted();
const found = async (query: string) =>
  (await app.call('GET', `/api/v1/videos?${query}`, { as: admin })).body['total'];
const counts = (batch: Json) => [batch['state'], batch['total'], batch['done'], batch['failed']];
const failures = (batch: Json) =>
  batch['failures']?.map((one: Json) => [one['key'], one['code']].join(' ')).toSorted();

test('tags are added to and removed from many videos, can be searched, and an undo takes back just that', async () => {
  const keys = await add(news, ['one', 'two'], ['kept']);
  const [had = ''] = await add(news, ['three'], ['kept', 'fresh']);
  const all = { keys: [...keys, had] };
  const queued = await begin({ type: 'addTags', tags: ['fresh', 'new'] }, all);
  assert.deepEqual(counts(queued), ['queued', 3, 0, 0]);
  const added = await finish(queued);
  assert.deepEqual(counts(added), ['completed', 3, 3, 0]);
  assert.deepEqual(await tagsOf(keys[0] ?? ''), ['fresh', 'kept', 'new']);
  assert.equal(await found('q=fresh'), 3);
  const undone = await undo(added);
  assert.deepEqual([undone['action'], undone['undoOf']], ['undo', added['id']]);
  assert.deepEqual(await tagsOf(keys[0] ?? ''), ['kept']);
  assert.deepEqual(await tagsOf(had), ['fresh', 'kept']);
  assert.equal(await found('q=fresh'), 1);
  const removed = await change({ type: 'removeTags', tags: ['kept', 'fresh'] }, all);
  assert.deepEqual(await tagsOf(had), []);
  await undo(removed);
  assert.deepEqual([await tagsOf(had), await tagsOf(keys[1] ?? '')], [['fresh', 'kept'], ['kept']]);
});

test('a filter is evaluated when it is sent, and only for what the caller may change', async () => {
  const key = await newProject('filtered');
  await add(key, ['winter 1', 'winter 2', 'summer']);
  const batch = await begin({ type: 'delete' }, { filter: { projectKey: key, q: 'winter' } });
  assert.equal(batch['total'], 2);
  await add(key, ['winter 3']);
  assert.deepEqual(counts(await finish(batch)), ['completed', 2, 2, 0]);
  assert.equal(await found(`projectKey=${key}`), 2);
  const hidden = await post(
    '',
    { action: { type: 'delete' }, videos: { filter: { projectKey: key } } },
    uploader,
  );
  assert.equal(hidden.status, 404);
  const none = await begin({ type: 'delete' }, { filter: { q: 'summer' } }, uploader);
  assert.deepEqual(counts(none), ['completed', 0, 0, 0]);
  const [changeable = ''] = await add(news, ['monsoon 1']);
  const [seen = ''] = await add(food, ['monsoon 2']);
  await add(key, ['monsoon 3']);
  const addRain = { type: 'addTags', tags: ['rain'] };
  const some = await change(addRain, { filter: { q: 'monsoon' } }, uploader);
  assert.deepEqual(counts(some), ['completed', 1, 1, 0]);
  assert.deepEqual([await tagsOf(changeable), await tagsOf(seen)], [['rain'], []]);
  const ofSeen = await change(addRain, { filter: { projectKey: food } }, uploader);
  assert.deepEqual(counts(ofSeen), ['completed', 0, 0, 0]);
  assert.equal((await change(addRain, { filter: { q: 'monsoon' } }))['done'], 3);
});

test('a filter that is misspelt or half is refused, as it would match every video', async () => {
  const refuse = async (filter: object, field: string) => {
    const answer = await post('', { action: { type: 'delete' }, videos: { filter } }, admin);
    assert.equal(answer.status, 422, JSON.stringify(filter));
    assert.ok(JSON.stringify(answer.body).includes(field), JSON.stringify(answer.body));
  };
  const before = await found('');
  await refuse({ projectkey: news }, 'projectkey');
  await refuse({ state: ['failed'] }, 'state');
  for (const name of ['tagIds', 'states', 'creatorIds', 'drmModels']) {
    await refuse({ [name]: '' }, name);
    await refuse({ [name]: [] }, name);
  }
  for (const dated of [{ year: 2001 }, { month: 2 }, { startDate: '2001-01-01' }]) {
    await refuse(dated, 'dateFilterType');
  }
  await refuse({ dateFilterType: 'year' }, 'year');
  await refuse({ dateFilterType: 'month', year: 2001 }, 'month');
  await refuse({ dateFilterType: 'dateRange' }, 'startDate');
  assert.equal(await found(''), before);
});

test('what the caller may not change, or not see, fails by itself', async () => {
  const hiddenProject = await newProject('hidden');
  const [own = ''] = await add(news, ['own']);
  const [seen = ''] = await add(food, ['seen']);
  const [hidden = ''] = await add(hiddenProject, ['hidden']);
  const [full = ''] = await add(
    news,
    ['full'],
    Array.from({ length: 50 }, (_, n) => `tag ${n}`),
  );
  const keys = [own, seen, hidden, full, 'nothing', own];
  const batch = await change({ type: 'addTags', tags: ['mine'] }, { keys }, uploader);
  assert.deepEqual(counts(batch), ['completed', 5, 1, 4]);
  assert.deepEqual(
    failures(batch),
    [
      `${full} too_many_tags`,
      `${hidden} not_found`,
      `${seen} forbidden`,
      'nothing not_found',
    ].toSorted(),
  );
  assert.equal(
    batch['failures']?.find((one: Json) => String(one['key']) === hidden)?.['title'],
    null,
  );
  assert.deepEqual(await tagsOf(own), ['mine']);
  assert.deepEqual(await tagsOf(hidden), []);
  // Another member sees the failures of videos that he may see, and another team nothing.
  const ofOther = await read(batch, admin);
  assert.ok(!failures(ofOther)?.includes('nothing not_found'));
  const path = `/api/v1/video-batches/${batch['id']}`;
  assert.equal((await app.call('GET', path, { as: outsider })).status, 404);
});

test('videos are moved to a project where the caller may update videos, and back', async () => {
  const to = await newProject('archive');
  const [first = '', second = ''] = await add(news, ['go 1', 'go 2']);
  const [there = ''] = await add(to, ['there']);
  const move = { type: 'move', projectKey: to };
  const refused = async (action: object) =>
    (await post('', { action, videos: { keys: [first] } }, uploader)).status;
  assert.equal(await refused(move), 404);
  assert.equal(await refused({ type: 'move', projectKey: food }), 403);
  const moved = await change(move, { keys: [first, second, there] });
  assert.deepEqual(counts(moved), ['completed', 3, 3, 0]);
  assert.deepEqual(moved['project'], { key: to, name: 'archive project' });
  assert.equal((await video(first))['project']?.['key'], to);
  assert.equal(await found(`projectKey=${to}`), 3);
  // One of them is moved again in the meantime, and stays there.
  await change({ type: 'move', projectKey: food }, { keys: [second] });
  const undone = await undo(moved);
  assert.deepEqual(counts(undone), ['completed', 2, 1, 1]);
  assert.deepEqual(failures(undone), [`${second} changed_since`]);
  assert.equal((await video(first))['project']?.['key'], news);
  assert.equal((await video(there))['project']?.['key'], to);
});

test('deleted videos are restored by an undo, but not those restored and deleted again in between', async () => {
  const [first = '', second = '', gone = ''] = await add(news, ['gone 1', 'gone 2', 'gone 3']);
  await app.call('DELETE', `/api/v1/videos/${gone}`, { as: admin });
  const deleted = await change({ type: 'delete' }, { keys: [first, second, gone] });
  assert.deepEqual(counts(deleted), ['completed', 3, 2, 1]);
  assert.equal(await found('q=gone'), 0);
  await app.call('PUT', `/api/v1/deleted-videos/restore/${second}`, { as: admin });
  await app.call('DELETE', `/api/v1/videos/${second}`, { as: admin });
  const undone = await undo(deleted);
  assert.deepEqual(failures(undone), [`${second} changed_since`]);
  assert.equal((await video(first))['title'], 'gone 1');
  assert.equal(await found('q=gone'), 1);
});

test('an undo stops a batch that still runs, is for who made it, and is possible once', async () => {
  const keys = await add(
    news,
    Array.from({ length: 150 }, (_, n) => `many ${n}`),
  );
  const batch = await begin({ type: 'delete' }, { keys });
  await takeNextTurn(app.context, changeVideosWork, String(batch['id']));
  assert.deepEqual(counts(await read(batch)), ['running', 150, 100, 0]);
  assert.equal(await found('q=many'), 50);
  assert.equal((await post('/undo', { batchId: batch['id'] }, uploader)).status, 404);
  const undone = await undo(batch);
  assert.deepEqual(counts(undone), ['completed', 100, 100, 0]);
  assert.deepEqual(counts(await finish(batch)), ['cancelled', 150, 100, 0]);
  assert.equal(await found('q=many'), 150);
  for (const id of [batch['id'], undone['id']]) {
    const again = await post('/undo', { batchId: id }, admin);
    assert.deepEqual([again.status, again.body['code']], [409, 'nothing_to_undo']);
  }
  assert.equal((await read(batch))['isUndoable'], false);
});

test('who is no member of the team any more changes nothing', async () => {
  const [key = ''] = await add(news, ['left alone']);
  const batch = await begin({ type: 'delete' }, { keys: [key] }, uploader);
  await app.context.db
    .deleteFrom('team_memberships')
    .where('account_id', '=', uploader.id)
    .execute();
  assert.deepEqual(counts(await finish(batch)), ['completed', 1, 0, 1]);
  assert.equal(await found('q=left%20alone'), 1);
});

test('videos that can’t be changed for a fault of ours are passed over', async () => {
  const keys = await add(
    news,
    Array.from({ length: 120 }, (_, n) => `fault ${n}`),
  );
  const batch = await begin({ type: 'delete' }, { keys });
  const turn = await findTurn(app.context, String(batch['id']));
  assert.ok(turn);
  await changeVideosWork.giveUp?.(app.context, turn);
  const over = await finish(batch);
  assert.deepEqual(counts(over), ['completed', 120, 20, 100]);
  assert.equal(over['failures']?.[0]?.['code'], 'internal_error');
});

test('one finds what one has begun, newest first', async () => {
  const [key = ''] = await add(news, ['listed']);
  const batch = await begin({ type: 'addTags', tags: ['a'] }, { keys: [key] });
  const own = await app.call('GET', '/api/v1/video-batches', { as: admin });
  assert.equal(own.body.data[0]?.['id'], batch['id']);
});

test('a batch is shown to who made it, and to who sees all of its projects', async () => {
  const [fromNews] = await add(news, ['Seen'], []);
  const [fromFood] = await add(food, ['Unseen'], []);
  const member = await app.addPerson(scope, 'user');
  const own = await app.addPerson(scope, 'user');
  await app.addToProject(news, member, 'viewer');
  await app.addToProject(news, own, 'uploader');
  const status = async (batch: Json, as: Person) =>
    (await app.call('GET', `/api/v1/video-batches/${batch['id']}`, { as })).status;
  const tag = { type: 'addTags', tags: ['secret'] };

  const inBoth = await change(tag, { keys: [fromNews, fromFood] });
  const inOne = await change(tag, { keys: [fromNews] });
  const ofNone = await change(tag, { keys: ['unknown'] });
  const ofMember = await change(tag, { keys: [fromNews] }, own);
  assert.deepEqual(
    await Promise.all([inBoth, inOne, ofNone, ofMember].map((batch) => status(batch, member))),
    [404, 200, 404, 200],
  );
  assert.deepEqual(
    await Promise.all([inBoth, inOne, ofNone, ofMember].map((batch) => status(batch, admin))),
    [200, 200, 200, 200],
  );
  assert.equal(await status(ofMember, outsider), 404);
  // Where videos went to and came from counts as well.
  const moved = await change({ type: 'move', projectKey: food }, { keys: [fromNews] });
  const deleted = await change({ type: 'delete' }, { keys: [fromFood] });
  assert.deepEqual([await status(moved, member), await status(deleted, member)], [404, 404]);
  await app.addToProject(food, member, 'viewer');
  assert.deepEqual([await status(moved, member), await status(deleted, member)], [200, 200]);
  // The maker still sees a batch after losing its projects.
  const { db } = app.context;
  await db.deleteFrom('project_memberships').where('account_id', '=', own.id).execute();
  assert.equal(await status(ofMember, own), 200);
});
