import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { readSettings } from './actions/announce-change.ts';
import { proveProject } from './policy.ts';
import { CHOICES } from './queries/choices.ts';

let app: TestApp;
let owner: TestOwner;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

for (const { field, shownAs, isNullable } of CHOICES) {
  test(`the ${shownAs} of a project is one of its team, or none where that can be`, async () => {
    const choose = (id: string | null) =>
      app.call('PUT', `/api/v1/projects/${owner.projectKey}`, {
        as: owner.admin,
        body: { [field]: id },
      });
    const lanna = await addTestOwner(app, `lanna-${field.toLowerCase()}`);
    const theirs = await app.call('GET', `/api/v1/projects/${lanna.projectKey}`, {
      as: lanna.admin,
    });
    const ids = [crypto.randomUUID(), 'nothing', String(theirs.body[field] ?? lanna.projectId)];
    for (const id of ids) {
      const { status, body } = await choose(id);
      const [first] = (body['errors'] ?? []) as unknown as { path: string }[];
      assert.deepEqual([status, first?.path], [422, field], id);
    }
    const { status, body } = await choose(null);
    assert.equal(status, isNullable ? 200 : 422);
    if (isNullable) assert.deepEqual([body[field], body[shownAs]], [null, null]);
  });
}

test('a change of a project is told by each of its choices', async () => {
  const scope = proveProject(owner.scope, owner.projectId, 'project-manager');
  assert.ok(scope);
  const settings = await app.context.db.transaction().execute((tx) => readSettings(tx, scope));
  for (const { column } of CHOICES) assert.ok(column in settings, column);
});
