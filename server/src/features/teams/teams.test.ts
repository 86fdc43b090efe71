import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamScope } from '../../base/request.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let first: { scope: TeamScope; admin: Person };

before(async () => {
  app = await startTestApp();
  first = await app.addTeam('films');
});
after(() => app.close());

const create = (as: Person, namespace: string, team = 'films') =>
  app.call('POST', '/api/v1/teams', { as, team, body: { namespace, name: 'ทีมข่าว' } });

test('an administrator of the first team creates others, and is their administrator', async () => {
  const made = await create(first.admin, 'news');
  assert.deepEqual([made.status, made.body['namespace']], [201, 'news']);
  const as = first.admin;
  const me = await app.call('GET', '/api/v1/me', { as });
  assert.equal(me.body['canCreateTeams'], true);
  // Everything that a team has from its first day is there.
  for (const list of ['presets', 'playback-channels', 'geoblock-rules']) {
    const { status, body } = await app.call('GET', `/api/v1/${list}`, { as, team: 'news' });
    assert.deepEqual([status, body.data.length > 0], [200, true], list);
  }
  const project = { key: 'week', name: 'Week' };
  const created = await app.call('POST', '/api/v1/projects', { as, team: 'news', body: project });
  assert.equal(created.status, 201);
  // The team in which one stands does not matter, only who one is.
  assert.equal((await create(first.admin, 'more-news', 'news')).status, 201);
});

test('nobody else creates teams', async () => {
  const manager = await app.addPerson(first.scope, 'manager');
  assert.equal((await create(manager, 'theirs')).status, 403);
  const other = await app.addTeam('later');
  assert.equal((await create(other.admin, 'theirs', 'later')).status, 403);
  const me = await app.call('GET', '/api/v1/me', { as: other.admin });
  assert.equal(me.body['canCreateTeams'], false);
});

test('a namespace is taken once, and stands in addresses', async () => {
  const taken = await create(first.admin, 'films');
  assert.deepEqual(
    [taken.status, taken.body['errors']?.[0]?.['path'], taken.body['errors']?.[0]?.['code']],
    [422, 'namespace', 'taken'],
  );
  const both = await Promise.all([create(first.admin, 'race'), create(first.admin, 'race')]);
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [201, 422],
  );
  for (const wrong of ['A', 'a', '-a', 'a-', 'ทีม', 'a b', 'a'.repeat(64), '../x']) {
    assert.equal((await create(first.admin, wrong)).status, 422, wrong);
  }
});

test('the name of a team is changed by its administrators, as a setting of the team', async () => {
  const { admin, scope } = await app.addTeam('renamed');
  const path = `/api/v1/team-setting/team/${scope.teamId}`;
  const saved = await app.call('PUT', path, { as: admin, body: { name: 'ทีมใหม่' } });
  assert.deepEqual(saved.body['values'], { name: 'ทีมใหม่' });
  const listed = await app.call('GET', '/api/v1/team-setting', { as: admin });
  assert.deepEqual(listed.body.data, [
    { itemType: 'team', itemId: scope.teamId, values: { name: 'ทีมใหม่' } },
  ]);
  const manager = await app.addPerson(scope, 'manager');
  assert.equal((await app.call('PUT', path, { as: manager, body: { name: 'X' } })).status, 403);
  for (const other of [
    `/api/v1/team-setting/team/${first.scope.teamId}`,
    '/api/v1/team-setting/x/y',
  ]) {
    const { status } = await app.call('PUT', other, { as: admin, body: { name: 'X' } });
    assert.equal(status, 404, other);
  }
  assert.equal((await app.call('PUT', path, { as: admin, body: { name: ' ' } })).status, 422);
});
