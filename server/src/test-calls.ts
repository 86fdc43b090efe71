import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { z } from 'zod';
import { getCall, type Call } from './base/calls.ts';
import { typeOf, type Input } from './test-fields.ts';
import type { Person, TestApp } from './test-app.ts';
import { logo } from './test-presets.ts';

// A right request for every call of the contract. Most is made from the call's schema and from what
// its address names; the rest stands in `features/{name}/test-calls.ts`.

/** Calls are made in this: a team's admin, and a project. */
export type Scene = {
  app: TestApp;
  admin: Person;
  projectKey: string;
  /** Returns the body that the admin gets. */
  ask: (method: string, url: string, body?: unknown) => Promise<TestAnswer>;
};
type TestAnswer = Awaited<ReturnType<TestApp['call']>>['body'];

/** Fresh for each call, as a call may use it up; `input` holds what stands before it in the address. */
type Make = (scene: Scene, input: Input) => unknown;

export type TestCalls = {
  /** A team holds these things, by the field that names one, or by the address `videos/{id}`. */
  things?: Record<string, Make>;
  /** Calls that their schemas do not say enough of. */
  calls?: Record<string, Row>;
};

type Row = {
  /** Fields that an example of their schemas does not do for. */
  fields?: (scene: Scene) => Input | Promise<Input>;
  /** The status for callers with the right to make the call, where it is no success. */
  answer?: number;
  /** Wrong values are put into this input, so that all of them matter. */
  wrongIn?: () => Input;
};

const things: Record<string, Make> = {};
const rows: Record<string, Row> = {};
for await (const file of glob('features/*/test-calls.ts', { cwd: import.meta.dirname })) {
  const { testCalls } = (await import(`./${file}`)) as { testCalls: TestCalls };
  Object.assign(things, testCalls.things);
  for (const [id, row] of Object.entries(testCalls.calls ?? {})) rows[getCall(id).id] = row;
}

export const rowOf = (call: Call): Row => rows[call.id] ?? {};

export type Ready = {
  scene: Scene;
  /** The least that the call needs. */
  request: (call: Call) => Promise<{ method: string; url: string; body?: unknown }>;
  /** Returns an input with a right value for each field. */
  wholeInput: (call: Call) => Promise<Input>;
};

/** Makes calls with a project of the admin's team. */
export async function readyCalls(app: TestApp, admin: Person): Promise<Ready> {
  const { body: me } = await app.call('GET', '/api/v1/me', { as: admin });
  // A call may create another team, with which the account is in two.
  const team = String(me['teams']?.[0]?.['namespace']);
  const ask: Scene['ask'] = async (method, url, body) =>
    (await app.call(method, url, { as: admin, team, body })).body;
  const project = await ask('POST', '/api/v1/projects', { key: 'news', name: 'News' });
  const scene = { app, admin, projectKey: String(project['key']), ask };
  const request = async (call: Call) => {
    const { method } = call;
    const isRead = method === 'GET';
    const input = await inputOf(scene, call, isRead);
    const [url, rest] = [urlOf(call, input), bodyOf(call, input)];
    if (!isRead) return { method, url, body: encodedBody(rest) };
    return { method, url: `${url}?${new URLSearchParams(rest as Record<string, string>)}` };
  };
  return { scene, request, wholeInput: (call) => inputOf(scene, call, false) };
}

export function urlOf(call: Call, input: Input): string {
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
}

/** Path parameters stand in the address, and the rest in the body or the query. */
export function bodyOf(call: Call, input: Input): Input {
  const names = Object.keys(input).filter((name) => !call.path.includes(`{${name}}`));
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

/** A form when there is a file in it, and nothing when there is nothing. */
function encodedBody(body: Input): unknown {
  const values = Object.entries(body);
  if (values.length === 0) return undefined;
  if (!values.some(([, value]) => value instanceof File)) return body;
  const form = new FormData();
  for (const [name, value] of values)
    form.append(name, value instanceof File ? value : String(value));
  return form;
}

async function inputOf(scene: Scene, call: Call, isShort: boolean): Promise<Input> {
  const input: Input = {};
  for (const [key, name = ''] of call.path.matchAll(/\w[\w-]*\/\{(\w+)\}/g)) {
    const make = things[key] ?? assert.fail(`${call.id}: no test-calls.ts makes ${key}`);
    input[name] = await make(scene, input);
  }
  const own = await rowOf(call).fields?.(scene);
  const { shape } = call.input as z.ZodObject<Record<string, z.ZodType>>;
  for (const [name, field] of Object.entries(shape)) {
    if (name in input || (own && name in own)) continue;
    if (isShort && !things[name] && field.safeParse(undefined).success) continue;
    input[name] = await exampleOf(scene, name, field);
  }
  return { ...input, ...own };
}

/** A right value: of a field that names a thing, one that is there. */
async function exampleOf(scene: Scene, name: string, schema: z.ZodType): Promise<unknown> {
  const thing = things[name];
  if (thing) return thing(scene, {});
  const inner = typeOf(schema);
  if (inner instanceof z.ZodArray)
    return [await exampleOf(scene, name, inner.element as z.ZodType)];
  if (inner instanceof z.ZodObject) {
    const value: Input = {};
    for (const [part, field] of Object.entries<z.ZodType>(inner.shape)) {
      value[part] = await exampleOf(scene, part, field);
    }
    return value;
  }
  const candidates = [...examplesOf(inner), ...examples];
  const found = candidates.find((value) => schema.safeParse(value).success);
  return found ?? assert.fail(`no example of ${name}: give one in its schema or in test-calls.ts`);
}

function examplesOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodNumber) return [10, schema.minValue];
  return [...((schema.meta()?.['examples'] as unknown[] | undefined) ?? [])];
}

const examples = ['An example', '2099-01-01T00:00:00Z', '2026-01-01', true, logo()];
