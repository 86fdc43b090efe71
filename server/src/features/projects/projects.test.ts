import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamScope } from '../../base/request.ts';
import { addTeamMember } from '../team-members/actions.ts';
import { startTestApp, type Answer, type Json, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let admin: Person;
let scope: TeamScope;

before(async () => {
  app = await startTestApp();
  ({ admin, scope } = await app.addTeam('siam'));
});
after(() => app.close());

const create = (body: object, as = admin) => app.call('POST', '/api/v1/projects', { as, body });
const paths = (answer: Answer) => answer.body['errors']?.map((error: Json) => error['path']);

test('a new team has presets, one channel and a rule that lets everyone watch', async () => {
  const read = async (path: string) => (await app.call('GET', path, { as: admin })).body.data;
  const presets = await read('/api/v1/presets');
  assert.ok(presets.length > 0);
  assert.ok(presets.every((preset) => (preset['isSystem'] as unknown) === true));
  const channels = await read('/api/v1/playback-channels');
  assert.deepEqual(
    channels.map((channel) => [channel['defaultPlaybackDomain'], channel['isDefault']]),
    [['localhost:8081', true]],
  );
  const rules = await read('/api/v1/geoblock-rules');
  assert.deepEqual(
    rules.map((rule) => [
      rule['isTeamDefault'],
      rule['allowCountryCodes'],
      rule['denyCountryCodes'],
    ]),
    [[true, [], []]],
  );
});

test('the key gets a dash and a random suffix, and defaults are the team’s', async () => {
  const first = await create({ key: 'news', name: 'ข่าว' });
  const second = await create({ key: 'news', name: 'ข่าว' });
  assert.equal(first.status, 201);
  assert.match(String(first.body['key']), /^news-[a-z0-9]{6}$/);
  assert.notEqual(first.body['key'], second.body['key']);
  assert.equal(first.body['hosting'], 'default');
  assert.equal(first.body['preset']?.['name'], 'Standard 1080p');
  assert.equal(first.body['memberCount'], 1);
});

test('each wrong field of a new project is named', async () => {
  const wrong: [object, string][] = [
    [{ name: 'News' }, 'key'],
    [{ key: 'ab', name: 'News' }, 'key'],
    [{ key: 'News', name: 'News' }, 'key'],
    [{ key: 'a b c', name: 'News' }, 'key'],
    [{ key: 'ข่าว', name: 'News' }, 'key'],
    [{ key: 'news' }, 'name'],
    [{ key: 'news', name: 'ab' }, 'name'],
    // Three code points, one letter as a person counts.
    [{ key: 'news', name: 'ที่' }, 'name'],
    [{ key: 'news', name: 'x'.repeat(121) }, 'name'],
    [{ key: 'news', name: 'News', description: 5 }, 'description'],
    [{ key: 'news', name: 'News', hosting: 'elsewhere' }, 'hosting'],
    [{ key: 'news', name: 'News', presetId: 'x' }, 'presetId'],
    [{ key: 'news', name: 'News', geoblockRuleId: 'x' }, 'geoblockRuleId'],
  ];
  for (const [body, path] of wrong) {
    const answer = await create(body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.deepEqual(paths(answer), [path], JSON.stringify(body));
  }
});

test('a member who leaves the team has no role in its projects any more, also when he comes back', async () => {
  const key = String((await create({ key: 'left', name: 'Left' })).body['key']);
  const person = await app.addPerson(scope, 'user');
  await app.addToProject(key, person, 'project-manager');
  const status = async () =>
    (await app.call('GET', `/api/v1/projects/${key}`, { as: person, team: 'siam' })).status;
  assert.equal(await status(), 200);
  const { db } = app.context;
  await db.deleteFrom('team_memberships').where('account_id', '=', person.id).execute();
  assert.equal(await status(), 404);
  await db.transaction().execute((tx) => addTeamMember(tx, scope, person.id, 'user'));
  assert.equal(await status(), 404);
  const members = await app.call('GET', `/api/v1/projects/${key}/memberships`, { as: admin });
  assert.ok(!JSON.stringify(members.body).includes(person.id));
});

test('only members of a team have roles in its projects', async () => {
  const key = String((await create({ key: 'outside', name: 'Outside' })).body['key']);
  const stranger = await app.addPerson(null, 'user');
  await assert.rejects(app.addToProject(key, stranger, 'viewer'), /foreign key/);
});

test('people see their own projects only; the admin sees all', async () => {
  const mine = String((await create({ key: 'mine', name: 'Mine' })).body['key']);
  await create({ key: 'hidden', name: 'Hidden' });
  const viewer = await app.addPerson(scope, 'user');
  await app.addToProject(mine, viewer, 'viewer');
  const seen = await app.call('GET', '/api/v1/projects', { as: viewer });
  assert.deepEqual(
    seen.body.data.map((project) => project['key']),
    [mine],
  );
  assert.equal(seen.body['total'], 1);
  assert.deepEqual(seen.body.data[0]?.['actions'], {
    updateProject: false,
    upload: false,
    updateVideo: false,
    updateMembership: false,
  });
  const all = await app.call('GET', '/api/v1/projects', { as: admin });
  assert.ok(Number(all.body['total']) > 1);
});

test('the list pages by 21 and finds Thai inside a name', async () => {
  for (let n = 0; n < 22; n += 1) await create({ key: `page-${n}`, name: `หน้า ${n} รายการ` });
  const first = await app.call('GET', '/api/v1/projects?q=%E0%B8%A3%E0%B8%B2%E0%B8%A2', {
    as: admin,
  });
  assert.equal(first.body.data.length, 21);
  assert.deepEqual(
    [first.body['total'], first.body['currentPage'], first.body['lastPage'], first.body['perPage']],
    [22, 1, 2, 21],
  );
  const second = await app.call('GET', '/api/v1/projects?q=%E0%B8%A3%E0%B8%B2%E0%B8%A2&page=2', {
    as: admin,
  });
  assert.deepEqual(
    second.body.data.map((project) => project['name']),
    ['หน้า 0 รายการ'],
  );
});

test('a change keeps what is left out, counts videos, and search follows the name', async () => {
  const key = String((await create({ key: 'change', name: 'Before' })).body['key']);
  const source = { type: 'video/mp4', size: 1, fileName: 'a.mp4' };
  const videos = [{ title: 'A', source }];
  await app.call('POST', '/api/v1/videos', { as: admin, body: { projectKey: key, videos } });
  const body = { name: 'หลังแก้ไข' };
  const changed = await app.call('PUT', `/api/v1/projects/${key}`, { as: admin, body });
  assert.equal(changed.status, 200);
  assert.equal(changed.body['videoCount'], 1);
  assert.equal(changed.body['key'], key);
  const q = encodeURIComponent('แก้ไข');
  const found = await app.call('GET', `/api/v1/projects?q=${q}`, { as: admin });
  assert.deepEqual(
    found.body.data.map((project) => project['key']),
    [key],
  );
  const short = await app.call('PUT', `/api/v1/projects/${key}`, {
    as: admin,
    body: { name: 'x' },
  });
  assert.deepEqual(paths(short), ['name']);
});

test('the list goes by names in Thai order, or by what was worked on last: a change or an upload', async () => {
  const keys: string[] = [];
  for (const name of ['ขวัญใจ', 'เกษตร', 'กาแฟ']) {
    keys.push(String((await create({ key: 'sorted', name: `${name} เรียง` })).body['key']));
  }
  const [newest = '', changed = ''] = keys;
  const q = encodeURIComponent('เรียง');
  const namesBy = async (sort: string) => {
    const path = `/api/v1/projects?q=${q}&sort=${sort}`;
    const { body } = await app.call('GET', path, { as: admin });
    return body.data.map((project) => String(project['name']).replace(' เรียง', ''));
  };
  await app.call('PUT', `/api/v1/projects/${changed}`, { as: admin, body: { description: 'x' } });
  const source = { type: 'video/mp4', size: 1, fileName: 'a.mp4' };
  const videos = [{ title: 'A', source }];
  await app.call('POST', '/api/v1/videos', { as: admin, body: { projectKey: newest, videos } });
  assert.deepEqual(await namesBy('name'), ['กาแฟ', 'เกษตร', 'ขวัญใจ']);
  assert.deepEqual(await namesBy('createdAt'), ['กาแฟ', 'เกษตร', 'ขวัญใจ']);
  assert.deepEqual(await namesBy('lastActivityAt'), ['ขวัญใจ', 'เกษตร', 'กาแฟ']);
  const other = await app.call('GET', '/api/v1/projects?sort=size', { as: admin });
  assert.equal(other.status, 422);
});
