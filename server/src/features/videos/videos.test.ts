import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type Answer, type Json, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let admin: Person;
let projectKey: string;
let otherKey: string;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
  projectKey = await newProject('news');
  otherKey = await newProject('food');
});
after(() => app.close());

async function newProject(key: string): Promise<string> {
  const body = { key, name: `${key} project` };
  const created = await app.call('POST', '/api/v1/projects', { as: admin, body });
  return String(created.body['key']);
}

const item = (title: string, tags: string[] = []) => ({
  title,
  tags,
  source: { type: 'video/mp4', size: 1000, fileName: `${title.slice(0, 40)}.mp4` },
});

const create = (body: object) => app.call('POST', '/api/v1/videos', { as: admin, body });
const list = (query: string) => app.call('GET', `/api/v1/videos?${query}`, { as: admin });
const get = (key: string) => app.call('GET', `/api/v1/videos/${key}`, { as: admin });
const change = (key: string, body: object) =>
  app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body });
const titles = (answer: Answer) => answer.body.data.map((video: Json) => video['title']);
const paths = (answer: Answer) => answer.body['errors']?.map((error: Json) => error['path']);

test('videos are answered as a bare array in the given order, waiting for their files', async () => {
  const answer = await create({ projectKey, videos: [item('one'), item('two'), item('three')] });
  assert.equal(answer.status, 201);
  assert.deepEqual(
    answer.body.map((video: Json) => video['title']),
    ['one', 'two', 'three'],
  );
  const [first] = answer.body;
  assert.equal(first?.['vod']?.['processingInfo']?.['state'], 'sourceWaiting');
  assert.equal(first?.['uploadingInfo']?.['state'], 'queued');
  assert.equal(first?.['playbackUrls'], null);
});

test('each wrong field of a new video is named and nothing is created', async () => {
  const before = (await list('')).body['total'];
  const source = item('x').source;
  const wrong: [object, string][] = [
    [{ projectKey, videos: [] }, 'videos'],
    [{ projectKey }, 'videos'],
    [{ projectKey, videos: 'none' }, 'videos'],
    [{ videos: [item('x')] }, 'projectKey'],
    [{ projectKey, videos: [{ ...item(''), title: '' }] }, 'videos.0.title'],
    [{ projectKey, videos: [{ ...item('x'), title: 'x'.repeat(251) }] }, 'videos.0.title'],
    [{ projectKey, videos: [{ ...item('x'), title: 'a\u0000b' }] }, 'videos.0.title'],
    [{ projectKey, videos: [{ title: 'x', source: null }] }, 'videos.0.source'],
    [
      { projectKey, videos: [{ title: 'x', source: { ...source, size: 0 } }] },
      'videos.0.source.size',
    ],
    [
      { projectKey, videos: [{ title: 'x', source: { ...source, size: 1.5 } }] },
      'videos.0.source.size',
    ],
    [
      { projectKey, videos: [{ title: 'x', source: { ...source, type: 'text/plain' } }] },
      'videos.0.source.type',
    ],
    [
      { projectKey, videos: [{ title: 'x', source: { ...source, fileName: '' } }] },
      'videos.0.source.fileName',
    ],
    [{ projectKey, videos: [{ ...item('x'), tags: [''] }] }, 'videos.0.tags.0'],
    [{ projectKey, presetId: 'nonsense', videos: [item('x')] }, 'presetId'],
    [
      { projectKey, geoblockPolicy: { type: 'customRule' }, videos: [item('x')] },
      'geoblockPolicy.appliedRule',
    ],
    [
      { projectKey, geoblockPolicy: { type: 'nobody' }, videos: [item('x')] },
      'geoblockPolicy.type',
    ],
  ];
  for (const [body, path] of wrong) {
    const answer = await create(body);
    assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 120));
    assert.ok(
      paths(answer)?.includes(path as unknown as Json),
      `${path}: ${String(paths(answer))}`,
    );
  }
  const unknown = await create({ projectKey: 'no-such-project', videos: [item('x')] });
  assert.equal(unknown.status, 404);
  assert.equal((await list('')).body['total'], before);
});

test('a file of a kind that is not taken is refused with the kinds that are, in both languages', async () => {
  const source = { type: 'video/mp4', size: 5, fileName: 'film.rmvb' };
  const body = { projectKey, videos: [{ title: 'film', source }] };
  for (const [lang, words] of [
    ['th', 'ไม่รองรับไฟล์ประเภทนี้'],
    ['en', 'isn’t supported'],
  ] as const) {
    const headers = { 'accept-language': lang };
    const answer = await app.call('POST', '/api/v1/videos', { as: admin, body, headers });
    assert.equal(answer.status, 422);
    const [fault] = answer.body['errors'] ?? assert.fail();
    assert.deepEqual(
      [fault?.['path'], fault?.['code']],
      ['videos.0.source.fileName', 'unsupported'],
    );
    const message = String(fault?.['message']);
    assert.ok(message.includes(words), message);
    for (const kind of ['MP4', 'MKV', 'M2TS', 'FLAC', 'AMR']) assert.ok(message.includes(kind));
  }
});

test('a keyword finds Thai inside a phrase, English in any case, a tag, a file name and a key', async () => {
  const made = await create({
    projectKey: otherKey,
    videos: [item('ครัวคุณยาย แกงเขียวหวาน', ['อาหาร']), item('Backstage 100% final_v3')],
  });
  const key = String(made.body[0]?.['key']);
  const found = async (q: string) =>
    titles(await list(`projectKey=${otherKey}&q=${encodeURIComponent(q)}`));
  const thai = ['ครัวคุณยาย แกงเขียวหวาน'];
  const english = ['Backstage 100% final_v3'];
  for (const q of ['ยาย', 'เขียว', 'แก', 'อาหาร', key, 'แกง คุณ']) {
    assert.deepEqual(await found(q), thai, q);
  }
  for (const q of ['backSTAGE', '0%', 'l_v', 'final_v3.mp4']) {
    assert.deepEqual(await found(q), english, q);
  }
  for (const q of ['%', '_'].map((one) => `${one}x${one}`)) assert.deepEqual(await found(q), []);
  // U+0E4D U+0E32 is what some keyboards type for the one sign U+0E33; NFC keeps them apart.
  assert.deepEqual(await found('ไม่มี'), []);
});

test('the longest title and tags are kept whole and can be found by their beginning', async () => {
  const title = 'ก็'.repeat(250);
  const tags = Array.from({ length: 50 }, (_, n) => `${n}${'👩‍👩‍👧'.repeat(50)}`);
  const made = await create({ projectKey, videos: [item(title, tags)] });
  assert.equal(made.status, 201, JSON.stringify(made.body).slice(0, 300));
  assert.equal(made.body[0]?.['title'], title);
  assert.equal(made.body[0]?.['tags']?.length, 50);
  assert.equal((await list(`q=${encodeURIComponent('ก็ก็ก็')}`)).body['total'], 1);
});

test('pages follow by token without loss, in both directions, while videos are added', async () => {
  const key = await newProject('paged');
  const all = Array.from({ length: 25 }, (_, n) => item(`clip ${String(n).padStart(2, '0')}`));
  await create({ projectKey: key, videos: all });
  const page = (query: string) => list(`projectKey=${key}&limit=10&${query}`);
  const first = await page('');
  assert.equal(first.body['total'], 25);
  assert.equal(first.body['previous'], null);
  assert.equal(titles(first)[0], 'clip 24');
  await create({ projectKey: key, videos: [item('newer')] });
  const second = await page(`next=${first.body['next']}`);
  const third = await page(`next=${second.body['next']}`);
  const seen = [...titles(first), ...titles(second), ...titles(third)];
  assert.deepEqual(seen, all.map((video) => video.title).toReversed());
  assert.equal(third.body['next'], null);
  const back = await page(`previous=${third.body['previous']}`);
  assert.deepEqual(titles(back), titles(second));
  const top = await page(`previous=${back.body['previous']}`);
  assert.deepEqual(titles(top), titles(first));
});

test('a token that is made up or changed by one character is refused by name', async () => {
  const made = await newProject('tokens');
  await create({ projectKey: made, videos: ['a', 'b', 'c'].map((title) => item(title)) });
  const first = await list(`projectKey=${made}&limit=1`);
  const next = String(first.body['next']);
  const previous = String((await list(`limit=1&next=${next}`)).body['previous']);
  const place = Buffer.from('["2026-01-01 00:00:00","a"]').toString('base64url');
  for (const [field, token] of Object.entries({ next, previous })) {
    assert.equal((await list(`limit=1&${field}=${token}`)).status, 200);
    const changed = Array.from(token).map((letter, at) =>
      [token.slice(0, at), letter === 'A' ? 'B' : 'A', token.slice(at + 1)].join(''),
    );
    for (const wrong of ['', 'x', 'bm8', place, token.slice(0, -1), `${token}=`, ...changed]) {
      const answer = await list(`${field}=${wrong}`);
      assert.equal(answer.status, 422, wrong);
      assert.deepEqual(paths(answer), [field]);
    }
  }
});

test('filters by date and tag work as in the address of the list', async () => {
  const key = await newProject('filtered');
  const made = await create({
    projectKey: key,
    videos: [item('old', ['a']), item('new', ['b', 'c'])],
  });
  const { db } = app.context;
  await db
    .updateTable('videos')
    .set({ created_at: new Date('2025-12-31T17:00:00Z') })
    .where('key', '=', String(made.body[0]?.['key']))
    .execute();
  const found = async (query: string) => titles(await list(`projectKey=${key}&${query}`));
  assert.deepEqual(await found('dateFilterType=year&year=2026'), ['new', 'old']);
  assert.deepEqual(await found('dateFilterType=month&year=2026&month=1'), ['old']);
  assert.deepEqual(
    await found('dateFilterType=dateRange&startDate=2026-01-01&endDate=2026-01-01'),
    ['old'],
  );
  assert.deepEqual(await found('dateFilterType=dateRange&endDate=2025-12-31'), []);
  const tags = await app.call('GET', `/api/v1/video-tags?projectKey=${key}`, { as: admin });
  const idOf = (name: string) =>
    tags.body.data.find((tag) => (tag['name'] as unknown) === name)?.['id'];
  assert.deepEqual(
    tags.body.data.map((tag) => tag['name']),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(await found(`tagIds=${idOf('b')}`), ['new']);
  assert.deepEqual(await found(`tagIds=${idOf('a')},${idOf('c')}`), ['new', 'old']);
  const queries: [string, string][] = [
    ['dateFilterType=week', 'dateFilterType'],
    ['month=13', 'month'],
    ['year=1999', 'year'],
    ['startDate=01/02/2026', 'startDate'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=2026-02-02&endDate=2026-02-01', 'endDate'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
  ];
  for (const [query, path] of queries) {
    const answer = await list(query);
    assert.equal(answer.status, 422, query);
    assert.deepEqual(paths(answer), [path], query);
  }
});

test('a change keeps what is left out, and search follows title and tags', async () => {
  const made = await create({ projectKey, videos: [item('before', ['first'])] });
  const key = String(made.body[0]?.['key']);
  const metadata = { fields: [{ fieldName: 'publishedDate', value: '2026-02-28' }], genres: [] };
  const changed = await change(key, {
    title: 'after',
    tags: ['second', 'second'],
    additionalVideoMetaData: metadata,
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(
    changed.body['tags']?.map((tag) => tag['name']),
    ['second'],
  );
  const [field] = changed.body['additionalVideoMetaData']?.['fields'] ?? [];
  assert.equal(field?.['value'], '2026-02-28T00:00:00.000Z');
  const described = await change(key, { description: 'words', tags: changed.body['tags'] });
  assert.equal(described.body['title'], 'after');
  assert.equal(described.body['description'], 'words');
  const kept = described.body['additionalVideoMetaData']?.['fields']?.[0]?.['value'];
  assert.equal(kept, '2026-02-28T00:00:00.000Z');
  assert.equal((await list('q=second')).body['total'], 1);
  assert.equal((await list('q=first')).body['total'], 0);
});

test('tags come in the order of a Thai dictionary, in a row and on the page of a video', async () => {
  const tags = ['สด', 'เชียงใหม่', 'น้ำท่วม', 'ข่าว', 'ภาคเหนือ'];
  const inOrder = ['ข่าว', 'เชียงใหม่', 'น้ำท่วม', 'ภาคเหนือ', 'สด'];
  const made = await create({ projectKey, videos: [item('ordered', tags)] });
  const names = (body: { tags?: { name: unknown }[] } | undefined) =>
    body?.tags?.map(({ name }) => name);
  assert.deepEqual(names(made.body[0] as never), inOrder);
  const key = String(made.body[0]?.['key']);
  assert.deepEqual(names((await change(key, { title: 'again' })).body as never), inOrder);
  assert.deepEqual(names((await list('q=again')).body.data[0] as never), inOrder);
});

test('tags may come as one text between commas', async () => {
  const names = (answer: Answer) => answer.body['tags']?.map((tag) => tag['name']);
  const made = await create({
    projectKey,
    videos: [{ ...item('told'), tags: 'Thai food, news,' }],
  });
  const key = String(made.body[0]?.['key']);
  assert.deepEqual(names(await get(key)), ['news', 'Thai food']);
  assert.deepEqual(names(await change(key, { tags: 'one' })), ['one']);
  assert.deepEqual(names(await change(key, { tags: '' })), []);
});

test('each wrong field of a change is named and nothing changes', async () => {
  const made = await create({ projectKey, videos: [item('steady')] });
  const key = String(made.body[0]?.['key']);
  const wrong: [object, string][] = [
    [{ title: '' }, 'title'],
    [{ title: null }, 'title'],
    [{ description: 'x'.repeat(5001) }, 'description'],
    [{ tags: { name: 'a' } }, 'tags'],
    [{ tags: 'a,' + 'x'.repeat(61) }, 'tags.1'],
    [
      {
        additionalVideoMetaData: { fields: [{ fieldName: 'publishedDate', value: '28/02/2026' }] },
      },
      'additionalVideoMetaData.fields.0.value',
    ],
  ];
  for (const [body, path] of wrong) {
    const answer = await change(key, { description: 'changed', ...body });
    assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 80));
    assert.deepEqual(paths(answer), [path]);
  }
  assert.equal((await get(key)).body['description'], '');
});

test('a deleted video is gone from lists and answers 404', async () => {
  const made = await create({ projectKey, videos: [item('doomed')] });
  const key = String(made.body[0]?.['key']);
  assert.equal((await app.call('DELETE', `/api/v1/videos/${key}`, { as: admin })).status, 204);
  assert.equal((await get(key)).status, 404);
  assert.equal((await list('q=doomed')).body['total'], 0);
  assert.equal((await app.call('DELETE', `/api/v1/videos/${key}`, { as: admin })).status, 404);
});
