// The product behind a proxy that gives each transaction another session of PostgreSQL. There is
// one, which both teams and the jobs share.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getPublishedVideoKey } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { TUS_PATH } from '@kinora/contract/uploads';
import { sql } from 'kysely';
import pg from 'pg';
import { jobs } from './app-jobs.ts';
import { startAppWorker } from './app-worker.ts';
import { createApp } from './app.ts';
import { openContext, type Context } from './base/context.ts';
import { openDb } from './base/db.ts';
import { installQueues } from './base/jobs.ts';
import { migrate, readMigrations } from './base/migrate.ts';
import { emptyTestDatabase } from './base/test-database.ts';
import { startTestApp, testPassword, type Json, type Person, type TestApp } from './test-app.ts';
import { startPgbouncer } from './test-pgbouncer.ts';
import { listen } from './test-uploads.ts';

let app: TestApp;
let context: Context;
let address: string;
const closers: (() => Promise<unknown>)[] = [];

before(async () => {
  app = await startTestApp();
  closers.push(app.close);
  const proxy = await startPgbouncer(app.databaseUrl);
  closers.push(proxy.stop);
  const { config, log } = app.context;
  const secrets = { ...config.secrets, databaseUrl: proxy.url };
  const opened = await openContext({ ...config, databasePooling: 'transaction', secrets }, 'api');
  closers.push(opened.close);
  opened.context.log.level = log.level;
  ({ context } = opened);
  const http = await createApp(context);
  address = `http://127.0.0.1:${await listen(http)}`;
  closers.push(() => http.close());
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

type Call = { cookie: string; team: string; body?: unknown; headers?: Record<string, string> };

async function call(method: string, path: string, { cookie, team, body, headers }: Call) {
  const answer = await fetch(address + path, {
    method,
    headers: {
      cookie,
      'x-team': team,
      origin: context.config.publicUrl,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Json;
}

async function signIn({ email }: Person): Promise<string> {
  const answer = await fetch(`${address}/api/auth/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: context.config.publicUrl },
    body: JSON.stringify({ email, password: testPassword }),
  });
  assert.equal(answer.status, 200);
  return String(answer.headers.get('set-cookie')).split(';', 1)[0] ?? '';
}

/** Signs in, makes a project and sends a file; answers the video's key and what lists it. */
async function uploadOf(team: string, admin: Person) {
  const own = { cookie: await signIn(admin), team };
  const body = { key: `${team}-news`, name: team };
  const project = await call('POST', '/api/v1/projects', { ...own, body });
  const file = Buffer.from(`${team} is no film`);
  const source = { type: 'video/mp4', size: file.length, fileName: `${team}.mp4` };
  const videos = { projectKey: project['key'], videos: [{ title: team, source }] };
  const made = await call('POST', '/api/v1/videos', { ...own, body: videos });
  const key = String(made[0]?.['key']);
  const meta = `videoKey ${Buffer.from(key).toString('base64')}`;
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(file.length),
    'upload-metadata': meta,
    'content-type': 'application/offset+octet-stream',
  };
  await call('POST', TUS_PATH, { ...own, body: file, headers });
  return { key, list: () => call('GET', '/api/v1/videos', own) };
}

test('two teams upload and list side by side, and their jobs run', async () => {
  const worker = await startAppWorker(context);
  closers.push(() => worker.stop(2000));
  const admins = [(await app.addTeam('siam')).admin, (await app.addTeam('lanna')).admin] as const;
  const [siam, lanna] = await Promise.all([
    uploadOf('siam', admins[0]),
    uploadOf('lanna', admins[1]),
  ]);
  const titles = (list: Json) => list.data.map((video) => String(video['title']));
  const lists = await Promise.all(
    Array.from({ length: 20 }, () => [siam.list(), lanna.list()]).flat(),
  );
  for (const [n, list] of lists.entries()) {
    assert.deepEqual(titles(list), [n % 2 === 0 ? 'siam' : 'lanna']);
  }
  for (const { key, list } of [siam, lanna]) {
    await until('the file to be probed', async () => {
      const [video] = (await list()).data;
      return JSON.stringify(video).includes('probeFileError');
    });
    await until('the publication', async () => {
      return (await context.storage.stat(getPublishedVideoKey(key))) !== null;
    });
  }
});

test('settings hold for one transaction, and the session keeps nothing of them', async () => {
  const team = '00000000-0000-0000-0000-00000000000a';
  const db = context.tenantDb({ team });
  const settings = sql<{ team: string; timeout: string }>`
    select current_setting('kinora.team', true) as team,
      current_setting('statement_timeout') as timeout`;
  const { rows } = await settings.execute(db);
  assert.deepEqual(rows, [{ team, timeout: '30s' }]);
  await assert.rejects(sql`select 1 / 0`.execute(db), { code: '22012' });
  const failed = db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx));
  await assert.rejects(failed, { code: '22012' });
  const system = await settings.execute(context.db);
  assert.equal(system.rows[0]?.team, '*');
  // The others find these settings in the session that they share.
  const stranger = new pg.Client(context.config.secrets.databaseUrl ?? '');
  await stranger.connect();
  const left = await stranger.query<{ team: string; timeout: string; listens: number }>(`
    select coalesce(current_setting('kinora.team', true), '') as team,
      current_setting('statement_timeout') as timeout,
      (select count(*)::int from pg_listening_channels()) as listens`);
  await stranger.end();
  assert.deepEqual(left.rows, [{ team: '', timeout: '0', listens: 0 }]);
});

test('an empty database is brought up to date through a pooler by the first process', async () => {
  const empty = await emptyTestDatabase();
  const proxy = await startPgbouncer(empty.url);
  const db = openDb(proxy.url, { max: 2, log: context.log, pooling: 'transaction' });
  try {
    const done = await Promise.all([1, 2, 3].map(() => migrate(proxy.url)));
    assert.equal(done.flat().length, (await readMigrations()).length);
    await installQueues(proxy.url, jobs);
    const { rows } = await sql<{ locks: number }>`select count(*)::int as locks from pg_locks
      where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    assert.deepEqual(rows, [{ locks: 0 }]);
  } finally {
    await db.destroy();
    await proxy.stop();
    await empty.close();
  }
});
