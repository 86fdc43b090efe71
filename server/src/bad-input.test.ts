import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import type { AnyContractProcedure } from '@orpc/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { callOfId } from './base/calls.ts';
import { HTTP_LIMITS } from './base/http-limits.ts';
import { newId } from './base/ids.ts';
import { fieldsOf, withValue, wrongInBody, wrongInPath, wrongInQuery } from './test-fields.ts';
import type { Field, Input } from './test-fields.ts';
import { overlayForm, presetInput } from './test-presets.ts';
import { startTestApp, testPassword, type Person, type TestApp } from './test-app.ts';
import { openApiChecker, type ApiChecker } from './test-openapi.ts';

// Every field of every call is given what it must not take. The answer is a described problem that
// names the field, never a fault of ours, and nothing is changed.

type Operation = { id: string; method: string; path: string; schema: z.ZodType };

let app: TestApp;
let api: ApiChecker;
let admin: Person;
let browser: { cookie: string };
let inputs: Record<string, Input>;

const operations: Operation[] = Object.entries(contract).flatMap(([feature, routes]) =>
  Object.entries<AnyContractProcedure>(routes).map(([name, procedure]) => {
    const { route } = procedure['~orpc'];
    const inputSchema: unknown = procedure['~orpc'].inputSchema;
    const { method = 'POST', path = '' } = route;
    const schema = (inputSchema ?? z.object({})) as z.ZodType;
    return { id: `${feature}.${name}`, method, path, schema };
  }),
);

before(async () => {
  [app, api] = await Promise.all([startTestApp(), openApiChecker()]);
  ({ admin } = await app.addTeam('siam'));
  browser = await app.signIn(admin);
  const body = { key: 'news', name: 'News' };
  const project = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const projectKey = String(project.body['key']);
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = [{ title: 'A', tags: ['one'], source }];
  const made = await app.call('POST', '/api/v1/videos', {
    as: admin,
    body: { projectKey, videos },
  });
  const id = String(made.body[0]?.['key']);
  const first = async (url: string) =>
    String((await app.call('GET', url, { as: admin })).body.data[0]?.['id']);
  const presetId = await first('/api/v1/presets');
  const ruleId = await first('/api/v1/geoblock-rules');
  const presets = '/api/encoding/v1/presets';
  const overlays = '/api/encoding/v1/overlay-presets';
  const ownPreset = await app.call('POST', presets, { as: admin, body: presetInput });
  const ownPresetId = String(ownPreset.body['id']);
  const overlay = await app.call('POST', overlays, { as: admin, body: overlayForm() });
  const overlayPresetId = String(overlay.body['id']);
  // A file has no form as JSON: `image` is never right here, and the others are told beside it.
  const overlayInput = {
    ...{ name: 'Logo', position: 'top', image: undefined },
    ...{ sizePercent: 10, opacityPercent: 50, marginPercent: 2 },
  };
  const published = { fieldName: 'publishedDate', value: '2026-11-20' };
  inputs = {
    'accounts.signIn': { email: admin.email, password: testPassword },
    'accounts.setLanguage': { lang: 'th' },
    'accounts.setName': { name: 'Malee' },
    'accounts.changePassword': {
      currentPassword: 'wrong one',
      newPassword: 'another one',
      revokePersonalTokens: true,
    },
    'accounts.requestPasswordReset': { email: 'nobody@kinora.test' },
    'accounts.redeemPasswordReset': { token: 'knr_rst_unknown', newPassword: 'another one' },
    'personalTokens.create': { name: 'CI', expiresAt: '2099-01-01T00:00:00Z' },
    'personalTokens.revoke': { token: 'knr_pat_unknown' },
    'sessions.end': { id: newId() },
    'drm.setModel': { id, vodId: String(made.body[0]?.['vod']?.['id']), drmModel: 'clearKey' },
    'jobs.ofVideo': { id, revisionKey: String(made.body[0]?.['vod']?.['revisionKey']) },
    'jobs.retry': { id },
    'jobs.ofTeam': { page: 1, limit: 5 },
    'geoblockRules.list': { limit: 5, q: 'x' },
    'geoblockRules.get': { id: ruleId },
    'pageViews.record': { path: '/siam' },
    'playbackChannels.list': { limit: 5 },
    'playbackChannels.get': { id: await first('/api/v1/playback-channels') },
    'presets.list': { limit: 5 },
    'presets.get': { id: presetId },
    'presets.create': encrypted(presetInput),
    'presets.update': { ...encrypted(presetInput), id: ownPresetId },
    'presets.rename': { id: ownPresetId, name: 'Renamed' },
    'presets.delete': { id: ownPresetId },
    'overlayPresets.list': { limit: 5 },
    'overlayPresets.create': overlayInput,
    'overlayPresets.update': { ...overlayInput, id: overlayPresetId },
    'overlayPresets.delete': { id: overlayPresetId },
    'overlayPresets.image': { id: overlayPresetId },
    'projects.list': { page: 1, limit: 5, q: 'x' },
    'projects.get': { key: projectKey },
    'projects.create': {
      key: 'more',
      name: 'More',
      description: 'x',
      hosting: 'default',
      presetId,
      geoblockRuleId: ruleId,
    },
    'projects.update': {
      key: projectKey,
      name: 'Newer',
      description: 'x',
      presetId,
      geoblockRuleId: ruleId,
    },
    'projects.memberships': { key: projectKey },
    'videos.list': {
      projectKey,
      q: 'x',
      dateFilterType: 'dateRange',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      month: 1,
      year: 2026,
      tagIds: 'a',
      limit: 5,
      next: 'x',
      previous: 'x',
    },
    'videos.get': { id },
    'videos.create': {
      projectKey,
      presetId,
      overlayPresetId,
      geoblockPolicy: { type: 'existingRule', ruleId },
      videos,
    },
    'videos.update': {
      id,
      title: 'B',
      description: 'x',
      tags: ['two'],
      additionalVideoMetaData: { fields: [published] },
    },
    'videos.delete': { id },
    'videos.tags': { projectKey, q: 'x', limit: 5 },
  };
});
after(() => app.close());

/** With encryption on, as only then the key server's id is looked at. There is none yet. */
function encrypted(input: typeof presetInput): Input {
  const copy = structuredClone(input);
  const track = copy.profiles[0]?.videoTracks[0];
  if (track) track.encryption = { isEnableVideoEncryption: true, keyServerId: 'none' };
  return copy;
}

function urlOf(operation: Operation, input: Input): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  return path;
}

/** Path parameters stand in the address, and the rest in the body. */
function bodyOf(operation: Operation, input: Input): Input {
  const names = Object.keys(input).filter((name) => !operation.path.includes(`{${name}}`));
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

async function send(
  operation: Operation,
  url: string,
  payload?: string | Buffer,
  contentType = 'application/json',
) {
  return app.http.inject({
    method: operation.method as 'GET',
    url,
    headers: {
      ...(callOfId(operation.id).who === 'session'
        ? { ...browser, origin: app.context.config.publicUrl }
        : { authorization: `Bearer ${admin.token}` }),
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

type Sent = Awaited<ReturnType<typeof send>>;

function refused(operation: Operation, answer: Sent, said: string, field?: Field): void {
  const text = `${operation.id} with ${said.slice(0, 200)}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`;
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, text);
  assert.notEqual(answer.statusCode, 429, text);
  api.check(operation.id, answer);
  if (answer.statusCode !== 422 || !field) return;
  const { errors } = answer.json<{ errors: { path: string }[] }>();
  const name = field.path.join('.');
  const isNamed = errors.some(
    ({ path }) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`),
  );
  assert.ok(isNamed, `${name} is not named: ${text}`);
}

/** All rows of all tables, but for what every call may leave. */
async function stateOfEverything(): Promise<string> {
  const { db } = app.context;
  await sql`delete from sign_in_failures`.execute(db);
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
    and tablename <> 'schema_migrations' order by 1`.execute(db);
  const states = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{ state: string }>`
      select ${name} || coalesce(md5(string_agg(r, '' order by r)), '') as state
      from (select (to_jsonb(t) - 'last_used_at' - 'updated_at')::text as r from ${sql.table(name)} t) all_rows`.execute(
      db,
    );
    return rows[0]?.state;
  });
  return (await Promise.all(states)).join('\n');
}

test('each field of each call has a right value here', () => {
  for (const { id, schema } of operations) {
    const fields = fieldsOf(schema).filter((field) => field.path.length === 1);
    const named = fields.map((field) => String(field.path[0])).toSorted();
    assert.deepEqual(Object.keys(inputs[id] ?? {}).toSorted(), named, id);
  }
});

for (const operation of operations) {
  const { id, method, path, schema } = operation;
  test(`${id} refuses wrong values by the field’s name, and changes nothing`, async () => {
    const input = inputs[id] ?? {};
    const before = await stateOfEverything();
    for (const field of fieldsOf(schema)) {
      const name = String(field.path[0]);
      if (path.includes(`{${name}}`)) {
        for (const value of wrongInPath) {
          const url = path.replace(`{${name}}`, value);
          const body = method === 'PUT' ? JSON.stringify(bodyOf(operation, input)) : undefined;
          refused(operation, await send(operation, url, body), url, field);
        }
      } else if (method === 'GET') {
        for (const query of wrongInQuery(field)) {
          const url = `${urlOf(operation, input)}?${query}`;
          refused(operation, await send(operation, url), url, field);
        }
      } else {
        for (const value of wrongInBody(field)) {
          const body = JSON.stringify(bodyOf(operation, withValue(input, field.path, value)));
          const said = `${field.path.join('.')} ${JSON.stringify(value)}`;
          const answer = await send(operation, urlOf(operation, input), body);
          refused(operation, answer, said, field);
        }
      }
    }
    assert.equal(await stateOfEverything(), before);
  });
}

test('a body that can’t be read is refused by every call that takes one', async () => {
  const before = await stateOfEverything();
  const json = 'application/json';
  const deep = 100_000;
  const bodies: [string | Buffer, string, number[]][] = [
    ['{', json, [400]],
    ['{"name": NaN}', json, [400]],
    ["{'name': 1}", json, [400]],
    ['\ufeff{}x', json, [400]],
    ['null', json, [422]],
    ['5', json, [422]],
    ['"text"', json, [422]],
    ['[]', json, [422]],
    ['[{}]', json, [422]],
    ['{"__proto__": {"isAdmin": true}}', json, [400]],
    ['{"constructor": {"prototype": {"isAdmin": true}}}', json, [400, 422]],
    ['['.repeat(deep), json, [400]],
    ['['.repeat(deep) + ']'.repeat(deep), json, [422]],
    ['{"name":'.repeat(deep) + '1' + '}'.repeat(deep), json, [422]],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json, [400]],
    [Buffer.from('{"name":"\xe9"}', 'latin1'), json, [400]],
    [`{"name":"${'x'.repeat(1024 * 1024)}"}`, json, [413]],
    ['{}', 'text/plain', [415]],
    ['name=x', 'application/x-www-form-urlencoded', [415]],
    ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', [415]],
    ['<a/>', 'application/xml', [415]],
    ['{}', 'application/json-patch+json', [415]],
    ['{}', 'nonsense', [415]],
  ];
  for (const operation of operations) {
    const input = inputs[operation.id] ?? {};
    const url = urlOf(operation, input);
    if (operation.method === 'GET' || Object.keys(bodyOf(operation, input)).length === 0) continue;
    for (const [body, type, statuses] of bodies) {
      const answer = await send(operation, url, body, type);
      const said = `${type} ${body.toString('utf8').slice(0, 60)}`;
      const { who, maxFormBytes } = callOfId(operation.id);
      const isForm = type.startsWith('multipart/') && maxFormBytes !== undefined;
      const isTooLong = who === 'anyone' && body.length > HTTP_LIMITS.strangersBodyBytes;
      // A change of nothing is none, where all fields may be left out.
      if (answer.statusCode === 200 && operation.method === 'PUT') continue;
      refused(operation, answer, said);
      const expected = isTooLong ? [413] : isForm ? [400] : statuses;
      assert.ok(expected.includes(answer.statusCode), `${operation.id} with ${said}`);
    }
  }
  assert.equal(({} as Input)['isAdmin'], undefined);
  assert.equal(await stateOfEverything(), before);
});

test('what the address names is meant, whatever the body or the query says', async () => {
  const project = inputs['projects.get']?.['key'];
  const url = `/api/v1/projects/${String(project)}`;
  const elsewhere = { key: 'nothing', name: 'Same' };
  const changed = await app.call('PUT', url, { as: admin, body: elsewhere });
  assert.deepEqual([changed.status, changed.body['key']], [200, project]);
  const read = await app.call('GET', `${url}?key=nothing`, { as: admin });
  assert.equal(read.body['key'], project);
});

test('as many tags as one request can hold are taken at once', async () => {
  const projectKey = inputs['projects.get']?.['key'];
  const source = { type: 'video/mp4', size: 1, fileName: 'a.mp4' };
  const videos = Array.from({ length: 500 }, (_, v) => ({
    title: 'T',
    tags: Array.from({ length: 50 }, (_, t) => `${v}.${t}`),
    source,
  }));
  const answer = await app.call('POST', '/api/v1/videos', {
    as: admin,
    body: { projectKey, videos },
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.body[499]?.['tags']?.length, 50);
});
