import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCall, calls } from './base/calls.ts';
import { testStream } from './features/encoding/test-revisions.ts';
import { checkAnswers, type KeyAnswer } from './features/key-servers/rules/checks.ts';
import { Renditions } from './features/revisions/rules/stream-parts.ts';
import { presetInput } from './test-presets.ts';
import { readyCalls, type Ready } from './test-calls.ts';
import {
  injected,
  encoded,
  startTestApp,
  testPassword,
  type Person,
  type TestApp,
} from './test-app.ts';
import { openApiChecker, type ApiChecker } from './test-openapi.ts';

let app: TestApp;
let api: ApiChecker;
let ready: Ready;
let admin: Person;
let viewer: Person;
let projectKey: string;
let videoKey: string;

type Call = { method: string; url: string; body?: unknown };

const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };

before(async () => {
  [app, api] = await Promise.all([startTestApp(), openApiChecker()]);
  const team = await app.addTeam('siam');
  admin = team.admin;
  viewer = await app.addPerson(team.scope, 'user');
  ready = await readyCalls(app, admin);
  ({ projectKey } = ready.scene);
  const body = { description: 'ข่าว' };
  await app.call('PUT', `/api/v1/projects/${projectKey}`, { as: admin, body });
  await app.addToProject(projectKey, viewer, 'viewer');
  const videos = [{ title: 'A', tags: ['one', 'two'], source }];
  const created = await app.call('POST', '/api/v1/videos', {
    as: admin,
    body: { projectKey, videos },
  });
  videoKey = String(created.body[0]?.['key']);
});
after(() => app.close());

async function send(operationId: string, call: Call, as: Person | null) {
  const sent = await encoded(call.body);
  const answer = await injected(app.http, {
    method: call.method,
    url: call.url,
    headers: {
      ...(await credentialsFor(operationId, as)),
      ...(sent ? { 'content-type': sent.type } : {}),
    },
    ...(sent ? { payload: sent.payload } : {}),
  });
  api.check(operationId, answer);
  return answer;
}

async function credentialsFor(operationId: string, as: Person | null) {
  if (!as) return {};
  const isByBrowser =
    getCall(operationId).who === 'session' || operationId === 'personalTokens.revoke';
  if (!isByBrowser) return { authorization: `Bearer ${as.token}` };
  return { ...(await app.signIn(as)), origin: app.context.config.publicUrl };
}

async function idOf(list: string): Promise<string> {
  const answer = await app.call('GET', list, { as: admin });
  return String(answer.body.data[0]?.['id']);
}

/** Adds a video whose work has reached this state. */
async function videoIn(state: 'completed' | 'failed'): Promise<{ url: string; vodId: string }> {
  const body = { projectKey, videos: [{ title: 'Made', source }] };
  const { body: created } = await app.call('POST', '/api/v1/videos', { as: admin, body });
  const [key, vodId] = [String(created[0]?.['key']), String(created[0]?.['vod']?.['id'])];
  const stream = testStream({ videoKey: key, revisionKey: vodId }, 12, ['v-720', 'a-1']);
  const ready = <R extends object>(rendition: R) => ({ ...rendition, ready: true });
  const { video, audio } = stream;
  const whole = { ...stream, video: video.map(ready), audio: audio.map(ready) };
  await app.context.db
    .updateTable('revisions')
    .set({ state, duration_ms: stream.durationMs, delivery_model: 'model-k' })
    .set({ renditions: JSON.stringify(Renditions.parse(whole)) })
    .where('key', '=', vodId)
    .execute();
  return { url: `videos/${key}`, vodId };
}

/** The answers of a working key server. */
const keyAnswer: KeyAnswer = {
  status: 200,
  headers: {
    'cache-control': 'private, no-cache, no-store',
    'content-type': 'application/octet-stream',
  },
  body: Buffer.alloc(16),
};
const twice: [KeyAnswer, KeyAnswer] = [keyAnswer, keyAnswer];
const passedTest = checkAnswers({ encoding: twice, playback: twice });

const presets = '/api/encoding/v1/presets';

const get = (url: string): Call => ({ method: 'GET', url });
const post = (url: string, body: unknown): Call => ({ method: 'POST', url, body });
const put = (url: string, body: unknown): Call => ({ method: 'PUT', url, body });

const systemPreset = async () => `${presets}/${await idOf(presets)}`;

/** Calls that need more than their schemas say to succeed; and those found at another base too. */
const special: Record<string, () => Call | Promise<Call>> = {
  'accounts.signIn': () =>
    post('/api/auth/v1/sign-in', { email: admin.email, password: testPassword }),
  'accounts.me': () => get('/api/v1/me'),
  'accounts.changePassword': () =>
    put('/api/auth/v1/me/password', { currentPassword: testPassword, newPassword: 'another one' }),
  'personalTokens.revoke': async () => {
    const body = { name: 'gone' };
    const as = await app.signIn(admin);
    const created = await app.call('POST', '/api/v1/personal-tokens', { as, body });
    return post('/api/v1/personal-tokens/revoke', { token: created.body['token'] });
  },
  'sessions.end': async () => {
    const as = await app.signIn(admin);
    const listed = await app.call('GET', '/api/auth/v1/sessions', { as });
    const id = String(listed.body.data[0]?.['id']);
    return { method: 'DELETE', url: `/api/auth/v1/sessions/${id}` };
  },
  'drm.setModel': async () => {
    const { url, vodId } = await videoIn('completed');
    return put(`/api/v1/${url}/vods/${vodId}/drm-model`, { drmModel: 'clearKey' });
  },
  'drm.rotateKeys': async () => {
    const { url, vodId } = await videoIn('completed');
    const { db } = app.context;
    const encrypted = { key_uri: 'https://keys.example.com/playback?token=a.b.c' };
    await db.updateTable('revisions').set(encrypted).where('key', '=', vodId).execute();
    return post(`/api/v1/${url}/vods/${vodId}/rotate-keys`, undefined);
  },
  'jobs.ofVideo': async () => get(`/api/encoding/v1/${(await videoIn('completed')).url}/jobs`),
  'jobs.retry': async () => ({
    method: 'POST',
    url: `/api/encoding/v1/${(await videoIn('failed')).url}/jobs/retry`,
  }),
  'jobs.ofTeam': () => get('/api/encoding/v1/jobs?limit=5'),
  'geoblockRules.list': () => get('/api/v1/geoblock-rules?q=every&limit=5'),
  'presets.get': async () => get(`/api/v1/presets/${await idOf('/api/v1/presets')}`),
  'presets.languages': () => get('/api/v1/presets/languages'),
  'overlayPresets.list': () => get('/api/v1/overlay-presets?limit=5'),
  'teamInvitations.lookUp': async () => {
    const body = { email: 'new@example.com', role: 'user' };
    const made = await app.call('POST', '/api/v1/team-invitations', { as: admin, body });
    const token = new URL(String(made.body['link'])).searchParams.get('token');
    return post('/api/auth/v1/invitations/look-up', { token });
  },
  'projects.list': () => get('/api/v1/projects?q=news&page=1&limit=3'),
  'projectMembers.list': () => get(`/api/v1/projects/${projectKey}/memberships`),
  'videos.list': async () => {
    const tag = await idOf('/api/v1/video-tags');
    return get(`/api/v1/videos?projectKey=${projectKey}&tagIds=${tag},${tag}&limit=1`);
  },
  'videoBatches.undo': async () => {
    const body = { action: { type: 'delete' }, videos: { keys: ['none'] } };
    const made = await app.call('POST', '/api/v1/video-batches', { as: admin, body });
    return post('/api/v1/video-batches/undo', { batchId: made.body['id'] });
  },
  'keyServers.activate': async () => {
    const made = await app.call('POST', '/api/v1/key-server', { as: admin, body: { name: 'K' } });
    const id = String(made.body['id']);
    await app.context.db
      .updateTable('key_servers')
      .set({ test: JSON.stringify(passedTest), encoding_endpoint: 'x', playback_endpoint: 'x' })
      .where('id', '=', id)
      .execute();
    return { method: 'PUT', url: `/api/v1/key-server/${id}/active` };
  },
  'videos.get': () => get(`/api/v1/videos/${videoKey}`),
  'videos.update': () => put(`/api/v1/videos/${videoKey}`, { title: 'C', tags: [{ name: 'y' }] }),
  'videos.tags': () => get('/api/v1/video-tags'),
};
// Their tests make them: one's token comes by mail only, and no token of an account makes the other.
const MADE_ELSEWHERE = ['accounts.redeemPasswordReset', 'teamInvitations.redeem'];

test('every call of the contract is described and answers what is described', async (t) => {
  for (const call of calls) {
    if (MADE_ELSEWHERE.includes(call.id)) continue;
    await t.test(call.id, async () => {
      const answer = await send(
        call.id,
        await (special[call.id]?.() ?? ready.request(call)),
        admin,
      );
      assert.equal(answer.statusCode, call.successStatus, answer.payload);
      // The calls after it name no team, which works for an account of one team alone.
      if (call.id === 'teams.create') await leaveTeam(JSON.parse(answer.payload) as { id: string });
    });
  }
});

function leaveTeam({ id }: { id: string }) {
  return app.context.db.deleteFrom('team_memberships').where('team_id', '=', id).execute();
}

test('errors are described problems, whatever goes wrong', async () => {
  const drm = { drmModel: 'clearKey' };
  const body = { projectKey, videos: [{ title: 'Waits', source }] };
  const { body: created } = await app.call('POST', '/api/v1/videos', { as: admin, body });
  const waiting = created[0] ?? assert.fail('no video');
  const unknown = '018f3c5e-0000-7000-8000-00000000dead';
  const wrong: [operationId: string, call: Call, as: Person | null, status: number][] = [
    ['projects.list', get('/api/v1/projects'), null, 401],
    ['videos.get', get('/api/v1/videos/nothing'), admin, 404],
    ['presets.get', get(`/api/v1/presets/${unknown}`), admin, 404],
    ['accessChecks.create', post('/api/v1/access-checks', { requestId: 'none' }), admin, 404],
    ['presets.update', put(await systemPreset(), presetInput), admin, 403],
    ['presets.create', post(presets, {}), admin, 422],
    ['jobs.ofVideo', get('/api/encoding/v1/videos/nothing/jobs'), admin, 404],
    ['jobs.retry', post('/api/encoding/v1/videos/nothing/jobs/retry', undefined), admin, 404],
    [
      'drm.setModel',
      put(`/api/v1/videos/${videoKey}/vods/nothing/drm-model`, { drmModel: 'none' }),
      admin,
      404,
    ],
    [
      'drm.setModel',
      put(`/api/v1/videos/${waiting['key']}/vods/${waiting['vod']?.['id']}/drm-model`, drm),
      admin,
      409,
    ],
    [
      'jobs.retry',
      post(`/api/encoding/v1/${(await videoIn('completed')).url}/jobs/retry`, undefined),
      admin,
      409,
    ],
    ['projects.update', put(`/api/v1/projects/${projectKey}`, { name: 'Mine' }), viewer, 403],
    ['projects.create', post('/api/v1/projects', { key: 'x' }), admin, 422],
    ['videos.list', get('/api/v1/videos?limit=0&q=%00'), admin, 422],
    [
      'accounts.redeemPasswordReset',
      post('/api/auth/v1/password-resets/redeem', { token: 'x', newPassword: '12345678' }),
      null,
      410,
    ],
    ['accounts.signIn', post('/api/auth/v1/sign-in', { email: 'x', password: 'x' }), null, 401],
    ['accounts.signIn', post('/api/auth/v1/sign-in', 'no json'), null, 400],
    ['projects.create', post('/api/v1/projects', { name: 'x'.repeat(1_100_000) }), admin, 413],
  ];
  for (const [operationId, call, as, status] of wrong) {
    const answer = await app.http.inject({
      method: call.method as 'GET',
      url: call.url,
      headers: {
        ...(await credentialsFor(operationId, as)),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { payload: call.body as object }),
    });
    assert.equal(answer.statusCode, status, `${operationId}: ${answer.payload}`);
    api.check(operationId, answer);
  }
});

test('a sign-in that has to wait is described too', async () => {
  const body = { email: 'guessed@kinora.test', password: 'x' };
  for (let n = 0; n < 5; n += 1) await app.call('POST', '/api/auth/v1/sign-in', { body });
  const answer = await send('accounts.signIn', post('/api/auth/v1/sign-in', body), null);
  assert.equal(answer.statusCode, 429);
  assert.ok(Number(answer.headers['retry-after']) > 0);
});

test('the served document is the one that is checked, and the page brings all of itself', async () => {
  const served = await app.http.inject('/api/openapi.json');
  assert.deepEqual(served.json(), JSON.parse(JSON.stringify(api.document)));
  const page = await app.http.inject('/api/docs');
  assert.equal(page.statusCode, 200);
  const sources = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map((found) => found[1]);
  assert.ok(sources.length > 2);
  for (const source of sources) {
    const url = new URL(source ?? '', 'http://localhost:8080/api/docs');
    assert.equal(url.origin, 'http://localhost:8080', source);
    assert.equal((await app.http.inject(url.pathname)).statusCode, 200, source);
  }
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe-(inline|eval)|https?:|\*|upgrade/);
});
