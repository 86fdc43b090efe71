import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import { overlayForm, presetInput } from './test-presets.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';

// Every call × everyone who could make it (decisions, section 3). `denied`: 403, as one may see it
// but not do it; `absent`: 404, as it does not exist for one.

const everyone = [
  'anonymous',
  'revoked',
  'otherTeam',
  'viewer',
  'uploader',
  'projectManager',
  'user',
  'manager',
  'admin',
] as const;
type Who = (typeof everyone)[number];
type Row = {
  /** Fresh for each call, as a call may use it up. */
  call: () => Promise<{ method: string; url: string; body?: unknown }>;
  expected: Record<Who, number>;
};

const signedIn = { anonymous: 401, revoked: 401 };

/** All members may; a team one is no member of is absent. */
function members(status: number): Record<Who, number> {
  const all = { viewer: status, uploader: status, projectManager: status, user: status };
  return { ...signedIn, otherTeam: 404, ...all, manager: status, admin: status };
}

/** Inside a project: who has no role in it does not see it; the admin always does. */
function inProject(may: { viewer: number; uploader: number; manager: number }): Row['expected'] {
  const { viewer, uploader, manager: projectManager } = may;
  const outside = { otherTeam: 404, user: 404, manager: 404 };
  return { ...signedIn, ...outside, viewer, uploader, projectManager, admin: projectManager };
}

/** The own account: no team is asked for. */
const anyone = (status: number) => ({ ...members(status), otherTeam: status });
const open = (status: number) => ({ ...anyone(status), anonymous: status, revoked: status });

let app: TestApp;
let projectKey: string;
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
});
after(() => app.close());

const admin = () => people.get('admin') ?? null;
const at = (method: string, url: string, body?: unknown) => async () => ({ method, url, body });

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

const presets = '/api/encoding/v1/presets';
const overlays = '/api/encoding/v1/overlay-presets';
/** Writes at team level. */
const managers = (status: number) => ({ ...members(403), manager: status, admin: status });

const mayRead = inProject({ viewer: 200, uploader: 200, manager: 200 });

const rows: Record<string, Row> = {
  'accounts.signIn': {
    call: at('POST', '/api/auth/v1/sign-in', { email: 'nobody@kinora.test', password: 'x' }),
    // Nine wrong tries from one address: the account waits after the fifth.
    expected: {
      ...open(401),
      projectManager: 429,
      user: 429,
      manager: 429,
      admin: 429,
    },
  },
  'accounts.signOut': { call: at('POST', '/api/auth/v1/sign-out', {}), expected: open(204) },
  'accounts.me': { call: at('GET', '/api/v1/me'), expected: { ...anyone(200), ...signedIn } },
  'accounts.setLanguage': {
    call: at('PUT', '/api/auth/v1/me/language', { lang: 'th' }),
    expected: { ...anyone(200), ...signedIn },
  },
  'accounts.setName': {
    call: at('PUT', '/api/auth/v1/me/name', { name: 'Somchai' }),
    expected: { ...anyone(200), ...signedIn },
  },
  'accounts.changePassword': {
    call: at('PUT', '/api/auth/v1/me/password', {
      currentPassword: 'not the right one',
      newPassword: 'another long enough one',
    }),
    expected: { ...anyone(422), ...signedIn },
  },
  'accounts.requestPasswordReset': {
    call: async () => ({
      method: 'POST',
      url: '/api/auth/v1/password-resets',
      body: { email: `${Math.random()}@kinora.test` },
    }),
    expected: open(202),
  },
  'accounts.redeemPasswordReset': {
    call: at('POST', '/api/auth/v1/password-resets/redeem', {
      token: 'knr_rst_unknown',
      newPassword: 'another long enough one',
    }),
    expected: open(410),
  },
  'personalTokens.list': {
    call: at('GET', '/api/v1/personal-tokens'),
    expected: { ...anyone(200), ...signedIn },
  },
  'personalTokens.create': {
    call: at('POST', '/api/v1/personal-tokens', { name: 'CI' }),
    expected: { ...anyone(201), ...signedIn },
  },
  'personalTokens.revoke': {
    // Somebody else's token: for each caller it does not exist.
    call: async () => {
      const owner = await app.addPerson(null, 'user');
      return {
        method: 'POST',
        url: '/api/v1/personal-tokens/revoke',
        body: { token: owner.token },
      };
    },
    expected: { ...anyone(404), ...signedIn },
  },
  'geoblockRules.list': { call: at('GET', '/api/v1/geoblock-rules'), expected: members(200) },
  'geoblockRules.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/v1/geoblock-rules/${await firstId('/api/v1/geoblock-rules')}`,
    }),
    expected: members(200),
  },
  'pageViews.record': {
    call: at('POST', '/api/v1/page-views', { path: '/home/projects' }),
    expected: members(204),
  },
  'playbackChannels.list': {
    call: at('GET', '/api/v1/playback-channels'),
    expected: members(200),
  },
  'playbackChannels.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/v1/playback-channels/${await firstId('/api/v1/playback-channels')}`,
    }),
    expected: members(200),
  },
  'presets.list': { call: at('GET', '/api/encoding/v1/presets'), expected: members(200) },
  'presets.get': {
    call: async () => ({
      method: 'GET',
      url: `/api/encoding/v1/presets/${await firstId('/api/v1/presets')}`,
    }),
    expected: members(200),
  },
  'presets.create': {
    call: async () => ({ method: 'POST', url: presets, body: presetInput }),
    expected: managers(201),
  },
  'presets.update': {
    call: async () => ({
      method: 'PUT',
      url: `${presets}/${await newId(presets, presetInput)}`,
      body: presetInput,
    }),
    expected: managers(200),
  },
  'presets.rename': {
    call: async () => ({
      method: 'PUT',
      url: `${presets}/${await newId(presets, presetInput)}/name`,
      body: { name: 'Renamed' },
    }),
    expected: managers(200),
  },
  'presets.delete': {
    call: async () => ({
      method: 'DELETE',
      url: `${presets}/${await newId(presets, presetInput)}`,
    }),
    expected: managers(204),
  },
  'presets.resolutions': { call: at('GET', `${presets}/resolutions`), expected: members(200) },
  'presets.audioTracks': { call: at('GET', `${presets}/audio-tracks`), expected: members(200) },
  'presets.codecs': { call: at('GET', `${presets}/codecs`), expected: members(200) },
  'presets.formats': { call: at('GET', `${presets}/formats`), expected: members(200) },
  'presets.languages': { call: at('GET', `${presets}/languages`), expected: members(200) },
  'overlayPresets.list': { call: at('GET', overlays), expected: members(200) },
  'overlayPresets.create': {
    call: async () => ({ method: 'POST', url: overlays, body: overlayForm() }),
    expected: managers(201),
  },
  'overlayPresets.update': {
    call: async () => ({
      method: 'PUT',
      url: `${overlays}/${await newId(overlays, overlayForm())}`,
      body: overlayForm(),
    }),
    expected: managers(200),
  },
  'overlayPresets.delete': {
    call: async () => ({
      method: 'DELETE',
      url: `${overlays}/${await newId(overlays, overlayForm())}`,
    }),
    expected: managers(204),
  },
  'overlayPresets.image': {
    call: async () => ({
      method: 'GET',
      url: `${overlays}/${await newId(overlays, overlayForm())}/image`,
    }),
    expected: members(200),
  },
  'projects.list': { call: at('GET', '/api/v1/projects'), expected: members(200) },
  'projects.get': {
    call: async () => ({ method: 'GET', url: `/api/v1/projects/${projectKey}` }),
    expected: mayRead,
  },
  'projects.create': {
    call: at('POST', '/api/v1/projects', { key: 'more', name: 'More' }),
    expected: {
      ...members(403),
      manager: 201,
      admin: 201,
    },
  },
  'projects.update': {
    call: async () => ({
      method: 'PUT',
      url: `/api/v1/projects/${projectKey}`,
      body: { description: 'Changed' },
    }),
    expected: inProject({ viewer: 403, uploader: 403, manager: 200 }),
  },
  'projects.memberships': {
    call: async () => ({ method: 'GET', url: `/api/v1/projects/${projectKey}/memberships` }),
    expected: mayRead,
  },
  'projects.hostings': { call: at('GET', '/api/v1/hostings'), expected: members(200) },
  'videos.list': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos?projectKey=${projectKey}` }),
    expected: mayRead,
  },
  'videos.get': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos/${await newVideoKey()}` }),
    expected: mayRead,
  },
  'videos.create': {
    call: async () => ({
      method: 'POST',
      url: '/api/v1/videos',
      body: {
        projectKey,
        videos: [{ title: 'B', source: { type: 'video/mp4', size: 1, fileName: 'b.mp4' } }],
      },
    }),
    expected: inProject({ viewer: 403, uploader: 201, manager: 201 }),
  },
  'videos.update': {
    call: async () => ({
      method: 'PUT',
      url: `/api/v1/videos/${await newVideoKey()}`,
      body: { title: 'Changed' },
    }),
    expected: inProject({ viewer: 403, uploader: 200, manager: 200 }),
  },
  'videos.delete': {
    call: async () => ({ method: 'DELETE', url: `/api/v1/videos/${await newVideoKey()}` }),
    expected: inProject({ viewer: 403, uploader: 204, manager: 204 }),
  },
  'drm.setModel': {
    call: async () => {
      const key = await newVideoKey();
      const { body: found } = await app.call('GET', `/api/v1/videos/${key}`, { as: admin() });
      const url = `/api/v1/videos/${key}/vods/${String(found['vod']?.['id'])}/drm-model`;
      return { method: 'PUT', url, body: { drmModel: 'clearKey' } };
    },
    expected: inProject({ viewer: 403, uploader: 409, manager: 409 }),
  },
  'jobs.ofVideo': {
    call: async () => ({ method: 'GET', url: `/api/v1/videos/${await newVideoKey()}/jobs` }),
    expected: mayRead,
  },
  'jobs.retry': {
    call: async () => ({
      method: 'POST',
      url: `/api/encoding/v1/videos/${await newVideoKey()}/jobs/retry`,
    }),
    expected: inProject({ viewer: 403, uploader: 409, manager: 409 }),
  },
  'jobs.ofTeam': { call: at('GET', '/api/encoding/v1/jobs'), expected: members(200) },
  'videos.tags': {
    call: async () => ({ method: 'GET', url: `/api/v1/video-tags?projectKey=${projectKey}` }),
    expected: mayRead,
  },
};

test('every call of the contract has its row in the matrix', () => {
  const calls = Object.entries(contract).flatMap(([feature, routes]) =>
    Object.keys(routes).map((name) => `${feature}.${name}`),
  );
  assert.deepEqual(Object.keys(rows).toSorted(), calls.toSorted());
});

for (const [name, row] of Object.entries(rows)) {
  test(`${name} is open to those whom the decisions name, and to nobody else`, async () => {
    const seen: Record<string, number> = {};
    for (const who of everyone) {
      const person = people.get(who) ?? null;
      const { method, url, body } = await row.call();
      const answer = await app.call(method, url, { as: person, team: 'home', body });
      seen[who] = answer.status;
    }
    assert.deepEqual(seen, row.expected);
  });
}

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
