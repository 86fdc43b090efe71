import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createHttp } from './base/http.ts';
import { openLog } from './base/log.ts';
import { mountHealth } from './health.ts';
import { startTestApp } from './test-app.ts';

test('who asks for readiness learns what fails and not why, and asks the parts once a second', async () => {
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
