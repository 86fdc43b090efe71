import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';
import { openCall, startTestUploads, type TestUploads } from '../test-uploads.ts';
import type { ToProcess } from './messages.ts';

let uploads: TestUploads;
const children: ChildProcess[] = [];
before(async () => {
  uploads = await startTestUploads();
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await uploads.close();
});

/** The API as the supervisor runs it, on the database and the storage of the test. */
async function startApi(): Promise<{ port: number; stop: () => Promise<number | null> }> {
  const { config } = uploads.app.context;
  const port = await findFreePort();
  const child = fork(join(import.meta.dirname, 'api.ts'), {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: config.dataDir,
      STORAGE_URL: config.storageUrl,
      SECRET_KEY: config.secrets.secretKey,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  child.send({ type: 'begin', databaseUrl: uploads.app.databaseUrl } satisfies ToProcess);
  await once(child, 'message');
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    return code;
  };
  return { port, stop };
}

async function arrivedBytes(videoKey: string): Promise<number> {
  const row = await uploads.app.context.db
    .selectFrom('uploads')
    .select('arrived_bytes')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  return row.arrived_bytes;
}

test('bytes that an API has of an upload when it is stopped count, and the next one goes on at once', async () => {
  const file = randomBytes(20_000_000);
  const sent = 18_000_000;
  const { videoKey, path } = await uploads.addUpload(file.length);
  const first = await startApi();
  const headers = {
    'upload-offset': '0',
    'content-length': String(file.length),
    'content-type': 'application/offset+octet-stream',
  };
  const open = openCall(first.port, 'PATCH', { as: uploads.admin, path, headers });
  await open.write(file.subarray(0, sent));
  // The last ones wait for others that they are written with.
  await until('most to arrive', async () => (await arrivedBytes(videoKey)) >= sent - 1_000_000);
  const arrived = await arrivedBytes(videoKey);
  assert.equal(await first.stop(), 0);
  const answer = await open.answer;
  assert.deepEqual([answer.status, answer.body?.['code']], [503, 'unavailable']);
  assert.ok(Number(answer.headers['retry-after']) > 0);

  const next = await startApi();
  const head = await openCall(next.port, 'HEAD', { as: uploads.admin, path }).answer;
  const offset = Number(head.headers['upload-offset']);
  assert.ok(offset >= arrived && offset <= sent, `at ${offset}, not ${arrived}`);
  const rest = await openCall(next.port, 'PATCH', {
    as: uploads.admin,
    path,
    headers: { 'upload-offset': String(offset) },
    body: file.subarray(offset),
  }).answer;
  assert.equal(rest.status, 204);
  assert.ok((await uploads.source(videoKey))?.equals(file));
  assert.equal(await next.stop(), 0);
});
