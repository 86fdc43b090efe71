import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { actingFor, ownActor } from '../../base/actor.ts';
import { calls } from '../../base/calls.ts';
import { listeners } from '../../app-events.ts';
import { readyCalls, rowOf, type Ready } from '../../test-calls.ts';
import {
  startTestApp,
  testPassword,
  type CallOptions,
  type Person,
  type TestApp,
} from '../../test-app.ts';
import { countStatements } from '../../test-statements.ts';
import type { TeamScope } from '../../base/request.ts';
import { announceAll, setListeners } from '../../base/events.ts';
import { videoChanged } from '../videos/events.ts';
import { keepPartitions } from './actions.ts';
import { auditListeners } from './events.ts';

let app: TestApp;
let admin: Person;
let scope: TeamScope;
let ready: Ready;
before(async () => {
  app = await startTestApp();
  ({ admin, scope } = await app.addTeam('siam'));
  ready = await readyCalls(app, admin);
});
after(() => app.close());

type Event = {
  id: string;
  at: string;
  actor: { kind: string; id: string; name: string; onBehalfOf?: { id: string } };
  action: string;
  subject: { type: string; id: string | null; name: string | null };
  changes: Record<string, [unknown, unknown]>;
};
type Page = { data: Event[]; next: string | null; previous: string | null };

async function list(query: Record<string, string> = {}, as = admin): Promise<Page> {
  const url = `/api/v1/audit-events?${new URLSearchParams(query)}`;
  const { status, body } = await app.call('GET', url, { as, team: 'siam' });
  assert.equal(status, 200);
  return body as unknown as Page;
}

const ask = (method: string, url: string, body?: unknown) =>
  app.call(method, `/api/v1/${url}`, { as: admin, team: 'siam', body });

async function done(method: string, url: string, options: CallOptions = {}) {
  const { status, body } = await app.call(method, url, { team: 'siam', ...options });
  assert.ok(status < 300, `${method} ${url}: ${status}`);
  return body;
}

/** These change nothing, or what they start tells of each change by itself. */
const WITHOUT_CHANGES = new Set([
  'accessChecks.create',
  'accounts.requestPasswordReset',
  'drmConfigs.create',
  'jobs.retryAll',
  'notifications.markRead',
  'notifications.markSeen',
  'pageViews.record',
  'signedLinks.create',
  'teamInvitations.lookUp',
  // in the history of the new team
  'teams.create',
  'videoBatches.create',
]);

/** They need more than a request; each of their events is heard in `published-changes.test.ts`. */
const OF_PREPARED_THINGS = new Set([
  'accounts.redeemPasswordReset',
  'drm.rotateKeys',
  'drm.setModel',
  'jobs.retry',
  'keyServers.activate',
  'teamInvitations.redeem',
  'videoBatches.undo',
]);

/** Their plain requests are refused; these make one that isn't, by a person and with the event that follows. */
const refused: Record<string, () => Promise<[person: Person, action: string]>> = {
  'accounts.signIn': async () => {
    const person = await app.addPerson(scope, 'user');
    const body = { email: person.email, password: testPassword };
    await done('POST', '/api/auth/v1/sign-in', { body });
    return [person, 'session.started'];
  },
  'accounts.changePassword': async () => {
    const person = await app.addPerson(scope, 'user');
    const body = { currentPassword: testPassword, newPassword: 'another long enough one' };
    await done('PUT', '/api/auth/v1/me/password', { as: await app.signIn(person), body });
    return [person, 'account.changed'];
  },
  'personalTokens.revoke': async () => {
    const person = await app.addPerson(scope, 'user');
    const body = { token: person.token };
    await done('POST', '/api/v1/personal-tokens/revoke', { as: person, body });
    return [person, 'personalToken.revoked'];
  },
  'sessions.end': async () => {
    const person = await app.addPerson(scope, 'user');
    const as = await app.signIn(person);
    await app.signIn(person);
    const body = await done('GET', '/api/auth/v1/sessions', { as });
    const other = body.data.find((session) => !session['isCurrent']);
    await done('DELETE', `/api/auth/v1/sessions/${other?.['id']}`, { as });
    return [person, 'session.ended'];
  },
};

for (const call of calls.filter(({ method, id }) => method !== 'GET' && !WITHOUT_CHANGES.has(id))) {
  test(`${call.id} is in the history with who made it`, async () => {
    const { method, url, body } = await ready.request(call);
    const needsSession = call.who === 'session' || call.id === 'accounts.signOut';
    const as = needsSession ? await app.signIn(admin) : admin;
    const [last] = (await list({ limit: '1' })).data;
    const { status } = await app.call(method, url, { as, team: 'siam', body });
    if (status >= 400) {
      assert.equal(status, rowOf(call).answer);
      assert.ok(OF_PREPARED_THINGS.has(call.id) || call.id in refused, 'no request shows it');
      return;
    }
    const { data } = await list({ limit: '200' });
    const events = data.slice(
      0,
      data.findIndex(({ id }) => id === last?.id),
    );
    assert.notEqual(events.length, 0, 'it left no trace');
    for (const { actor, action } of events) {
      const person = actor.onBehalfOf ?? actor;
      assert.equal(person.id, admin.id, `${action} by ${actor.kind} ${actor.name}`);
    }
  });
}

for (const [id, make] of Object.entries(refused)) {
  test(`${id} is in the history with who made it, once it is not refused`, async () => {
    const [person, action] = await make();
    const [event] = (await list({ actorId: person.id, action })).data;
    assert.equal(event?.action, action);
  });
}

test('a change tells what it was, of a secret only that it was, and the name that a thing had', async () => {
  const secret = 'canary-secret-of-thirty-two-letters';
  const { body: made } = await ask('POST', 'key-server', { name: 'เซิร์ฟเวอร์' });
  const id = String(made['id']);
  await ask('PUT', `key-server/${id}`, { name: 'คีย์ใหม่', encoderSecret: secret });
  await ask('DELETE', `key-server/${id}`);
  const { data } = await list({ subjectType: 'keyServer', subjectId: id });
  assert.deepEqual(
    data.map(({ action, subject }) => [action, subject.name]),
    [
      ['keyServer.deleted', 'คีย์ใหม่'],
      ['keyServer.changed', 'คีย์ใหม่'],
      ['keyServer.created', 'เซิร์ฟเวอร์'],
    ],
  );
  assert.deepEqual(data[1]?.changes['name'], ['เซิร์ฟเวอร์', 'คีย์ใหม่']);
  assert.ok('sealedEncoderSecret' in (data[1]?.changes ?? {}));
  const kept = await sql`select changes from audit_events`.execute(app.context.db);
  assert.ok(!JSON.stringify(kept.rows).includes(secret));
});

test('the history is read forwards and back, by person, action, thing and time', async () => {
  const names = ['ก', 'ข', 'ค', 'ง', 'จ'];
  for (const name of names) await ask('POST', 'players', { name });
  const wanted = { action: 'player.created', limit: '2' };
  const seen: (string | null)[][] = [];
  const namesOf = ({ data }: Page) => data.map(({ subject }) => subject.name);
  let page = await list(wanted);
  assert.equal(page.previous, null);
  const first = namesOf(page);
  while (page.next !== null) {
    seen.push(namesOf(page));
    page = await list({ ...wanted, next: page.next });
  }
  seen.push(namesOf(page));
  assert.deepEqual(seen.flat().slice(0, 5), names.toReversed());
  while (page.previous !== null) page = await list({ ...wanted, next: page.previous });
  assert.deepEqual(namesOf(page), first);

  const { data } = await list({ action: 'player', actorId: admin.id });
  assert.ok(data.length >= 5);
  const newest = String(data[0]?.at);
  assert.ok((await list({ ...wanted, to: newest })).data.every(({ at }) => at < newest));
  assert.ok((await list({ ...wanted, from: newest })).data.every(({ at }) => at >= newest));
  assert.deepEqual((await list({ actorId: 'nobody' })).data, []);
  const { status } = await app.call('GET', '/api/v1/audit-events?next=forged', {
    as: admin,
    team: 'siam',
  });
  assert.equal(status, 422);
});

test('what an account does to itself is in the history of each of its teams, and of no other', async () => {
  const lanna = await app.addTeam('lanna');
  const session = await app.signIn(admin);
  await app.call('PUT', '/api/auth/v1/me/name', { as: session, body: { name: 'ชื่อใหม่' } });
  const { data } = await list({ action: 'account.changed' });
  assert.deepEqual(data[0]?.changes['name']?.[1], 'ชื่อใหม่');
  const { body } = await app.call('GET', '/api/v1/audit-events?action=account', {
    as: lanna.admin,
    team: 'lanna',
  });
  assert.ok(!JSON.stringify(body).includes('ชื่อใหม่'));
});

test('a thousand changes at once are one statement', async () => {
  const { db } = app.context;
  const facts = Array.from({ length: 1000 }, (_, index) => ({
    teamId: scope.teamId,
    projectId: null,
    key: `many${index}`,
    name: `Clip ${index}`,
    isSeen: false,
    changes: { title: ['a', 'b'] as const },
  }));
  setListeners(auditListeners);
  const acting = actingFor(db, ownActor('test'));
  const { count } = await countStatements(acting, (tx) => announceAll(tx, videoChanged, facts));
  setListeners(listeners);
  assert.equal(count, 1);
  const { data } = await list({ subjectType: 'video', subjectId: 'many999' });
  assert.equal(data[0]?.subject.name, 'Clip 999');
  assert.deepEqual(data[0]?.actor, { kind: 'job', id: 'test', name: 'test' });
});

test('each month has its partition, none that is a year old stays, and no row waits for one', async () => {
  const { db } = app.context;
  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_events'::regclass order by 1`.execute(db);
    return rows.map(({ name }) => name);
  };
  const keep = (day: string) =>
    db.transaction().execute((tx) => keepPartitions(tx, new Date(`${day}T12:00:00Z`)));
  const add = (at: string) =>
    sql`
    insert into audit_events (id, at, team_id, action, subject_type, actor, actor_id)
    values (gen_random_uuid(), ${at}, ${scope.teamId}, 'test.far', 'test', '{}', 'far')`.execute(
      db,
    );
  await add('2041-03-31T23:59:59.999Z');
  await add('2041-04-01T00:00:00Z');
  const before = await partitions();
  await add('2020-01-31T12:00:00Z');
  await keep('2041-03-15');
  await keep('2041-03-15');
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from audit_events where actor_id = 'far' order by at`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['audit_events_2041_03', 'audit_events_2041_04'],
  );
  // The months of today are more than a year before it.
  assert.ok(before.length > 3);
  assert.deepEqual(await partitions(), [
    'audit_events_2041_03',
    'audit_events_2041_04',
    'audit_events_2041_05',
    'audit_events_rest',
  ]);
  await keep('2042-03-15');
  assert.ok((await partitions()).includes('audit_events_2041_03'), 'it is kept for a year');
  await keep('2042-04-01');
  assert.ok(!(await partitions()).includes('audit_events_2041_03'));
});
