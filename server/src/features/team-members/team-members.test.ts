import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamMember } from '@kinora/contract/team-members';
import { sql } from 'kysely';
import type { TeamScope } from '../../base/request.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let scope: TeamScope;
let admin: Person;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let teams = 0;
async function newTeam(): Promise<void> {
  teams += 1;
  ({ scope, admin } = await app.addTeam(`films-${teams}`));
}

const change = (as: Person, person: Person, body: object) =>
  app.call('PUT', `/api/v1/team-members/${person.id}`, { as, team: scope.namespace, body });
const remove = (as: Person, person: Person) =>
  app.call('DELETE', `/api/v1/team-members/${person.id}`, { as, team: scope.namespace });
const listTeam = (as: Person) =>
  app.call('GET', '/api/auth/v1/myteam', { as, team: scope.namespace });
const membersOf = (body: unknown) => (body as { members: TeamMember[] }).members;
const emailsOf = ({ body }: Awaited<ReturnType<typeof listTeam>>) =>
  membersOf(body)
    .map(({ account }) => account.email)
    .sort();

test('administrators change roles, suspend, enable and remove members', async () => {
  await newTeam();
  const person = await app.addPerson(scope, 'user');
  const promoted = await change(admin, person, { role: 'manager' });
  assert.deepEqual([promoted.status, promoted.body['role']], [200, 'manager']);
  const suspended = await change(admin, person, { isEnabled: false });
  assert.deepEqual([suspended.body['role'], suspended.body['isEnabled']], ['manager', false]);
  const enabled = await change(admin, person, { isEnabled: true });
  assert.equal(enabled.body['isEnabled'], true);
  assert.equal((await remove(admin, person)).status, 204);
  assert.deepEqual(emailsOf(await listTeam(admin)), [admin.email]);
  assert.equal((await remove(admin, person)).status, 404);
});

test('managers read the members, users only themselves until they manage a project', async () => {
  await newTeam();
  const [manager, user] = [
    await app.addPerson(scope, 'manager'),
    await app.addPerson(scope, 'user'),
  ];
  const all = [admin.email, manager.email, user.email].sort();
  assert.deepEqual(emailsOf(await listTeam(manager)), all);
  assert.deepEqual(emailsOf(await listTeam(user)), [user.email]);
  const body = { key: 'news', name: 'News' };
  const project = await app.call('POST', '/api/v1/projects', { as: admin, body });
  await app.addToProject(String(project.body['key']), user, 'project-manager');
  const seen = await listTeam(user);
  assert.deepEqual(emailsOf(seen), all);
  const times = membersOf(seen.body).map((one) => one.lastSeenAt);
  assert.deepEqual(times, [null, null, null], 'when colleagues were here is for managers');
  for (const as of [manager, user]) {
    assert.equal((await change(as, user, { role: 'admin' })).status, 403);
    assert.equal((await remove(as, user)).status, 403);
  }
});

test('a request is seen in the team that it names, and in no other', async () => {
  await newTeam();
  const user = await app.addPerson(scope, 'user');
  const other = await app.addTeam('elsewhere');
  await app.context.db
    .insertInto('team_memberships')
    .values({ team_id: other.scope.teamId, account_id: user.id, role: 'user' })
    .execute();
  await app.call('GET', '/api/v1/projects', { as: user, team: scope.namespace });
  const { rows } = await sql<{ here: boolean }>`
    select team_id = ${scope.teamId} as here from team_memberships
    where account_id = ${user.id} and last_seen_at is not null`.execute(app.context.db);
  assert.deepEqual(rows, [{ here: true }]);
});

test('the last administrator stays, by whatever road one tries', async () => {
  await newTeam();
  const colleague = await app.addPerson(scope, 'admin');
  await change(admin, colleague, { isEnabled: false });
  const tries = [
    await change(admin, admin, { role: 'user' }),
    await change(admin, admin, { isEnabled: false }),
    await remove(admin, admin),
  ];
  for (const { status, body } of tries) {
    assert.deepEqual([status, body['code']], [409, 'last-administrator']);
  }
  await change(admin, colleague, { isEnabled: true });
  assert.equal((await remove(admin, admin)).status, 204);
});

test('of two administrators who demote each other at once, one remains', async () => {
  for (const body of [{ role: 'user' }, { isEnabled: false }, null]) {
    await newTeam();
    const other = await app.addPerson(scope, 'admin');
    const end = (as: Person, person: Person) =>
      body ? change(as, person, body) : remove(as, person);
    const answers = await Promise.all([end(admin, other), end(other, admin)]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    // The one that came later is an administrator no more, or was shut out before.
    assert.ok(statuses[0] !== undefined && statuses[0] < 300, String(statuses));
    assert.ok([403, 404].includes(statuses[1] ?? 0), String(statuses));
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from active_members
      where team_id = ${scope.teamId} and role = 'admin'`.execute(app.context.db);
    assert.deepEqual(rows, [{ count: 1 }]);
  }
});

test('many changes at once leave an administrator', async () => {
  await newTeam();
  const admins = [admin];
  for (let at = 0; at < 5; at += 1) admins.push(await app.addPerson(scope, 'admin'));
  await Promise.all(admins.map((one) => change(one, one, { role: 'user' })));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from active_members
    where team_id = ${scope.teamId} and role = 'admin'`.execute(app.context.db);
  assert.deepEqual(rows, [{ count: 1 }]);
});

test('a suspended member is shut out with session and token, and back when enabled', async () => {
  await newTeam();
  const person = await app.addPerson(scope, 'manager');
  const session = await app.signIn(person);
  const ask = (as: Person | { cookie: string }) =>
    app.call('GET', '/api/v1/projects', { as, team: scope.namespace });
  await change(admin, person, { isEnabled: false });
  for (const as of [person, session]) {
    const { status, body } = await ask(as);
    assert.deepEqual([status, body['code']], [404, 'not_found']);
  }
  const unnamed = await app.call('GET', '/api/v1/projects', { as: person });
  assert.deepEqual([unnamed.status, unnamed.body['code']], [422, 'team_required']);
  const me = await app.call('GET', '/api/v1/me', { as: person });
  assert.deepEqual([me.body['teams'], me.body['suspendedIn']], [[], [scope.namespace]]);
  await change(admin, person, { isEnabled: true });
  for (const as of [person, session]) assert.equal((await ask(as)).status, 200);
});

test('what a removed member made stays and names them', async () => {
  await newTeam();
  const person = await app.addPerson(scope, 'manager');
  const body = { key: 'food', name: 'Food' };
  const project = await app.call('POST', '/api/v1/projects', { as: person, body });
  await remove(admin, person);
  const key = String(project.body['key']);
  const { body: seen } = await app.call('GET', `/api/v1/projects/${key}`, { as: admin });
  assert.equal(seen['creator']?.['id'], person.id);
});

test('members of other teams are missing ones', async () => {
  await newTeam();
  const stranger = (await app.addTeam('strangers')).admin;
  const none = { ...stranger, id: '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed' };
  for (const person of [stranger, none, { ...none, id: 'x' }]) {
    const answers = [await change(admin, person, { role: 'user' }), await remove(admin, person)];
    for (const { status, body } of answers) {
      assert.deepEqual(
        [status, body['code'], body['title']],
        [404, 'not_found', 'Team member not found'],
      );
    }
  }
  assert.equal((await change(stranger, stranger, { role: 'user' })).status, 404);
});
