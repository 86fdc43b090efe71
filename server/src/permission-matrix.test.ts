import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from './base/calls.ts';
import { createOpenApiDocument } from './openapi.ts';
import { readyCalls, rowOf, type Ready } from './test-calls.ts';
import { overlayForm } from './test-presets.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { addTestForm, type TestForm } from './test-forms.ts';
import { everyone, listExpected, type Principal } from './test-permissions.ts';

// Every call by every kind of caller, as the contract says beside the call. `denied` is 403, for callers who
// may see the thing but not do this; `absent` is 404, as the thing does not exist for them.

let app: TestApp;
let ready: Ready;
let projectKey: string;
const people = new Map<Principal, Person | TestForm>();

before(async () => {
  app = await startTestApp();
  const home = await app.addTeam('home');
  const other = await app.addTeam('other');
  people.set('admin', home.admin);
  people.set('otherTeam', other.admin);
  ready = await readyCalls(app, home.admin);
  ({ projectKey } = ready.scene);
  for (const [who, role] of [
    ['viewer', 'viewer'],
    ['uploader', 'uploader'],
    ['projectManager', 'project-manager'],
  ] as const) {
    const person = await app.addPerson(home.scope, 'user');
    await app.addToProject(projectKey, person, role);
    people.set(who, person);
  }
  people.set('user', await app.addPerson(home.scope, 'user'));
  people.set('manager', await app.addPerson(home.scope, 'manager'));
  const revoked = await app.addPerson(home.scope, 'admin');
  await app.call('POST', '/api/v1/personal-tokens/revoke', {
    as: revoked,
    body: { token: revoked.token },
  });
  people.set('revoked', revoked);
  const { id: projectId } = await ready.scene.ask('GET', `/api/v1/projects/${projectKey}`);
  const own = { teamId: home.scope.teamId, projectId: String(projectId) };
  // Its owner has no role in the project: the right is the form's own.
  people.set('form', addTestForm(own, (await app.addPerson(home.scope, 'user')).id));
});
after(() => app.close());

const admin = () => people.get('admin') ?? null;
const overlays = '/api/encoding/v1/overlay-presets';

const callerOf = async (who: Principal, needsSession: boolean) => {
  const person = people.get(who) ?? null;
  // A caller with a revoked token has no session either, and a form never has one.
  const mayHave = needsSession && person && 'email' in person && who !== 'revoked';
  return mayHave ? app.signIn(person) : person;
};

const { paths } = await createOpenApiDocument();
const operations = new Map(
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);

for (const call of calls) {
  test(`${call.id} is open only to the callers that the contract names`, async () => {
    const seen: Record<string, number> = {};
    for (const who of everyone) {
      const { method, url, body } = await ready.request(call);
      const as = await callerOf(who, call.who === 'session');
      const answer = await app.call(method, url, { as, team: 'home', body });
      seen[who] = answer.status;
      const described = Object.keys(operations.get(call.id)?.responses ?? {});
      assert.ok(described.includes(String(answer.status)), `${call.id}: no ${answer.status}`);
    }
    assert.deepEqual(seen, listExpected(call, rowOf(call).answer ?? call.successStatus));
  });
}

test('calls that need a signed-in browser are refused to every personal token', async () => {
  const refusals: { [Who in Principal]?: string } = {
    anonymous: 'unauthenticated',
    revoked: 'unauthenticated',
    form: 'forbidden',
  };
  const ofSessions = calls.filter((call) => call.who === 'session');
  assert.ok(ofSessions.length > 5);
  for (const call of ofSessions) {
    for (const who of everyone) {
      const { method, url, body } = await ready.request(call);
      const as = people.get(who) ?? null;
      const answer = await app.call(method, url, { as, body });
      assert.equal(
        answer.body['code'],
        refusals[who] ?? 'session_required',
        `${call.id} by ${who}`,
      );
    }
  }
});

test('ids of another team nested in a body are unknown', async () => {
  const other = people.get('otherTeam') ?? null;
  const presets = await app.call('GET', '/api/v1/presets', { as: other, team: 'other' });
  const rules = await app.call('GET', '/api/v1/geoblock-rules', { as: other, team: 'other' });
  const presetId = presets.body.data[0]?.['id'];
  const overlay = await app.call('POST', overlays, { as: other, body: overlayForm() });
  const overlayPresetId = overlay.body['id'];
  const geoblockRuleId = rules.body.data[0]?.['id'];
  const source = { type: 'video/mp4', size: 1, fileName: 'b.mp4' };
  const videos = [{ title: 'C', source }];
  const attempts: [string, string, object][] = [
    ['POST', '/api/v1/projects', { key: 'mine', name: 'Mine', presetId }],
    ['POST', '/api/v1/projects', { key: 'mine', name: 'Mine', geoblockRuleId }],
    ['PUT', `/api/v1/projects/${projectKey}`, { presetId }],
    ['PUT', `/api/v1/projects/${projectKey}`, { geoblockRuleId }],
    ['POST', '/api/v1/videos', { projectKey, presetId, videos }],
    ['POST', '/api/v1/videos', { projectKey, overlayPresetId, videos }],
    [
      'POST',
      '/api/v1/videos',
      { projectKey, geoblockPolicy: { type: 'existingRule', ruleId: geoblockRuleId }, videos },
    ],
  ];
  for (const [method, url, body] of attempts) {
    const answer = await app.call(method, url, { as: admin(), team: 'home', body });
    assert.equal(answer.status, 422, `${method} ${url}`);
    assert.equal(answer.body['errors']?.[0]?.['code'], 'unknown', `${method} ${url}`);
  }
  const foreign = await app.call('POST', '/api/v1/videos', {
    as: other,
    team: 'other',
    body: { projectKey, videos },
  });
  assert.equal(foreign.status, 404);
});
