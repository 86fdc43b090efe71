import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProjectRole, TeamRole } from '@kinora/contract/fields';
import type { Membership } from '@kinora/contract/project-members';
import { until } from '@kinora/contract/test-until';
import { newId } from '../../base/ids.ts';
import { type Person, startTestApp, testPassword, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { listenTo } from '../live-updates/test-listening.ts';

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

const ask = (method: string, path: string, as: Person, body?: object) =>
  app.call(method, `/api/v1/${path}`, { as, body });

async function newProject(name = 'harbour'): Promise<string> {
  const { body } = await ask('POST', 'projects', owner.admin, { key: name, name });
  return `projects/${String(body['key'])}`;
}

const keyOf = (at: string) => at.slice('projects/'.length);

async function addMember(at: string, role: ProjectRole, teamRole: TeamRole = 'user') {
  const person = await app.addPerson(owner.scope, teamRole);
  await app.addToProject(keyOf(at), person, role);
  return person;
}

async function listMembers(at: string, as = owner.admin): Promise<Membership[]> {
  const { status, body } = await ask('GET', `${at}/memberships`, as);
  assert.equal(status, 200);
  return body.data as unknown as Membership[];
}

const newAddress = () => `${newId()}@kinora.test`;

async function invite(
  at: string,
  as: Person,
  email: string,
  projectRole = 'viewer',
  by = 'invites',
) {
  const { status, body } = await ask('POST', `${at}/${by}`, as, { email, projectRole });
  return { status, outcome: body['outcome'], link: body['updateUserLink'], code: body['code'] };
}

async function findInvited(at: string, email: string): Promise<Membership | undefined> {
  return (await listMembers(at)).find(({ account }) => account.email === email);
}

const setRole = (at: string, as: Person, id: string, projectRole: ProjectRole) =>
  ask('PUT', `${at}/memberships/${id}/role`, as, { projectRole });
const remove = (at: string, as: Person, id: string) => ask('DELETE', `${at}/memberships/${id}`, as);

const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) =>
  [status, body['code']] as unknown[];

function redeem(link: unknown, name = 'มาลี') {
  const token = new URL(String(link)).searchParams.get('token');
  const body = { token, name, password: testPassword };
  return app.call('POST', '/api/auth/v1/invitations/redeem', { body });
}

test('who creates a project is its manager', async () => {
  const at = await newProject();
  const [first, ...others] = await listMembers(at);
  assert.equal(others.length, 0);
  assert.deepEqual([first?.accountId, first?.projectRole], [owner.admin.id, 'project-manager']);
  assert.equal(first?.account.role, 'admin');
  assert.ok(first?.account.activatedAt);
});

test('a manager adds a member of the team, changes the role, and removes the member', async () => {
  const at = await newProject();
  const manager = await addMember(at, 'project-manager');
  const person = await app.addPerson(owner.scope, 'user');
  const body = { accountId: person.id, projectRole: 'viewer' };
  const added = await ask('POST', `${at}/memberships`, manager, body);
  assert.equal(added.status, 201);
  assert.equal(added.body['account']?.['email'], person.email);
  assert.deepEqual(refusal(await ask('POST', `${at}/memberships`, manager, body)), [
    409,
    'already_member',
  ]);
  const { body: changed } = await setRole(at, manager, person.id, 'uploader');
  assert.equal(changed['projectRole'], 'uploader');
  // The person sees who is in the project, and changes nobody.
  assert.equal((await listMembers(at, person)).length, 3);
  assert.equal((await setRole(at, person, person.id, 'project-manager')).status, 403);
  assert.equal((await remove(at, person, manager.id)).status, 403);
  assert.equal((await invite(at, person, newAddress())).status, 403);
  assert.equal((await remove(at, manager, person.id)).status, 204);
  assert.equal((await ask('GET', at, person)).status, 404);
  assert.equal((await remove(at, manager, person.id)).status, 404);
});

test('only enabled members of the team are added', async () => {
  const at = await newProject();
  const suspended = await app.addPerson(owner.scope, 'user');
  await ask('PUT', `team-members/${suspended.id}`, owner.admin, { isEnabled: false });
  const add = (accountId: string) =>
    ask('POST', `${at}/memberships`, owner.admin, { accountId, projectRole: 'viewer' });
  assert.deepEqual(refusal(await add(suspended.id)), [409, 'member_suspended']);
  for (const id of [lanna.admin.id, newId(), 'nobody']) {
    assert.deepEqual(refusal(await add(id)), [404, 'not_found'], id);
  }
  assert.equal((await invite(at, owner.admin, suspended.email)).outcome, 'failed');
  assert.equal((await listMembers(at)).length, 1);
});

test('an address of the team is added, another is invited, and a member stays as it is', async () => {
  const at = await newProject();
  const manager = await addMember(at, 'project-manager');
  const colleague = await app.addPerson(owner.scope, 'user');
  assert.equal((await invite(at, manager, colleague.email, 'uploader')).outcome, 'added');
  assert.equal((await invite(at, manager, colleague.email, 'viewer')).outcome, 'failed');
  assert.equal((await findInvited(at, colleague.email))?.projectRole, 'uploader');
  // An account of another team is a stranger here, whose name stays unknown.
  for (const email of [newAddress(), lanna.admin.email]) {
    assert.equal((await invite(at, manager, email.toUpperCase())).outcome, 'passed');
    const pending = await findInvited(at, email);
    assert.equal(pending?.account.activatedAt, null);
    assert.deepEqual([pending?.account.name, pending?.account.id], ['', pending?.accountId]);
  }
  const wrong = ['a', 'a\n@kinora.test', `${'a'.repeat(320)}@kinora.test`, '', 'a,b@kinora.test'];
  for (const email of wrong) {
    assert.deepEqual((await invite(at, manager, email)).code, 'validation_failed', email);
  }
});

test('an invited person gets another role, and is a member of the projects after accepting', async () => {
  const [at, other, gone] = [await newProject(), await newProject(), await newProject('gone')];
  const email = newAddress();
  await invite(at, owner.admin, email);
  await invite(gone, owner.admin, email);
  const { link } = await invite(other, owner.admin, email, 'viewer', 'manual-invite');
  const { accountId: id = '' } = (await findInvited(at, email)) ?? {};
  assert.equal((await setRole(at, owner.admin, id, 'uploader')).body['projectRole'], 'uploader');
  await app.context.db.deleteFrom('projects').where('key', '=', keyOf(gone)).execute();
  assert.equal((await redeem(link)).status, 200);
  const joined = await findInvited(at, email);
  assert.notEqual(joined?.accountId, id);
  assert.deepEqual([joined?.projectRole, joined?.account.name], ['uploader', 'มาลี']);
  assert.ok(joined?.account.activatedAt);
  assert.equal((await findInvited(other, email))?.projectRole, 'viewer');
  assert.equal((await setRole(at, owner.admin, id, 'viewer')).status, 404);
});

test('an invitation goes with the last of its projects, but one of an administrator stays', async () => {
  const [at, other] = [await newProject(), await newProject()];
  const manager = await addMember(at, 'project-manager', 'manager');
  await app.addToProject(keyOf(other), manager, 'project-manager');
  const email = newAddress();
  await invite(at, manager, email);
  const { link } = await invite(other, manager, email, 'viewer', 'manual-invite');
  const { accountId: id = '' } = (await findInvited(at, email)) ?? {};
  assert.equal((await remove(at, manager, id)).status, 204);
  assert.equal(await findInvited(at, email), undefined);
  assert.equal((await ask('GET', `team-invitations/${id}`, owner.admin)).status, 200);
  assert.equal((await remove(other, manager, id)).status, 204);
  assert.equal((await ask('GET', `team-invitations/${id}`, owner.admin)).status, 404);
  assert.equal((await redeem(link)).body['code'], 'invitation_withdrawn' as never);

  const body = { email: newAddress(), role: 'manager', isMailed: false };
  const { body: made } = await ask('POST', 'team-invitations', owner.admin, body);
  assert.equal((await invite(at, manager, body.email)).outcome, 'passed');
  assert.equal((await remove(at, manager, String(made['id']))).status, 204);
  const kept = await ask('GET', `team-invitations/${String(made['id'])}`, owner.admin);
  assert.deepEqual([kept.status, kept.body['role']] as unknown[], [200, 'manager']);
});

test('the last manager keeps the role, and the last member stays', async () => {
  const at = await newProject();
  const manager = await addMember(at, 'project-manager');
  const { admin } = owner;
  assert.equal((await remove(at, manager, admin.id)).status, 204);
  const viewer = await addMember(at, 'viewer');
  await invite(at, manager, newAddress(), 'project-manager');
  const other = await addMember(at, 'project-manager');
  await ask('PUT', `team-members/${other.id}`, admin, { isEnabled: false });
  // Neither invited nor suspended people manage anything.
  for (const as of [manager, admin]) {
    const last = [409, 'last_project_manager'];
    assert.deepEqual(refusal(await setRole(at, as, manager.id, 'viewer')), last);
    assert.deepEqual(refusal(await remove(at, as, manager.id)), last);
  }
  assert.equal((await setRole(at, manager, manager.id, 'project-manager')).status, 200);
  await ask('PUT', `team-members/${other.id}`, admin, { isEnabled: true });
  assert.equal((await remove(at, manager, manager.id)).status, 204);
  await remove(at, other, viewer.id);
  await setRole(at, admin, other.id, 'project-manager');
  const { db } = app.context;
  await db
    .updateTable('project_memberships')
    .set({ role: 'viewer' })
    .where('account_id', '=', other.id)
    .execute();
  assert.deepEqual(refusal(await remove(at, admin, other.id)), [409, 'last_project_member']);
});

test('of two managers who demote or remove each other at once, one stays', async () => {
  for (const act of [
    (at: string, as: Person, id: string) => setRole(at, as, id, 'viewer'),
    (at: string, as: Person, id: string) => remove(at, as, id),
  ]) {
    const at = await newProject();
    const [one, two] = [
      await addMember(at, 'project-manager'),
      await addMember(at, 'project-manager'),
    ];
    assert.equal((await remove(at, one, owner.admin.id)).status, 204);
    const answers = await Promise.all([act(at, one, two.id), act(at, two, one.id)]);
    const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.ok(codes[0] === 200 || codes[0] === 204, String(codes));
    assert.ok(codes[1] === 403 || codes[1] === 404, String(codes));
    const managers = (await listMembers(at)).filter((m) => m.projectRole === 'project-manager');
    assert.equal(managers.length, 1);
  }
});

test('ids of other teams and projects answer as missing ones do', async () => {
  const [at, other] = [await newProject(), await newProject()];
  const manager = await addMember(at, 'project-manager');
  const stranger = await addMember(other, 'viewer');
  const email = newAddress();
  await invite(other, owner.admin, email);
  const pending = (await findInvited(other, email))?.accountId ?? '';
  for (const id of [stranger.id, pending, lanna.admin.id, newId(), 'nobody']) {
    assert.equal((await setRole(at, manager, id, 'viewer')).status, 404, id);
    assert.equal((await remove(at, manager, id)).status, 404, id);
  }
  const theirs = `projects/${lanna.projectKey}`;
  assert.equal((await setRole(theirs, manager, lanna.admin.id, 'viewer')).status, 404);
  assert.equal((await invite(theirs, manager, email)).status, 404);
  assert.equal((await ask('GET', `${other}/memberships`, manager)).status, 404);
  assert.ok(await findInvited(other, email));
});

test('managers get the link of an invitation that opens nothing but projects of theirs', async () => {
  const [at, other] = [await newProject(), await newProject()];
  const plain = await addMember(at, 'project-manager');
  const manager = await addMember(at, 'project-manager', 'manager');
  const email = newAddress();
  const known = await invite(at, manager, email, 'viewer', 'manual-invite');
  assert.equal(typeof known.link, 'string');
  assert.equal((await invite(at, plain, email, 'viewer', 'manual-invite')).link, null);
  // The link changes when somebody else invites the person, maybe to more.
  assert.equal((await redeem(known.link)).status, 404);
  await invite(other, owner.admin, email);
  assert.equal((await invite(at, manager, email, 'viewer', 'manual-invite')).link, null);
  assert.equal(typeof (await invite(at, owner.admin, email)).link, 'string');

  const body = { email: newAddress(), role: 'admin', isMailed: false };
  await ask('POST', 'team-invitations', owner.admin, body);
  assert.equal((await invite(at, manager, body.email, 'viewer', 'manual-invite')).link, null);

  // A link that a manager knows doesn't come to open the team's administration.
  const raised = newAddress();
  const { link } = await invite(at, manager, raised, 'viewer', 'manual-invite');
  await ask('POST', 'team-invitations', owner.admin, { ...body, email: raised });
  assert.equal((await redeem(link)).status, 404);
});

test('the link that a former manager knows lets nobody in', async () => {
  for (const end of [
    (at: string, id: string) => setRole(at, owner.admin, id, 'viewer'),
    (at: string, id: string) => remove(at, owner.admin, id),
  ]) {
    const at = await newProject();
    const manager = await addMember(at, 'project-manager', 'manager');
    const email = newAddress();
    const { link } = await invite(at, manager, email, 'viewer', 'manual-invite');
    assert.ok((await end(at, manager.id)).status < 300);
    assert.equal((await redeem(link)).body['code'], 'invitation_withdrawn' as never);
    assert.equal(await findInvited(at, email), undefined);
  }
});

test('a viewer who becomes an uploader hears of it and may upload', async () => {
  const at = await newProject();
  const viewer = await addMember(at, 'viewer');
  const listening = await listenTo(app, viewer, 'siam');
  await until('the first message', () => listening.messages.length > 0);
  const upload = async () => (await ask('GET', at, viewer)).body['actions']?.['upload'];
  assert.equal(await upload(), false as never);
  const before = listening.messages.length;
  await setRole(at, owner.admin, viewer.id, 'uploader');
  // No change is named: anything may look different with other rights.
  await until('the message', () =>
    listening.messages.slice(before).some((changes) => changes.length === 0),
  );
  assert.equal(await upload(), true as never);
  listening.leave();
});

test('the history says whom somebody added, changed and removed', async () => {
  const at = await newProject();
  const person = await app.addPerson(owner.scope, 'user');
  const email = newAddress();
  await invite(at, owner.admin, person.email);
  await setRole(at, owner.admin, person.id, 'uploader');
  await remove(at, owner.admin, person.id);
  await invite(at, owner.admin, email);
  const { body } = await ask('GET', 'audit-events?subjectType=projectMember&limit=4', owner.admin);
  const named = body.data.map((event) => [
    event['action'],
    event['subject']?.['name'],
    event['changes']?.['role'],
  ]) as unknown[];
  const { name } = await app.context.db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(named, [
    ['projectMember.added', email, [null, 'viewer']],
    ['projectMember.removed', name, undefined],
    ['projectMember.changed', name, ['viewer', 'uploader']],
    ['projectMember.added', name, [null, 'viewer']],
  ]);
});

test('a person with an account joins a second team by the link', async () => {
  const at = await newProject();
  const { link } = await invite(at, owner.admin, lanna.admin.email, 'uploader', 'manual-invite');
  const token = new URL(String(link)).searchParams.get('token');
  const as = await app.signIn(lanna.admin);
  const url = '/api/auth/v1/invitations/redeem';
  assert.equal((await app.call('POST', url, { as, body: { token } })).status, 200);
  const joined = (await listMembers(at)).find(({ accountId }) => accountId === lanna.admin.id);
  assert.equal(joined?.projectRole, 'uploader');
  const { body } = await app.call('GET', `/api/v1/${at}`, { as, team: 'siam' });
  assert.deepEqual(
    [body['actions']?.['upload'], body['actions']?.['updateMembership']] as unknown[],
    [true, false],
  );
});
