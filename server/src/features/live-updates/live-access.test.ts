import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LIVE_READERS, LiveSubject } from '@kinora/contract/live-updates';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getCall } from '../../base/calls.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestVideo } from '../../test-owner.ts';
import { notifyListeners } from './actions.ts';
import { listenTo, type Listening } from './test-listening.ts';

let app: TestApp;
let admin: Person;
let scope: Awaited<ReturnType<TestApp['addTeam']>>['scope'];
before(async () => {
  app = await startTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ admin, scope } = await app.addTeam('siam'));
});
after(() => app.close());

async function listenFrom(as: Person | { cookie: string }): Promise<Listening> {
  const listening = await listenTo(app, as, 'siam');
  assert.equal(listening.status, 200);
  await until('the first message', () => listening.messages.length > 0);
  return listening;
}

const hears = (listening: Listening, subject: string, key: string | null) =>
  listening.messages.flat().some((change) => change.subject === subject && change.key === key);

async function newVideo(projectName: string) {
  const body = { key: projectName, name: projectName };
  const created = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const projectKey = String(created.body['key']);
  const { videoKey } = await addTestVideo(app, { admin, projectKey });
  return { projectKey, projectId: String(created.body['id']), videoKey };
}

const rename = (key: string) =>
  app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body: { title: 'B' } });

/** All listeners get this change, so everything before it has arrived too. */
async function announceToAll(key: string, ...listeners: Listening[]): Promise<void> {
  const facts = { teamId: scope.teamId, projectId: null, key };
  const kind = { name: 'player.changed', subject: 'player' } as const;
  await app.context.db.transaction().execute((tx) => notifyListeners(tx, [{ kind, facts }]));
  await until('what everybody hears', () => listeners.every((one) => hears(one, 'player', key)));
}

const ofTeam = (person: Person) => ({ team_id: scope.teamId, account_id: person.id });

test('a listener is cut off when membership, token, session or account ends, and no other is', async () => {
  const { db } = app.context;
  const endings: [string, (person: Person) => Promise<unknown>, boolean][] = [
    [
      'membership',
      ({ id }) => db.deleteFrom('team_memberships').where('account_id', '=', id).execute(),
      false,
    ],
    [
      'right of a suspended member',
      ({ id }) => {
        const url = `/api/v1/team-members/${id}`;
        return app.call('PUT', url, { as: admin, body: { isEnabled: false } });
      },
      true,
    ],
    [
      'token',
      (as) => app.call('POST', '/api/v1/personal-tokens/revoke', { as, body: { token: as.token } }),
      false,
    ],
    ['session', ({ id }) => db.deleteFrom('sessions').where('account_id', '=', id).execute(), true],
    [
      'expired session',
      ({ id }) =>
        db
          .updateTable('sessions')
          .set({ expires_at: new Date(0) })
          .where('account_id', '=', id)
          .execute(),
      true,
    ],
    ['account', ({ id }) => db.deleteFrom('accounts').where('id', '=', id).execute(), true],
  ];
  const stays = await listenFrom(await app.addPerson(scope, 'user'));
  for (const [what, end, isSession] of endings) {
    const person = await app.addPerson(scope, 'manager');
    const listening = await listenFrom(isSession ? await app.signIn(person) : person);
    let isOver = false;
    void listening.ended.then(() => (isOver = true));
    await end(person);
    await until(`the end, as the ${what} ended`, () => isOver);
  }
  await announceToAll('still-there', stays);
  stays.leave();
});

test('a token that runs out while its owner listens ends that', async () => {
  const person = await app.addPerson(scope, 'user');
  const token = { expires_at: new Date(Date.now() + 3000) };
  const { db } = app.context;
  await db.updateTable('personal_tokens').set(token).where('account_id', '=', person.id).execute();
  const listening = await listenFrom(person);
  let isOver = false;
  void listening.ended.then(() => (isOver = true));
  await until('the end', () => isOver);
});

test('an end that moves closer while a listener is connected counts', async () => {
  const { db } = app.context;
  const soon = sql<Date>`now() + interval '1 second'`;
  const shortened: [Person, Person | { cookie: string }, 'personal_tokens' | 'sessions'][] = [];
  const byToken = await app.addPerson(scope, 'user');
  const bySession = await app.addPerson(scope, 'user');
  shortened.push([byToken, byToken, 'personal_tokens']);
  shortened.push([bySession, await app.signIn(bySession), 'sessions']);
  for (const [{ id }, as, table] of shortened) {
    const listening = await listenFrom(as);
    let isOver = false;
    void listening.ended.then(() => (isOver = true));
    await db.updateTable(table).set({ expires_at: soon }).where('account_id', '=', id).execute();
    await until(`the end of who is proven by ${table}`, () => isOver);
  }
});

test('projects that a listener may see no more are silent at once, and new ones are heard', async () => {
  const { db } = app.context;
  const seen = await newVideo('seen');
  const person = await app.addPerson(scope, 'user');
  const [guest, boss] = [await listenFrom(person), await listenFrom(admin)];
  await app.addToProject(seen.projectKey, person, 'viewer');
  await rename(seen.videoKey);
  await until('the change', () => hears(guest, 'video', seen.videoKey));

  const heardBefore = guest.messages.length;
  await db.deleteFrom('project_memberships').where('account_id', '=', person.id).execute();
  await rename(seen.videoKey);
  await announceToAll('after-project', guest, boss);
  const later = guest.messages.slice(heardBefore).flat();
  assert.equal(
    later.some(({ subject }) => subject === 'video'),
    false,
  );
  for (const one of [guest, boss]) one.leave();
});

test('a listener with another role is told at once that anything may have changed', async () => {
  const { projectKey } = await newVideo('role');
  const person = await app.addPerson(scope, 'user');
  await app.addToProject(projectKey, person, 'viewer');
  const listening = await listenFrom(person);
  const { db } = app.context;
  const changes = [
    () =>
      db
        .updateTable('project_memberships')
        .set({ role: 'uploader' })
        .where('account_id', '=', person.id)
        .execute(),
    () => {
      const url = `/api/v1/team-members/${person.id}`;
      return app.call('PUT', url, { as: admin, body: { role: 'manager' } });
    },
  ];
  for (const change of changes) {
    const before = listening.messages.length;
    await change();
    const later = () => listening.messages.slice(before);
    await until('such a message', () => later().some((message) => message.length === 0));
  }
  listening.leave();
});

test('who was an admin hears from then on what his new role may', async () => {
  const unseen = await newVideo('unseen');
  const person = await app.addPerson(scope, 'admin');
  const [former, boss] = [await listenFrom(person), await listenFrom(admin)];
  await rename(unseen.videoKey);
  await until('the change', () => hears(former, 'video', unseen.videoKey));
  const heardBefore = former.messages.length;
  const { db } = app.context;
  const { team_id, account_id } = ofTeam(person);
  await db
    .updateTable('team_memberships')
    .set({ role: 'user' })
    .where('team_id', '=', team_id)
    .where('account_id', '=', account_id)
    .execute();
  await rename(unseen.videoKey);
  const key = await app.call('POST', '/api/v1/url-signing-keys', { as: admin, body: {} });
  await until('the key', () => hears(boss, 'urlSigningKey', String(key.body['id'])));
  await announceToAll('after-demotion', former, boss);
  const later = former.messages.slice(heardBefore).flat();
  assert.deepEqual([...new Set(later.map(({ subject }) => subject))], ['player']);
  for (const one of [former, boss]) one.leave();
});

/** The call by which one reads what a subject names. */
const READS: Record<LiveSubject, string> = {
  drmConfig: 'drmConfigs.list',
  geoblockRule: 'geoblockRules.get',
  job: 'jobs.ofVideo',
  keyServer: 'keyServers.get',
  longWork: 'videoBatches.get',
  notification: 'notifications.list',
  overlayPreset: 'overlayPresets.list',
  playbackChannel: 'playbackChannels.get',
  player: 'players.get',
  preset: 'presets.get',
  project: 'projects.get',
  team: 'teamMembers.myTeam',
  teamInvitation: 'teamInvitations.list',
  teamMember: 'teamMembers.myTeam',
  urlSigningKey: 'urlSigningKeys.list',
  video: 'videos.get',
};

test('every subject is announced to members who may read it, and its key to no others', async () => {
  const { db } = app.context;
  const [user, manager] = [
    await app.addPerson(scope, 'user'),
    await app.addPerson(scope, 'manager'),
  ];
  const [asUser, asManager] = [await listenFrom(user), await listenFrom(manager)];
  const { teamId } = scope;
  for (const subject of LiveSubject.options) {
    const kind = { name: `${subject}.changed`, subject } as const;
    const facts = { teamId, projectId: null, key: `of-${subject}` };
    await db.transaction().execute((tx) => notifyListeners(tx, [{ kind, facts }]));
  }
  await announceToAll('the last', asUser, asManager);
  const heard = new Set(asUser.messages.flat().map(({ subject, key }) => `${subject} ${key}`));
  const expected = new Set<string>(['player the last']);
  for (const subject of LiveSubject.options) {
    const { who } = getCall(READS[subject]);
    // The list of members is cut to what the caller may know.
    const isForAll = (who === 'member' && subject !== 'teamMember') || who === 'viewer';
    assert.ok(isForAll || who === 'manager' || subject === 'teamMember', `${subject}: ${who}`);
    const { othersHear } = LIVE_READERS[subject];
    if (isForAll) expected.add(`${subject} of-${subject}`);
    else if (othersHear) expected.add(`${othersHear} null`);
    assert.ok(hears(asManager, subject, `of-${subject}`), `a manager hears of ${subject}`);
  }
  assert.deepEqual([...heard].sort(), [...expected].sort());
  for (const one of [asUser, asManager]) one.leave();
});

test('who made a batch hears how far it is, and no other member does', async () => {
  const { videoKey } = await newVideo('batch');
  const [boss, colleague] = [await listenFrom(admin), await app.addPerson(scope, 'manager')];
  const other = await listenFrom(colleague);
  const body = { action: { type: 'addTags', tags: ['secret'] }, videos: { keys: [videoKey] } };
  const made = await app.call('POST', '/api/v1/video-batches', { as: admin, body });
  await until('the batch', () => hears(boss, 'longWork', String(made.body['id'])));
  await announceToAll('after-batch', boss, other);
  assert.equal(hears(other, 'longWork', String(made.body['id'])), false);
  for (const one of [boss, other]) one.leave();
});
