import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { type Storage, StorageError } from '@kinora/storage/storage';
import { startAppWorker } from '../../app-worker.ts';
import { stateOf, startTestVideos, type TestVideos } from '../../test-videos.ts';
import { planWork } from './work/plan.ts';
import { removeObjectsJob } from '../../base/remove-objects.ts';
import { assertOwned } from './test-storage.ts';

const SECONDS = 24;
let videos: TestVideos;
/** Can't be sought in: its pieces read a remuxed copy. */
let transport: Buffer;

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
  const made = `${testVideo('256x144', '10', SECONDS)} ${tone(SECONDS)} ${X264} -g 20 -c:a aac -shortest`;
  transport = await readFile(await makeClip(await testFolder(), 'clip.ts', made));
});
after(() => videos.close());

const isWork = (key: string) => key.startsWith('work/');

async function workKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of videos.app.context.storage.list('')) if (isWork(key)) keys.push(key);
  return keys;
}

test('a check that ends after its remuxed source was stored leaves nothing behind', async () => {
  const { context } = videos.app;
  const put: Storage['put'] = async (key, body) => {
    await context.storage.put(key, body);
    if (isWork(key)) throw new Error('killed');
  };
  const killed = { ...context, storage: { ...context.storage, put } };
  const key = await videos.upload(transport);
  const revisionKey = String((await videos.video(key))['vod']?.['revisionKey']);
  const id = randomUUID();
  const check = (retryCount: number, within = killed) =>
    planWork.handle(
      within,
      { revisionKey },
      { signal: AbortSignal.timeout(120_000), token: { id, retryCount } },
    );
  await assert.rejects(check(0), /killed/);
  await assert.rejects(check(1), /killed/);
  // Each attempt has a folder of its own, and the first one's is orphaned.
  assert.equal((await workKeys()).length, 2);
  await assertOwned(videos.app);
  const [left] = await workKeys();
  await check(2, context);
  await assertOwned(videos.app);
  const [read, ...others] = await workKeys();
  assert.ok(read && read !== left && others.length === 0);
  await sql`delete from pgboss.job where name = 'plan'`.execute(context.db);
});

test('a check that is given up leaves nothing behind', async () => {
  const { context } = videos.app;
  const put: Storage['put'] = async (key, body) => {
    await context.storage.put(key, body);
    if (isWork(key)) throw new Error('killed');
  };
  const before = await workKeys();
  const key = await videos.upload(transport);
  const revisionKey = String((await videos.video(key))['vod']?.['revisionKey']);
  const run = { signal: AbortSignal.timeout(120_000), token: { id: randomUUID(), retryCount: 0 } };
  const killed = { ...context, storage: { ...context.storage, put } };
  await assert.rejects(planWork.handle(killed, { revisionKey }, run), /killed/);
  assert.equal((await workKeys()).length, before.length + 1);
  await planWork.giveUp?.(context, { revisionKey });
  assert.equal(stateOf(await videos.video(key)), 'failed');
  await assertOwned(videos.app);
  assert.deepEqual(await workKeys(), before);
  await sql`delete from pgboss.job where name = 'plan'`.execute(context.db);
});

test('a remuxed source is removed once nothing reads it, though storage is away just then', async () => {
  const { context } = videos.app;
  let isAway = true;
  const refused: string[] = [];
  const remove: Storage['delete'] = async (key) => {
    if (isAway && isWork(key)) {
      refused.push(key);
      throw new StorageError('unavailable', 'away');
    }
    await context.storage.delete(key);
  };
  const worker = await startAppWorker({
    ...context,
    storage: { ...context.storage, delete: remove },
  });
  try {
    const key = await videos.upload(transport);
    await videos.until(key, (one) => stateOf(one) === 'completed', 240);
    // The first test left more to be made.
    await until('refusals', async () => (await workKeys()).every((one) => refused.includes(one)));
  } finally {
    await worker.stop(1000);
  }
  assert.deepEqual(await workKeys(), [...new Set(refused)].toSorted());
  assert.ok(refused.length > 0);
  isAway = false;
  await assertOwned(videos.app);
  assert.deepEqual(await workKeys(), []);
});

test('a removal is tried again until it is done', async () => {
  const { context } = videos.app;
  assert.ok((removeObjectsJob.options.retryLimit ?? 0) > 100_000);
  const { rows } = await sql<{ days: number }>`select
    retention_seconds / 86400 as days from pgboss.queue where name = 'remove-objects'`.execute(
    context.db,
  );
  assert.ok((rows[0]?.days ?? 0) > 3000);
});
