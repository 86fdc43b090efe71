import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moveRevision } from '../revisions/actions.ts';
import { startTestApp, type Answer, type Json, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let admin: Person;
let teammate: Person;

before(async () => {
  app = await startTestApp();
  const made = await app.addTeam('siam');
  ({ admin } = made);
  teammate = await app.addPerson(made.scope, 'user');
});
after(() => app.close());

async function newProject(key: string): Promise<string> {
  const body = { key, name: `${key} project` };
  const created = await app.call('POST', '/api/v1/projects', { as: admin, body });
  return String(created.body['key']);
}

type Item = { title: string; tags?: string[]; size?: number; fileName?: string };

/** Adds videos; the first is the oldest. @returns their keys and revisions */
async function add(projectKey: string, items: Item[], as = admin) {
  const videos = items.map(({ title, tags = [], size = 1000, fileName = 'clip.mp4' }) => ({
    title,
    tags,
    source: { type: 'video/mp4', size, fileName },
  }));
  const { body } = await app.call('POST', '/api/v1/videos', { as, body: { projectKey, videos } });
  return body.map((video: Json) => ({
    key: String(video['key']),
    revisionKey: String(video['vod']?.['revisionKey']),
  }));
}

const list = (query: string, as = admin) => app.call('GET', `/api/v1/videos?${query}`, { as });
const titles = (answer: Answer): string[] =>
  answer.body.data.map((video: Json) => String(video['title']));
const search = async (projectKey: string, q: string, more = '') =>
  titles(await list(`projectKey=${projectKey}&q=${encodeURIComponent(q)}${more}`));

/** Reads a list to its end and back to its beginning, and compares both. */
async function readAll(query: string, as = admin): Promise<string[]> {
  const pages: string[][] = [];
  let offset = 0;
  let at = await list(`${query}&limit=2`, as);
  while (true) {
    assert.equal(at.status, 200, JSON.stringify(at.body));
    assert.equal(at.body['offset'], offset);
    pages.push(titles(at));
    offset += titles(at).length;
    if (at.body['next'] === null) break;
    at = await list(`${query}&limit=2&next=${at.body['next']}`, as);
  }
  for (const page of pages.toReversed().slice(1)) {
    at = await list(`${query}&limit=2&previous=${at.body['previous']}`, as);
    offset -= page.length;
    assert.deepEqual(titles(at), page);
  }
  assert.equal(at.body['previous'], null);
  assert.equal(at.body['offset'], 0);
  return pages.flat();
}

test('a list is sorted by title in Thai order, numbers by value, and by duration and size', async () => {
  const key = await newProject('sorted');
  const other = await newProject('sorted-too');
  const made = await add(key, [
    { title: 'ตอนที่ 10', size: 30 },
    { title: 'เก้าอี้', size: 20 },
    { title: 'ตอนที่ 2', size: 50 },
    { title: 'ขนม', size: 40 },
    { title: 'ตอนที่ 2', size: 10 },
  ]);
  const thai = ['เก้าอี้', 'ขนม', 'ตอนที่ 2', 'ตอนที่ 2', 'ตอนที่ 10'];
  assert.deepEqual(await readAll(`projectKey=${key}&sort=title`), thai);
  assert.deepEqual(await readAll(`projectKey=${key}&sort=title&order=desc`), thai.toReversed());
  const oldest = ['ตอนที่ 10', 'เก้าอี้', 'ตอนที่ 2', 'ขนม', 'ตอนที่ 2'];
  assert.deepEqual(await readAll(`projectKey=${key}&sort=createdAt&order=asc`), oldest);
  assert.deepEqual(await readAll(`projectKey=${key}&sort=createdAt`), oldest.toReversed());
  const biggest = ['ตอนที่ 2', 'ขนม', 'ตอนที่ 10', 'เก้าอี้', 'ตอนที่ 2'];
  assert.deepEqual(await readAll(`projectKey=${key}&sort=size`), biggest);
  const { db } = app.context;
  await db.transaction().execute(async (tx) => {
    for (const [at, durationMs] of [
      [0, 5000],
      [1, 7000.5],
      [3, 6000],
    ] as const) {
      const columns = { duration_ms: durationMs };
      await moveRevision(tx, made[at]?.revisionKey ?? '', 'processing', columns);
    }
  });
  const longest = (await readAll(`projectKey=${key}&sort=duration`)).slice(0, 3);
  assert.deepEqual(longest, ['เก้าอี้', 'ขนม', 'ตอนที่ 10']);

  // The same order holds over the whole team, in projects that the caller sees.
  await add(other, [{ title: 'คน', size: 45 }]);
  const ofTeam = (await readAll('sort=title')).filter((title) => [...thai, 'คน'].includes(title));
  assert.deepEqual(ofTeam, ['เก้าอี้', 'ขนม', 'คน', ...thai.slice(2)]);
  await app.addToProject(key, teammate, 'viewer');
  assert.deepEqual(await readAll('sort=title', teammate), thai);
  assert.deepEqual(await readAll('sort=size', teammate), biggest);
});

test('a token of one sort is refused by another', async () => {
  const key = await newProject('tokens-of-sorts');
  await add(key, [{ title: 'a' }, { title: 'b' }]);
  const first = await list(`projectKey=${key}&limit=1&sort=title`);
  const next = String(first.body['next']);
  assert.equal((await list(`projectKey=${key}&limit=1&sort=title&next=${next}`)).status, 200);
  for (const sort of ['sort=title&order=desc', 'sort=size', '', 'q=a']) {
    const answer = await list(`projectKey=${key}&limit=1&${sort}&next=${next}`);
    assert.deepEqual([answer.status, answer.body['errors']?.[0]?.['path']], [422, 'next'], sort);
  }
});

test('videos are filtered by what people see of their state', async () => {
  const key = await newProject('states');
  const made = await add(
    key,
    ['waiting', 'arrived', 'damaged', 'encoding', 'open', 'whole', 'given up'].map((title) => ({
      title,
    })),
  );
  const revision = (at: number) => made[at]?.revisionKey ?? '';
  await app.context.db.transaction().execute(async (tx) => {
    for (const at of [1, 2]) await moveRevision(tx, revision(at), 'sourceIngression');
    const damaged = { probe_error_type: 'probeFileError', probe_error_reason: 'damaged' } as const;
    await moveRevision(tx, revision(2), 'sourceIngression', damaged);
    for (const at of [3, 4, 5, 6]) await moveRevision(tx, revision(at), 'processing');
    await moveRevision(tx, revision(4), 'partiallyCompleted');
    await moveRevision(tx, revision(5), 'completed');
    await moveRevision(tx, revision(6), 'failed');
  });
  const found = async (states: string) =>
    titles(await list(`projectKey=${key}&states=${states}`)).toSorted();
  assert.deepEqual(await found('uploading'), ['waiting']);
  assert.deepEqual(await found('checking'), ['arrived']);
  assert.deepEqual(await found('failed'), ['damaged', 'given up']);
  assert.deepEqual(await found('processing'), ['encoding']);
  assert.deepEqual(await found('playable,completed'), ['open', 'whole']);
  const combined = await list(`projectKey=${key}&states=failed,completed&q=given&sort=title`);
  assert.deepEqual([titles(combined), combined.body['total']], [['given up'], 1]);
  assert.equal((await list(`projectKey=${key}&states=failed`)).body['total'], 2);
  assert.equal((await list('states=broken')).status, 422);
});

test('videos are filtered by who created them, and the list of creators says who may be meant', async () => {
  const key = await newProject('creators');
  const other = await newProject('creators-elsewhere');
  await app.addToProject(key, teammate, 'uploader');
  await add(key, [{ title: 'mine' }]);
  await add(key, [{ title: 'theirs' }], teammate);
  await add(other, [{ title: 'elsewhere' }]);
  const ofTeammate = await list(`projectKey=${key}&creatorIds=${teammate.id}`);
  assert.deepEqual([titles(ofTeammate), ofTeammate.body['total']], [['theirs'], 1]);
  const both = await list(`projectKey=${key}&creatorIds=${teammate.id},${admin.id}&sort=title`);
  assert.deepEqual(titles(both), ['mine', 'theirs']);
  assert.deepEqual(titles(await list(`projectKey=${key}&creatorIds=nobody`)), []);
  const creators = async (query: string, as = admin) => {
    const { body } = await app.call('GET', `/api/v1/video-creators?${query}`, { as });
    return body.data.map((one: Json) => String(one['id'])).toSorted();
  };
  const all = [admin.id, teammate.id].toSorted();
  assert.deepEqual(await creators(`projectKey=${key}`), all);
  assert.deepEqual(await creators(`projectKey=${other}`), [admin.id]);
  assert.deepEqual(await creators('', teammate), all);
  const unseen = `/api/v1/video-creators?projectKey=${other}`;
  assert.equal((await app.call('GET', unseen, { as: teammate })).status, 404);
  const { body: name } = await app.call('GET', '/api/v1/me', { as: teammate });
  const part = String(name['account']?.['name']).slice(1).toUpperCase();
  assert.deepEqual(await creators(`q=${encodeURIComponent(part)}`), [teammate.id]);
  assert.deepEqual(await creators('q=nobody-of-this-name'), []);
});

test('what has the phrase in its title or as a tag comes before the rest, each newest first', async () => {
  const key = await newProject('ranked');
  await add(key, [
    { title: 'ซีซัน 2 ตอนแรก' },
    { title: 'ละคร', tags: ['ซีซัน 2'] },
    { title: '2 ปีของซีซัน' },
    { title: 'ข่าว 2', tags: ['ซีซัน 21'] },
    { title: 'ซีซันสุดท้าย', fileName: 'take 2.mp4' },
    { title: 'อื่น' },
  ]);
  const best = ['ละคร', 'ซีซัน 2 ตอนแรก'];
  const rest = ['ซีซันสุดท้าย', 'ข่าว 2', '2 ปีของซีซัน'];
  assert.deepEqual(await search(key, 'ซีซัน 2'), [...best, ...rest]);
  const query = `projectKey=${key}&q=${encodeURIComponent('ซีซัน  2')}`;
  assert.deepEqual(await readAll(query), [...best, ...rest]);
  // A request for an order gets it.
  const byTime = ['ซีซันสุดท้าย', 'ข่าว 2', '2 ปีของซีซัน', 'ละคร', 'ซีซัน 2 ตอนแรก'];
  assert.deepEqual(await readAll(`${query}&sort=createdAt`), byTime);
  assert.deepEqual(await readAll(`${query}&sort=createdAt&order=asc`), byTime.toReversed());
  assert.deepEqual(
    await readAll(`${query}&sort=title`),
    ['ข่าว 2', 'ซีซัน 2 ตอนแรก', 'ซีซันสุดท้าย', 'ละคร', '2 ปีของซีซัน'].toSorted(
      new Intl.Collator('th-u-kn-true').compare,
    ),
  );
});

test('one or two letters are not looked for in keys, where more of them are', async () => {
  const key = await newProject('keys');
  const made = await add(
    key,
    Array.from({ length: 40 }, () => ({ title: 'เรื่อง', fileName: 'ก.ข' })),
  );
  const first = String(made[0]?.key);
  for (const letter of '0123456789abcdefghijklmnopqrstuvwxyz') {
    assert.deepEqual(await search(key, letter), [], letter);
  }
  assert.deepEqual(await search(key, first.slice(3, 5)), []);
  assert.deepEqual(await search(key, first), ['เรื่อง']);
  assert.deepEqual(await search(key, first.slice(0, 9).toUpperCase()), ['เรื่อง']);
  await add(key, [{ title: 'Go up 7' }]);
  assert.deepEqual(await search(key, 'GO 7'), ['Go up 7']);
  assert.equal((await search(key, 'ำ')).length, 0);
  await add(key, [{ title: 'น้ำ' }]);
  assert.deepEqual(await search(key, 'ำ'), ['น้ำ']);
});

test('a list of protected videos has those whose current stream is protected so', async () => {
  const key = await newProject('protected');
  const made = await add(key, [{ title: 'A' }, { title: 'B' }, { title: 'C' }]);
  for (const [n, model] of (['clearKey', 'multiDrm'] as const).entries()) {
    await app.context.db
      .updateTable('revisions')
      .set({ drm_model: model })
      .where('key', '=', made[n]?.revisionKey ?? '')
      .execute();
  }
  const shown = async (models: string) =>
    titles(await list(`projectKey=${key}&drmModels=${models}`));
  assert.deepEqual(await shown('multiDrm'), ['B']);
  assert.deepEqual(await shown('multiDrm,clearKey'), ['B', 'A']);
  assert.deepEqual(await shown('none'), ['C']);
});

const match = (q: string, as = admin) =>
  app.call('GET', `/api/v1/video-matches?q=${encodeURIComponent(q)}&limit=2`, { as });

test('quick matches are those with the phrase in their title, then the newest, that one may see', async () => {
  const key = await newProject('matched');
  const [oldest] = await add(key, [
    { title: 'ปลากัดหม้อ' },
    { title: 'ตลาดนัด', tags: ['เลี้ยงปลากัด'] },
    { title: 'ตลาดน้ำ', tags: ['เลี้ยงปลากัด'] },
  ]);
  const found = await match('ปลากัด');
  assert.deepEqual(titles(found), ['ปลากัดหม้อ', 'ตลาดน้ำ']);
  assert.equal(found.body['isWhole'], true);
  assert.deepEqual(titles(await match(oldest?.key ?? '')), ['ปลากัดหม้อ']);
  assert.deepEqual(titles(await match('ปลากัด', teammate)), []);
  assert.deepEqual(titles(await match('\u200b')), []);
});
