import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { ProjectRole, TeamRole } from '@kinora/contract/fields';
import { REFUSAL_PACE } from '@kinora/contract/refusal-pace';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { openStorage } from '@kinora/storage/storage';
import { jobs } from './app-jobs.ts';
import { createApp, PROVERS } from './app.ts';
import { readConfig } from './base/config.ts';
import { actingFor, type Actor } from './base/actor.ts';
import type { Context } from './base/context.ts';
import { getCookieName } from './base/cookies.ts';
import type { Tx } from './base/db.ts';
import { hashToken, newId, newToken } from './base/ids.ts';
import { openLog, type Log } from './base/log.ts';
import { openMail } from './base/mail.ts';
import { systemScope, type TeamScope } from './base/request.ts';
import { testDatabase, type TestDatabase } from './base/test-database.ts';
import { hashPassword } from './features/accounts/actions.ts';
import { startSession } from './features/sessions/actions.ts';
import { addTeamMember } from './features/team-members/actions.ts';
import { createTeam } from './features/teams/actions.ts';
import { proveTestForm } from './test-forms.ts';

/** Acts where a test writes by itself. */
export const TEST_ACTOR: Actor = { kind: 'job', id: 'test', name: 'test' };
export const testPassword = 'a long enough one';
/** A test is refused more often than a person. */
export const untiring = { refusals: { ...REFUSAL_PACE, burst: Infinity } };
const origin = 'http://localhost:8080';
// One hash for all test accounts: hashing is slow on purpose.
const testPasswordHash = hashPassword(testPassword);

export type Answer = { status: number; headers: Record<string, unknown>; body: Json };
/** An answer's body as tests look into it. */
export type Json = { readonly [key: string]: Json } & readonly Json[] & { readonly data: Json };

export type Person = { id: string; email: string; token: string; role: TeamRole };
export type CallOptions = {
  as?: Person | { token: string } | { cookie: string } | null;
  team?: string | null;
  /** Sent as JSON; a `FormData` as multipart/form-data. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApp = {
  http: FastifyInstance;
  context: Context;
  databaseUrl: string;
  call: (method: string, url: string, options?: CallOptions) => Promise<Answer>;
  addTeam: (namespace: string) => Promise<{ scope: TeamScope; admin: Person }>;
  /** A session of that person in a browser of its own. */
  signIn: (person: Person) => Promise<{ cookie: string }>;
  addPerson: (scope: TeamScope | null, role: TeamRole) => Promise<Person>;
  addToProject: (projectKey: string, person: Person, role: ProjectRole) => Promise<void>;
  close: () => Promise<void>;
};

/** The whole API on a database and a storage folder of its own; no worker runs. */
export async function startTestApp(
  env: Record<string, string> = {},
  log: Log = silentLog(),
  made: Promise<TestDatabase> = testDatabase(jobs),
): Promise<TestApp> {
  const database = await made;
  const folder = await mkdtemp(join(tmpdir(), 'kinora-app-'));
  const config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: newToken('test_'),
    DATABASE_URL: database.url,
    PUBLIC_URL: origin,
    STORAGE_URL: pathToFileURL(join(folder, 'objects')).href,
    // No server listens there, so that tests ask none outside.
    DNS_SERVERS: '127.0.0.1:1',
    ...env,
  });
  const storage = await openStorage(config.storageUrl, config.secrets.storageEnv);
  const { db, tenantDb } = database;
  const mail = openMail(config, log);
  const own: Context = { config, db, tenantDb, storage, log, mail };
  const http = await createApp(own, untiring, [...PROVERS, proveTestForm]);
  const context = { ...own, db: actingFor(db, TEST_ACTOR) };
  const close = async () => {
    await http.close();
    await storage.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    http,
    context,
    databaseUrl: database.url,
    call: caller(http),
    ...people(context),
    close,
  };
}

function silentLog(): Log {
  const log = openLog('test');
  log.level = 'silent';
  return log;
}

function caller(http: FastifyInstance): TestApp['call'] {
  return async (method, url, { as = null, team, body, headers = {} } = {}) => {
    const sent = await encoded(body);
    const answer = await injected(http, {
      method,
      url,
      headers: {
        'accept-language': 'en',
        ...toHeaders(as),
        ...(team ? { 'x-team': team } : {}),
        ...(sent ? { 'content-type': sent.type } : {}),
        ...headers,
      },
      ...(sent ? { payload: sent.payload } : {}),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson(answer.headers) ? JSON.parse(answer.payload) : null) as Json,
    };
  };
}

export type Injected = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'payload'>;

/** An answer; of a stream of events, which has no end, the head alone. */
export async function injected(http: FastifyInstance, options: InjectOptions): Promise<Injected> {
  const { statusCode, headers, ...answer } = await http.inject({
    ...options,
    payloadAsStream: true,
  });
  const isEndless = String(headers['content-type']).startsWith('text/event-stream');
  if (isEndless) answer.stream().destroy();
  return { statusCode, headers, payload: isEndless ? '' : await text(answer.stream()) };
}

function isJson(headers: Record<string, unknown>): boolean {
  return /^application\/(problem\+)?json/.test(String(headers['content-type']));
}

function toHeaders(as: CallOptions['as']): Record<string, string> {
  if (!as) return {};
  return 'cookie' in as ? { cookie: as.cookie, origin } : { authorization: `Bearer ${as.token}` };
}

/** A body as it goes over the wire; null for none. */
export async function encoded(
  body: unknown,
): Promise<{ type: string; payload: string | Buffer } | null> {
  if (body === undefined) return null;
  if (!(body instanceof FormData))
    return { type: 'application/json', payload: JSON.stringify(body) };
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { type, payload: Buffer.from(await form.arrayBuffer()) };
}

function people({ config, db }: Context) {
  const addPerson: TestApp['addPerson'] = async (scope, role) => {
    const id = newId();
    const token = newToken('knr_pat_');
    const email = `${role}-${id}@kinora.test`;
    const passwordHash = await testPasswordHash;
    await db.transaction().execute(async (tx) => {
      const account = { id, email, name: `${role} ${id.slice(-4)}`, password_hash: passwordHash };
      await tx.insertInto('accounts').values(account).execute();
      const row = { id: newId(), account_id: id, name: 'test', preview: 'knr' };
      await tx
        .insertInto('personal_tokens')
        .values({ ...row, token_hash: hashToken(token) })
        .execute();
      if (scope) await addTeamMember(tx, scope, id, role);
    });
    return { id, email, token, role };
  };
  const addTeam: TestApp['addTeam'] = async (namespace) => {
    const admin = await addPerson(null, 'admin');
    const team = { namespace, name: namespace, adminId: admin.id, edgeUrl: config.edgeUrl };
    const scope = await db.transaction().execute((tx) => createTeam(tx, team));
    return { scope, admin };
  };
  const addToProject: TestApp['addToProject'] = async (projectKey, person, role) => {
    const project = await db
      .selectFrom('projects')
      .select(['id', 'team_id'])
      .where('key', '=', projectKey)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('project_memberships')
      .values({ team_id: project.team_id, project_id: project.id, account_id: person.id, role })
      .execute();
  };
  const signIn: TestApp['signIn'] = async (person) => {
    const client = { network: '127.0.0.1', userAgent: 'test' };
    const start = (tx: Tx) => startSession(tx, { accountId: person.id }, client, new Date());
    const token = await db.transaction().execute(start);
    return { cookie: `${getCookieName(config, 'session')}=${token}` };
  };
  return { addPerson, addTeam, addToProject, signIn };
}

/** The scope of an admin, for tests that call actions directly. */
export function scopeOf(scope: TeamScope, person: Person): TeamScope {
  const { teamId, namespace } = scope;
  const actor: Actor = { kind: 'account', id: person.id, name: person.email };
  return systemScope({ teamId, namespace, accountId: person.id, actor });
}
