import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createHttp } from './base/http.ts';
import { openLog } from './base/log.ts';
import { mountHealth } from './health.ts';
import { startTestApp } from './test-app.ts';

test('readiness names the failing parts and not why, and checks them once a second', async () => {
  let lines = '';
  const app = await startTestApp({}, openLog('test', { write: (line) => void (lines += line) }));
  let nowMs = 0;
  const http = createHttp(app.context);
  mountHealth(http, app.context, () => nowMs);
  const ask = async () => {
    const { statusCode, payload } = await http.inject({ url: '/readyz' });
    return { statusCode, body: JSON.parse(payload) as unknown };
  };
  const isReady = { statusCode: 200, body: { status: 'ready' } };
  try {
    assert.deepEqual(await ask(), isReady);
    const objects = join(app.context.config.dataDir, 'objects');
    await rm(objects, { recursive: true, force: true });
    await writeFile(objects, 'no folder');
    nowMs = 999;
    assert.deepEqual(await ask(), isReady);
    nowMs = 1000;
    const isNot = { statusCode: 503, body: { status: 'not ready', failures: ['storage'] } };
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [isNot, isNot, isNot]);
    const told = lines.split('\n').filter((line) => line.includes('"msg":"not ready"'));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /"part":"storage".*objects/);
  } finally {
    await http.close();
    await app.close();
  }
});

test('the log says when the number of workers without a cage changes, and strangers never hear of it', async () => {
  let lines = '';
  const app = await startTestApp({}, openLog('test', { write: (line) => void (lines += line) }));
  let nowMs = 0;
  const http = createHttp(app.context);
  mountHealth(http, app.context, () => nowMs);
  const askAnew = async () => {
    nowMs += 1000;
    const { payload } = await http.inject({ url: '/readyz' });
    assert.equal(payload, '{"status":"ready"}');
    return lines.match(/"uncaged":\d+/g) ?? [];
  };
  const { db } = app.context;
  const addWorker = async (isCaged: boolean) =>
    sql`insert into workers (id, slots, busy, is_caged)
      values (${randomUUID()}, 2, 0, ${isCaged})`.execute(db);
  try {
    await addWorker(true);
    assert.deepEqual(await askAnew(), []);
    await addWorker(false);
    assert.deepEqual(await askAnew(), ['"uncaged":1']);
    assert.deepEqual(await askAnew(), ['"uncaged":1']);
    await sql`update workers set seen_at = now() - interval '1 hour' where not is_caged`.execute(
      db,
    );
    assert.deepEqual(await askAnew(), ['"uncaged":1', '"uncaged":0']);
    assert.match(lines, /"level":"warn"[^\n]*"uncaged":1/);
  } finally {
    await http.close();
    await app.close();
  }
});

test('figures are for who comes without a proxy, and none of the public does', async () => {
  const app = await startTestApp();
  try {
    const ask = async (headers: Record<string, string>) =>
      (await app.http.inject({ url: '/metrics', headers })).statusCode;
    assert.equal(await ask({}), 200);
    assert.equal(await ask({ 'x-forwarded-for': '192.0.2.1' }), 404);
    assert.equal(await ask({ forwarded: 'for=192.0.2.1' }), 404);
  } finally {
    await app.close();
  }
});
