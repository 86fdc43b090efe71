import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { TeamScope } from '../../base/request.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { type Mails, startMails } from '../../test-mails.ts';

let app: TestApp;
let scope: TeamScope;
let admin: Person;
let mails: Mails;

before(async () => {
  app = await startTestApp();
  mails = await startMails(app.context);
  ({ scope, admin } = await app.addTeam('films'));
});
after(async () => {
  await mails.stop();
  await app.close();
});

const mailsTo = async (email: string) =>
  (await mails.sent()).filter((mail) => mail.includes(`To: ${email}`));

const LIST = '/api/v1/team-invitations';
const password = 'a rather long one 27';

const invite = (email: string, body: object = {}, as = admin) =>
  app.call('POST', LIST, { as, body: { email, role: 'user', isMailed: false, ...body } });
const tokenOf = ({ body }: Awaited<ReturnType<typeof invite>>) =>
  new URL(String(body['link'])).searchParams.get('token') ?? assert.fail('no token');
const redeem = (body: object, as: { cookie: string } | Person | null = null) =>
  app.call('POST', '/api/auth/v1/invitations/redeem', { as, body });
const lookUp = (token: string) =>
  app.call('POST', '/api/auth/v1/invitations/look-up', { body: { token } });

let people = 0;
function newAddress(): string {
  people += 1;
  return `person-${people}@example.com`;
}
const roleOf = async (email: string) => {
  const { rows } = await sql<{ role: string }>`select role from active_members
    where team_id = ${scope.teamId} and email = ${email}`.execute(app.context.db);
  return rows.map(({ role }) => role);
};

test('a new person accepts with a name and a password, and is signed in', async () => {
  const email = newAddress();
  const token = tokenOf(await invite(email, { role: 'manager' }));
  const seen = await lookUp(token);
  assert.deepEqual(
    [seen.body['email'], seen.body['role'], seen.body['hasAccount'], seen.body['team']],
    [email, 'manager', false, { namespace: 'films', name: 'films' }],
  );
  const done = await redeem({ token, name: 'มาลี', password });
  assert.deepEqual([done.status, done.body['user']?.['name']], [200, 'มาลี']);
  assert.match(String(done.headers['set-cookie']), /session/);
  assert.deepEqual(await roleOf(email), ['manager']);
  const cookie = String(done.headers['set-cookie']).split(';', 1)[0] ?? '';
  const me = await app.call('GET', '/api/v1/me', { as: { cookie } });
  assert.equal(me.body['teams']?.[0]?.['role'], 'manager');
});

test('an account accepts when it is signed in, and not by a password given with the token', async () => {
  const person = await app.addPerson(null, 'user');
  const token = tokenOf(await invite(person.email));
  assert.equal((await lookUp(token)).body['hasAccount'], true);
  const refused = await redeem({ token, name: 'X', password });
  assert.deepEqual([refused.status, refused.body['code']], [401, 'invitation_needs_sign_in']);
  const byToken = await redeem({ token }, person);
  assert.deepEqual([byToken.status, byToken.body['code']], [403, 'session_required']);
  assert.equal((await redeem({ token }, await app.signIn(person))).status, 200);
  assert.deepEqual(await roleOf(person.email), ['user']);
});

test('an invitation is for its address alone', async () => {
  const token = tokenOf(await invite(newAddress()));
  const other = await app.addPerson(null, 'user');
  const { status, body } = await redeem({ token }, await app.signIn(other));
  assert.deepEqual([status, body['code']], [403, 'invitation_for_another']);
  assert.deepEqual(await roleOf(other.email), []);
});

test('an invitation works once, also for two requests at the same time', async () => {
  const person = await app.addPerson(null, 'user');
  const session = await app.signIn(person);
  const token = tokenOf(await invite(person.email));
  const both = await Promise.all([redeem({ token }, session), redeem({ token }, session)]);
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  );
  const later = await redeem({ token }, session);
  assert.deepEqual([later.status, later.body['code']], [409, 'invitation-used']);
  assert.equal((await lookUp(token)).body['code'], 'invitation-used');
  // Somebody who was removed does not come back by it.
  await app.call('DELETE', `/api/v1/team-members/${person.id}`, { as: admin });
  assert.equal((await redeem({ token }, session)).status, 409);
  assert.deepEqual(await roleOf(person.email), []);
});

test('two new accounts never share an address', async () => {
  const email = newAddress();
  const other = await app.addTeam('lanna');
  const tokens = [tokenOf(await invite(email)), tokenOf(await invite(email, {}, other.admin))];
  const both = await Promise.all(tokens.map((token) => redeem({ token, name: 'A', password })));
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [200, 401],
  );
});

test('it ends after seven days, and begins again when it is sent again', async () => {
  const email = newAddress();
  const made = await invite(email);
  const token = tokenOf(made);
  const days = (Date.parse(String(made.body['expiresAt'])) - Date.now()) / 86_400_000;
  assert.ok(days > 6.99 && days <= 7, String(days));
  await sql`update team_invitations set expires_at = now() where email = ${email}`.execute(
    app.context.db,
  );
  for (const answer of [await lookUp(token), await redeem({ token, name: 'A', password })]) {
    assert.deepEqual([answer.status, answer.body['code']], [410, 'invitation-expired']);
  }
  const listed = await app.call('GET', `${LIST}/${String(made.body['id'])}`, { as: admin });
  assert.equal(listed.body['isExpired'], true);
  const url = `${LIST}/${String(made.body['id'])}/send-again`;
  const again = await app.call('POST', url, { as: admin });
  assert.deepEqual([again.status, again.body['isExpired']], [200, false]);
  assert.equal((await redeem({ token, name: 'A', password })).status, 200);
});

test('a withdrawn invitation lets nobody in', async () => {
  const made = await invite(newAddress());
  const token = tokenOf(made);
  const url = `${LIST}/${String(made.body['id'])}`;
  assert.equal((await app.call('DELETE', url, { as: admin })).status, 204);
  for (const answer of [await lookUp(token), await redeem({ token, name: 'A', password })]) {
    assert.deepEqual([answer.status, answer.body['code']], [410, 'invitation_withdrawn']);
  }
  assert.equal((await app.call('DELETE', url, { as: admin })).status, 404);
});

test('what an administrator invited is withdrawn when they leave, are suspended or demoted', async () => {
  for (const end of ['remove', 'suspend', 'demote'] as const) {
    const colleague = await app.addPerson(scope, 'admin');
    const token = tokenOf(await invite(newAddress(), { role: 'admin' }, colleague));
    const url = `/api/v1/team-members/${colleague.id}`;
    const body = end === 'suspend' ? { isEnabled: false } : { role: 'manager' };
    await (end === 'remove'
      ? app.call('DELETE', url, { as: admin })
      : app.call('PUT', url, { as: admin, body }));
    assert.equal((await lookUp(token)).body['code'], 'invitation_withdrawn', end);
  }
});

test('tokens that are guessed, cut or of a deleted team are unknown', async () => {
  const { admin: lost, scope: gone } = await app.addTeam('gone');
  const token = tokenOf(await invite(newAddress(), {}, lost));
  await sql`delete from teams where id = ${gone.teamId}`.execute(app.context.db);
  for (const one of [token, token.slice(0, -1), 'knr_inv_guess', ' ', "' or 1=1"]) {
    for (const answer of [await lookUp(one), await redeem({ token: one, name: 'A', password })]) {
      assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found'], one);
    }
  }
});

test('who is invited again keeps the link and gets the new role', async () => {
  const email = newAddress();
  const [first, second] = [
    await invite(email),
    await invite(email.toUpperCase(), { role: 'admin' }),
  ];
  assert.deepEqual(
    [second.status, second.body['id'], second.body['role'], tokenOf(second)],
    [201, first.body['id'], 'admin', tokenOf(first)],
  );
  const twice = newAddress();
  await Promise.all([invite(twice), invite(twice)]);
  const { body } = await app.call('GET', LIST, { as: admin });
  const open = body.data.filter((one) => String(one['email']) === twice);
  assert.equal(open.length, 1);
});

test('members are not invited, and suspended ones neither', async () => {
  const person = await app.addPerson(scope, 'user');
  const refused = await invite(person.email);
  assert.deepEqual([refused.status, refused.body['code']], [409, 'already_member']);
  const token = tokenOf(await invite(newAddress()));
  await sql`update team_invitations set email = ${person.email}
    where token_hash = sha256(${token}::bytea)`.execute(app.context.db);
  const url = `/api/v1/team-members/${person.id}`;
  await app.call('PUT', url, { as: admin, body: { isEnabled: false } });
  const suspended = await invite(person.email);
  assert.deepEqual([suspended.status, suspended.body['code']], [409, 'member_suspended']);
  const joining = await redeem({ token }, await app.signIn(person));
  assert.deepEqual([joining.status, joining.body['code']], [409, 'member_suspended']);
});

test('a link is known to the administrator who invited, and to no other', async () => {
  const colleague = await app.addPerson(scope, 'admin');
  const email = newAddress();
  const first = await invite(email, { role: 'admin' });
  const url = `${LIST}/${String(first.body['id'])}`;
  const seen = await app.call('GET', url, { as: colleague });
  assert.deepEqual([seen.status, seen.body['link']], [200, null]);
  const again = await app.call('POST', `${url}/send-again`, { as: colleague });
  assert.equal(again.body['link'], null);
  assert.equal((await lookUp(tokenOf(first))).status, 200);
  // One who makes the invitation their own gets a link of their own, which goes with them.
  const second = await invite(email, { role: 'admin' }, colleague);
  assert.equal((await lookUp(tokenOf(first))).body['code'], 'not_found');
  assert.equal((await lookUp(tokenOf(second))).status, 200);
  const third = await invite(email, { role: 'admin' });
  await app.call('DELETE', `/api/v1/team-members/${colleague.id}`, { as: admin });
  assert.equal((await lookUp(tokenOf(second))).body['code'], 'not_found');
  assert.equal((await lookUp(tokenOf(third))).status, 200);
});

test('a project’s manager does not keep an administrator’s invitation alive', async () => {
  const project = await app.call('POST', '/api/v1/projects', {
    as: admin,
    body: { key: 'food', name: 'Food' },
  });
  const key = String(project.body['key']);
  const manager = await app.addPerson(scope, 'user');
  await app.addToProject(key, manager, 'project-manager');
  const email = newAddress();
  const made = await invite(email, { role: 'admin' });
  const inviteInto = () =>
    app.call('POST', `/api/v1/projects/${key}/invites`, {
      as: manager,
      body: { email, projectRole: 'viewer' },
    });
  const expire = (left: string) =>
    sql`update team_invitations set expires_at = now() + ${left}::interval
      where email = ${email} and withdrawn_at is null`.execute(app.context.db);
  await expire('1 hour');
  assert.equal((await inviteInto()).body['outcome'], 'passed');
  const open = await app.call('GET', `${LIST}/${String(made.body['id'])}`, { as: admin });
  assert.equal(open.body['projects']?.[0]?.['key'], key);
  assert.ok(Date.parse(String(open.body['expiresAt'])) < Date.now() + 3_700_000);
  await expire('-1 hour');
  assert.equal((await inviteInto()).body['outcome'], 'passed');
  assert.equal((await lookUp(tokenOf(made))).body['code'], 'invitation_withdrawn');
  const { body } = await app.call('GET', LIST, { as: admin });
  const renewed = body.data.filter((one) => String(one['email']) === email);
  assert.deepEqual(
    renewed.map((one) => [one['role'], one['isExpired']]),
    [['user', false]],
  );
});

test('only administrators invite and see links', async () => {
  const manager = await app.addPerson(scope, 'manager');
  const made = await invite(newAddress());
  assert.equal((await invite(newAddress(), {}, manager)).status, 403);
  const url = `${LIST}/${String(made.body['id'])}`;
  const { status, body } = await app.call('GET', url, { as: manager });
  assert.deepEqual([status, body['link']], [200, null]);
  const other = await app.addTeam('others');
  assert.equal((await app.call('GET', url, { as: other.admin })).status, 404);
});

test('addresses that are none, or only look like one, are refused', async () => {
  const wrong = [
    'a@b\r\nBcc: all@example.com',
    'a@b, c@d',
    'malee@exаmple.com', // a Cyrillic letter
    `${'a'.repeat(64)}@${'b'.repeat(251)}.com`,
    'a@',
    '@b',
    'a b@c.com',
    '"a"@b.com',
    'a@-b.com',
    '',
  ];
  for (const email of wrong) {
    const { status, body } = await invite(email);
    assert.equal(status, 422, email);
    assert.equal(body['errors']?.[0]?.['path'], 'email', email);
  }
  assert.equal(
    (await invite('  Malee.T+kinora@Example.com ')).body['email'],
    'malee.t+kinora@example.com',
  );
});

test('the mail has the link, in the language of an account and else in both', async () => {
  const email = newAddress();
  const mailed = await invite(email, { isMailed: true });
  assert.notEqual(mailed.body['sentAt'], null);
  const [mail = ''] = await mailsTo(email);
  assert.match(mail, /invites you to the team films/);
  assert.match(mail, /ชวนคุณเข้าทีม films/);
  assert.ok(mail.includes(tokenOf(mailed)));
  const person = await app.addPerson(null, 'user');
  await sql`update accounts set lang = 'en' where id = ${person.id}`.execute(app.context.db);
  await invite(person.email, { isMailed: true });
  const [english = ''] = await mailsTo(person.email);
  assert.match(english, /invites you/);
  assert.doesNotMatch(english, /[ก-๙]/);
  const byHand = newAddress();
  assert.equal((await invite(byHand)).body['sentAt'], null);
  assert.deepEqual(await mailsTo(byHand), []);
});

test('nobody is flooded with mails, by however many people', async () => {
  const email = newAddress();
  const other = await app.addTeam('flood');
  for (let n = 0; n < 5; n += 1) {
    const as = n % 2 ? other.admin : admin;
    assert.equal((await invite(email, { isMailed: true }, as)).status, 201);
  }
  const { status, body, headers } = await invite(email, { isMailed: true });
  assert.deepEqual([status, body['code']], [429, 'too_many_attempts']);
  assert.ok(Number(headers['retry-after']) > 0);
  // A link by hand sends nothing.
  assert.equal((await invite(email)).status, 201);
});

test('a weak password, or none, makes no account', async () => {
  const email = newAddress();
  const token = tokenOf(await invite(email));
  const tries = [{}, { name: 'A' }, { name: 'A', password: 'password1' }, { name: ' ', password }];
  for (const body of tries) assert.equal((await redeem({ token, ...body })).status, 422);
  const found = await app.context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .execute();
  assert.deepEqual(found, []);
  assert.equal((await redeem({ token, name: 'A', password })).status, 200);
});
