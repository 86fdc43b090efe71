import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuditEvent } from '@kinora/contract/audit-events';
import { announce } from '../../base/events.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { finishWork } from '../../base/long-work/test-turns.ts';
import { memberAdded } from '../team-members/events.ts';
import { changeVideosWork } from '../video-batches/work.ts';

let app: TestApp;
let admin: Person;
let projectId: string;
let sport: string;
let videoKey: string;
let playerId: string;
const people: Record<string, Person> = {};

before(async () => {
  app = await startTestApp();
  const home = await app.addTeam('home');
  ({ admin } = home);
  const other = await app.addTeam('other');
  const project = await ask('POST', 'projects', { key: 'news', name: 'ข่าว' });
  projectId = String(project['id']);
  const news = String(project['key']);
  sport = String((await ask('POST', 'projects', { key: 'sport', name: 'กีฬา' }))['key']);
  const source = { type: 'video/mp4', size: 1, fileName: 'a.mp4' };
  const videos = [{ title: 'คลิป', source }];
  videoKey = String((await ask('POST', 'videos', { projectKey: news, videos }))[0]?.['key']);
  await ask('PUT', `projects/${news}`, { description: 'รายวัน' });
  playerId = String((await ask('POST', 'players', { name: 'สีส้ม' }))['id']);
  await app.context.db.transaction().execute((tx) =>
    announce(tx, memberAdded, {
      teamId: home.scope.teamId,
      projectId: null,
      key: playerId,
      name: 'ใครคนหนึ่ง',
    }),
  );
  for (const role of ['viewer', 'uploader', 'project-manager'] as const) {
    people[role] = await app.addPerson(home.scope, 'user');
    await app.addToProject(news, people[role], role);
  }
  people['user'] = await app.addPerson(home.scope, 'user');
  people['manager'] = await app.addPerson(home.scope, 'manager');
  people['ofOther'] = other.admin;
  people['inSport'] = await app.addPerson(home.scope, 'user');
  await app.addToProject(sport, people['inSport'], 'project-manager');
});
after(() => app.close());

async function ask(method: string, url: string, body?: unknown) {
  const answer = await app.call(method, `/api/v1/${url}`, { as: admin, team: 'home', body });
  assert.ok(answer.status < 300, `${method} ${url}: ${answer.status}`);
  return answer.body;
}

/** Returns the actions that a person reads, or the refusal. */
async function read(who: string, query: Record<string, string>): Promise<string[] | number> {
  const { status, body } = await app.call(
    'GET',
    `/api/v1/audit-events?${new URLSearchParams(query)}`,
    {
      as: who === 'admin' ? admin : (people[who] ?? null),
      team: who === 'ofOther' ? 'other' : 'home',
    },
  );
  if (status !== 200) return status;
  return (body.data as unknown as AuditEvent[]).map(({ action }) => action);
}

const ofVideo = () => ({ subjectType: 'video', subjectId: videoKey });
const ofProject = () => ({ subjectType: 'project', subjectId: projectId });
const ofPlayer = () => ({ subjectType: 'player', subjectId: playerId });

test('the history of a video is read by people who may change the video', async () => {
  for (const who of ['admin', 'project-manager', 'uploader']) {
    assert.deepEqual(await read(who, ofVideo()), ['video.created'], who);
  }
  const missing = await read('uploader', { subjectType: 'video', subjectId: 'missing' });
  for (const who of ['viewer', 'user', 'manager', 'inSport', 'ofOther']) {
    assert.deepEqual(await read(who, ofVideo()), missing, who);
  }
});

test('the history of a project is read by its project managers', async () => {
  const all = ['project.changed', 'project.created'];
  for (const who of ['admin', 'project-manager']) {
    assert.deepEqual(await read(who, ofProject()), all, who);
  }
  for (const who of ['uploader', 'viewer', 'user', 'manager', 'inSport', 'ofOther']) {
    assert.deepEqual(await read(who, ofProject()), [], who);
  }
});

test('the history of a thing of the team is read by its managers', async () => {
  for (const who of ['admin', 'manager'])
    assert.deepEqual(await read(who, ofPlayer()), ['player.created'], who);
  assert.deepEqual(await read('ofOther', ofPlayer()), []);
  for (const who of ['user', 'viewer', 'project-manager']) {
    assert.equal(await read(who, ofPlayer()), 403, who);
    assert.equal(await read(who, { ...ofPlayer(), subjectId: 'missing' }), 403, who);
  }
});

test('members, accounts and licences are the admins’, and so is a history that names no thing', async () => {
  const refused: Record<string, string>[] = [
    {},
    { subjectType: 'player' },
    { subjectId: playerId },
    { subjectType: 'member', subjectId: playerId },
    { subjectType: 'account', subjectId: admin.id },
    { subjectType: 'session', subjectId: admin.id },
    { subjectType: 'personalToken', subjectId: admin.id },
    { subjectType: 'jwtKey', subjectId: playerId },
    { subjectType: 'drmConfig', subjectId: playerId },
  ];
  for (const query of refused) {
    for (const who of ['manager', 'project-manager', 'user'])
      assert.equal(await read(who, query), 403, JSON.stringify(query));
    assert.notEqual(await read('admin', query), 403);
  }
  // An action of others doesn't lead around it.
  assert.deepEqual(await read('manager', { ...ofPlayer(), action: 'member' }), []);
});

type Page = { data: AuditEvent[]; names: Record<string, string> };
const page = async (query: Record<string, string>, as = admin) =>
  (
    await app.call('GET', `/api/v1/audit-events?${new URLSearchParams(query)}`, {
      as,
      team: 'home',
    })
  ).body as unknown as Page;

test('a thing has its present key until it is gone, and the name that it had', async () => {
  const { data } = await page(ofPlayer());
  assert.deepEqual(data[0]?.subject, {
    type: 'player',
    id: playerId,
    name: 'สีส้ม',
    key: playerId,
  });
  await ask('DELETE', `players/${playerId}`);
  const after = await page(ofPlayer());
  assert.deepEqual(
    after.data.map(({ subject }) => [subject.name, subject.key]),
    [
      ['สีส้ม', null],
      ['สีส้ม', null],
    ],
  );
});

test('a change of many videos can be taken back from its rows, by its maker, once', async () => {
  const action = { type: 'move', projectKey: sport };
  const batch = await ask('POST', 'video-batches', { action, videos: { keys: [videoKey] } });
  await finishWork(app.context, changeVideosWork, String(batch['id']));
  const [moved] = (await page(ofVideo())).data;
  assert.equal(moved?.action, 'video.moved');
  assert.equal(moved.undoableBatchId, batch['id']);
  assert.equal(moved.actor.onBehalfOf?.id, admin.id);
  const { data, names } = await page(ofVideo(), people['inSport']);
  assert.deepEqual(
    data.map((event) => [event.action, event.undoableBatchId, event.subject.key]),
    [['video.moved', null, videoKey]],
  );
  assert.deepEqual(Object.values(names), ['กีฬา'], 'he doesn’t see where it was');
  // The history of where it was stays with the people there, who can’t open it any more.
  const before = await page(ofVideo(), people['uploader']);
  assert.deepEqual(
    before.data.map((event) => [event.action, event.subject.key]),
    [['video.created', null]],
  );
  await ask('POST', 'video-batches/undo', { batchId: batch['id'] });
  assert.equal((await page(ofVideo())).data[0]?.undoableBatchId, null);
});

test('an admin downloads what a filter finds, and no cell is a formula', async () => {
  await ask('POST', 'players', { name: '=HYPERLINK("http://evil.test")' });
  const download = (as: Person | undefined, query: string, team = 'home') =>
    app.http.inject({
      url: `/api/v1/audit-events/csv?${query}`,
      headers: { authorization: `Bearer ${as?.token}`, 'x-team': team },
    });
  const { statusCode, body, headers } = await download(admin, 'action=player.created');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/csv/);
  const [head = '', first = '', ...more] = body.trimEnd().split('\r\n');
  assert.match(head, /^\u{feff}time,person,/u);
  assert.match(first, /^\d{4}-\d\d-\d\dT[\d:.]+Z,.*,"'=HYPERLINK\(""http:\/\/evil.test""\)"/);
  assert.equal(more.length, 1);
  assert.equal((await download(people['manager'], '')).statusCode, 403);
  assert.ok(!(await download(people['ofOther'], '', 'other')).body.includes('HYPERLINK'));
});

test('the history of a project tells of its members', async () => {
  const person = people['user'] ?? assert.fail();
  const members = `projects/${projectId}/memberships`;
  const before = await read('project-manager', ofProject());
  await ask('POST', members, { accountId: person.id, projectRole: 'viewer' });
  await app.call('DELETE', `/api/v1/${members}/${person.id}`, { as: admin, team: 'home' });
  const after = await read('project-manager', ofProject());
  assert.ok(Array.isArray(before));
  assert.deepEqual(after, ['projectMember.removed', 'projectMember.added', ...before]);
});
