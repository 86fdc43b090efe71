import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { z } from 'zod';
import { calls, type Call } from './base/calls.ts';
import { HTTP_LIMITS } from './base/http-limits.ts';
import { bodyOf, readyCalls, rowOf, urlOf } from './test-calls.ts';
import {
  fieldsOf,
  unstorable,
  valueAt,
  withValue,
  wrongInBody,
  wrongInPath,
  wrongInQuery,
} from './test-fields.ts';
import type { Field, Input } from './test-fields.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { openApiChecker, type ApiChecker } from './test-openapi.ts';

// Every field of every call is given values that it must not take. The answer is a described problem that
// names the field, never a fault of ours, and nothing is changed: PostgreSQL refuses to commit a write.

let app: TestApp;
let api: ApiChecker;
let admin: Person;
let browser: { cookie: string };
let projectKey: string;
const inputs = new Map<Call, Input>();

before(async () => {
  [app, api] = await Promise.all([startTestApp(), openApiChecker()]);
  ({ admin } = await app.addTeam('siam'));
  browser = await app.signIn(admin);
  const ready = await readyCalls(app, admin);
  ({ projectKey } = ready.scene);
  for (const call of calls) inputs.set(call, await ready.wholeInput(call));
  await refuseWrites();
});
after(() => app.close());

/** From here on no row may be written except those that every call may leave; locks are not writes. */
async function refuseWrites(): Promise<void> {
  const { db } = app.context;
  await sql`
    create function refuse_write() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(new) - '{last_used_at,updated_at}'::text[]
        = to_jsonb(old) - '{last_used_at,updated_at}'::text[] then return null; end if;
      raise '% of % by a refused call', tg_op, tg_table_name;
    end $$`.execute(db);
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and not exists (select from pg_inherits where inhrelid = quote_ident(tablename)::regclass)
    and tablename not in ('schema_migrations', 'sign_in_failures')`.execute(db);
  for (const { name } of tables.rows) {
    // Deferred to the end of the transaction, as one that is rolled back writes nothing.
    await sql`create constraint trigger refuse_write after insert or update or delete
      on ${sql.table(name)} deferrable initially deferred
      for each row execute function refuse_write()`.execute(db);
  }
}

async function allowWrites(): Promise<void> {
  await sql`drop function refuse_write cascade`.execute(app.context.db);
}

/** Wrong values are put into these. A file has no form as JSON, and is never right here. */
function jsonInput(call: Call): Input {
  const input = { ...inputs.get(call), ...rowOf(call).wrongIn?.() };
  const values = Object.entries(input);
  return Object.fromEntries(values.filter(([, value]) => !(value instanceof File)));
}

async function send(
  call: Call,
  url: string,
  payload?: string | Buffer,
  contentType = 'application/json',
) {
  return app.http.inject({
    method: call.method as 'GET',
    url,
    headers: {
      ...(call.who === 'session'
        ? { ...browser, origin: app.context.config.publicUrl }
        : { authorization: `Bearer ${admin.token}` }),
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

type Sent = Awaited<ReturnType<typeof send>>;

function refused(call: Call, answer: Sent, said: string, field?: Field): void {
  const text = `${call.id} with ${said.slice(0, 200)}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`;
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, text);
  assert.notEqual(answer.statusCode, 429, text);
  api.check(call.id, answer);
  if (answer.statusCode !== 422 || !field) return;
  const { errors } = answer.json<{ errors: { path: string }[] }>();
  const name = field.path.join('.');
  const isNamed = errors.some(
    ({ path }) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`),
  );
  assert.ok(isNamed, `${name} is not named: ${text}`);
}

/** Calls without a session leave these, and are told to wait when there are many. */
async function forgetFailures(): Promise<void> {
  await sql`delete from sign_in_failures`.execute(app.context.db);
}

test('each field of each call has a right value here', () => {
  for (const call of calls) {
    const input = inputs.get(call) ?? {};
    const named = Object.keys((call.input as z.ZodObject).shape);
    assert.deepEqual(Object.keys(input).toSorted(), named.toSorted(), call.id);
    assert.ok(call.input.safeParse(input).success, call.id);
  }
});

/** Encodes the text's bytes, so that lone surrogates, which URL would replace, are sent too. */
const encodeRaw = (text: string) =>
  [...Buffer.from(text.replaceAll('\ud800', '\u0000'))]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');

for (const call of calls) {
  const { id, method, path } = call;
  test(`${id} refuses wrong values by the field’s name, and changes nothing`, async () => {
    const input = jsonInput(call);
    await forgetFailures();
    for (const field of fieldsOf(call.input)) {
      const name = String(field.path[0]);
      if (path.includes(`{${name}}`)) {
        const right = unstorable(String(input[name])).map(encodeRaw);
        for (const value of [...wrongInPath, ...right]) {
          const url = path.replace(`{${name}}`, value);
          const rest = method === 'GET' ? {} : bodyOf(call, input);
          const hasBody = method === 'PUT' || Object.keys(rest).length > 0;
          const body = hasBody ? JSON.stringify(rest) : undefined;
          refused(call, await send(call, url, body), url, field);
        }
      } else if (method === 'GET') {
        const right = typeof input[name] === 'string' ? unstorable(input[name]) : [];
        const queries = right.map((value) => `${name}=${encodeRaw(value)}`);
        for (const query of [...wrongInQuery(field), ...queries]) {
          const url = `${urlOf(call, input)}?${query}`;
          refused(call, await send(call, url), url, field);
        }
      } else {
        // A valid value, with which only PostgreSQL could still object.
        const right = valueAt(input, field.path);
        const spoilt = typeof right === 'string' ? unstorable(right) : [];
        for (const value of [...wrongInBody(field), ...spoilt]) {
          const body = JSON.stringify(bodyOf(call, withValue(input, field.path, value)));
          const said = `${field.path.join('.')} ${JSON.stringify(value)}`;
          const answer = await send(call, urlOf(call, input), body);
          refused(call, answer, said, field);
        }
      }
    }
  });
}

test('a body that can’t be read is refused by every call that takes one', async () => {
  await forgetFailures();
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
    ['['.repeat(deep) + ']'.repeat(deep), json, [400]],
    ['{"name":'.repeat(deep) + '1' + '}'.repeat(deep), json, [400]],
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
  for (const call of calls) {
    const input = jsonInput(call);
    const url = urlOf(call, input);
    if (call.method === 'GET' || Object.keys(bodyOf(call, input)).length === 0) continue;
    for (const [body, type, statuses] of bodies) {
      const answer = await send(call, url, body, type);
      const said = `${type} ${body.toString('utf8').slice(0, 60)}`;
      const isForm = type.startsWith('multipart/') && call.maxFormBytes !== undefined;
      const isTooLong = call.who === 'anyone' && body.length > HTTP_LIMITS.strangersBodyBytes;
      // A change of nothing is none, where all fields may be left out.
      if (answer.statusCode === 200 && call.method === 'PUT') continue;
      refused(call, answer, said);
      // A part without a name is passed over, and the fields are missing then.
      const expected = isTooLong ? [413] : isForm ? [422] : statuses;
      assert.ok(expected.includes(answer.statusCode), `${call.id} with ${said}`);
    }
  }
  assert.equal(({} as Input)['isAdmin'], undefined);
});

test('none of these calls could have written', async () => {
  const body = { key: 'another', name: 'Another' };
  const write = () => app.call('POST', '/api/v1/projects', { as: admin, body });
  assert.equal((await write()).status, 500);
  await allowWrites();
  assert.equal((await write()).status, 201);
});

test('a parameter of the address wins over the body and the query', async () => {
  const url = `/api/v1/projects/${projectKey}`;
  const elsewhere = { key: 'nothing', name: 'Same' };
  const changed = await app.call('PUT', url, { as: admin, body: elsewhere });
  assert.deepEqual([changed.status, changed.body['key']], [200, projectKey]);
  const read = await app.call('GET', `${url}?key=nothing`, { as: admin });
  assert.equal(read.body['key'], projectKey);
});

test('one request takes as many tags as fit into it', async () => {
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
