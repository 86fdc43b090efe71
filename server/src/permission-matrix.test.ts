import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import { accountsRows } from './features/accounts/test-permissions.ts';
import { drmRows } from './features/drm/test-permissions.ts';
import { geoblockRulesRows } from './features/geoblock-rules/test-permissions.ts';
import { jobsRows } from './features/jobs/test-permissions.ts';
import { overlayPresetsRows } from './features/overlay-presets/test-permissions.ts';
import { pageViewsRows } from './features/page-views/test-permissions.ts';
import { personalTokensRows } from './features/personal-tokens/test-permissions.ts';
import { playbackChannelsRows } from './features/playback-channels/test-permissions.ts';
import { presetsRows } from './features/presets/test-permissions.ts';
import { projectsRows } from './features/projects/test-permissions.ts';
import { sessionsRows } from './features/sessions/test-permissions.ts';
import { videosRows } from './features/videos/test-permissions.ts';
import { calls as contractCalls } from './base/calls.ts';
import { openApiDocument } from './openapi.ts';
import { overlayForm } from './test-presets.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { everyone, type Row, type Scene, type Who } from './test-permissions.ts';

// Every call × everyone who could make it (decisions, section 3). `denied`: 403, as one may see it
// but not do it; `absent`: 404, as it does not exist for one.

/** Of each feature. */
const features = [
  accountsRows,
  drmRows,
  geoblockRulesRows,
  jobsRows,
  overlayPresetsRows,
  pageViewsRows,
  personalTokensRows,
  playbackChannelsRows,
  presetsRows,
  projectsRows,
  sessionsRows,
  videosRows,
];

let app: TestApp;
let projectKey: string;
let rows: Record<string, Row>;
const people = new Map<Who, Person>();

before(async () => {
  app = await startTestApp();
  const home = await app.addTeam('home');
  const other = await app.addTeam('other');
  people.set('admin', home.admin);
  people.set('otherTeam', other.admin);
  const body = { key: 'news', name: 'News' };
  const created = await app.call('POST', '/api/v1/projects', { as: home.admin, body });
  projectKey = String(created.body['key']);
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
  const scene: Scene = { app, admin: home.admin, projectKey, newVideoKey, newId, firstId };
  rows = Object.fromEntries(features.flatMap((feature) => Object.entries(feature(scene))));
});
after(() => app.close());

const admin = () => people.get('admin') ?? null;
async function newVideoKey(): Promise<string> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, videos: [{ title: 'A', source }] };
  const created = await app.call('POST', '/api/v1/videos', { as: admin(), body });
  return String(created.body[0]?.['key']);
}

async function newId(url: string, body: unknown): Promise<string> {
  const created = await app.call('POST', url, { as: admin(), body });
  return String(created.body['id']);
}

async function firstId(url: string): Promise<string> {
  const listed = await app.call('GET', url, { as: admin() });
  return String(listed.body.data[0]?.['id']);
}

const overlays = '/api/encoding/v1/overlay-presets';

const calls = Object.entries(contract).flatMap(([feature, routes]) =>
  Object.keys(routes).map((name) => `${feature}.${name}`),
);

test('every call of the contract has its row in the matrix', () => {
  assert.deepEqual(Object.keys(rows).toSorted(), calls.toSorted());
});

const callerOf = async (who: Who, needsSession?: boolean) => {
  const person = people.get(who) ?? null;
  // Who lost his token has no session either.
  return needsSession && person && who !== 'revoked' ? app.signIn(person) : person;
};

const { paths } = await openApiDocument();
const operations = new Map(
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);

for (const name of calls) {
  test(`${name} is open to those whom the decisions name, and to nobody else`, async () => {
    const row = rows[name] ?? assert.fail('no row');
    const seen: Record<string, number> = {};
    for (const who of everyone) {
      const { method, url, body } = await row.call();
      const as = await callerOf(who, row.needsSession);
      const answer = await app.call(method, url, { as, team: 'home', body });
      seen[who] = answer.status;
      const described = Object.keys(operations.get(name)?.responses ?? {});
      assert.ok(described.includes(String(answer.status)), `${name} describes no ${answer.status}`);
    }
    assert.deepEqual(seen, row.expected);
  });
}

test('what needs a browser that is signed in is refused to every personal token', async () => {
  const named = calls.filter((name) => rows[name]?.needsSession);
  assert.deepEqual(
    named.toSorted(),
    contractCalls.flatMap(({ id, who }) => (who === 'session' ? [id] : [])).toSorted(),
  );
  for (const name of named) {
    for (const who of everyone) {
      const { method, url, body } = (await rows[name]?.call()) ?? assert.fail('no row');
      const as = people.get(who) ?? null;
      const answer = await app.call(method, url, { as, body });
      const isKnown = who !== 'anonymous' && who !== 'revoked';
      const expected = isKnown ? 'session_required' : 'unauthenticated';
      assert.equal(answer.body['code'], expected, `${name} by ${who}`);
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
