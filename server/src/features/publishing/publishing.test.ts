import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getPublishedChannelKey } from '@kinora/contract/published';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo } from '../../test-owner.ts';
import { publishDocuments } from './actions.ts';
import { changeRevision, moveRevision } from '../revisions/actions.ts';
import {
  gated,
  publish,
  published,
  untilLockAwaited,
  withPut,
  withWorker,
} from './test-publishing.ts';

let app: TestApp;
let admin: Person;
let projectKey: string;

before(async () => {
  app = await startTestApp();
  ({ admin, projectKey } = await addTestOwner(app, 'siam'));
});
after(() => app.close());

const newVideo = async (title: string) =>
  (await addTestVideo(app, { admin, projectKey }, { title })).videoKey;

const rename = (key: string, title: string) =>
  app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body: { title } });

async function waitingJobs(videoKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = 'publish' and data ->> 'key' = ${videoKey}
      and state not in ('completed', 'cancelled')`.execute(app.context.db);
  return rows[0]?.count ?? 0;
}

test('the document follows a rename and a deletion, and a channel has its own', async () => {
  const key = await newVideo('Before');
  await withWorker(app.context, async () => {
    await rename(key, 'After');
    const seen = async () => published(app.context.storage, key);
    await until('the title', async () => (await seen())?.title === 'After');
    assert.equal((await published(app.context.storage, key))?.state, 'notReady');
    await app.call('DELETE', `/api/v1/videos/${key}`, { as: admin });
    await until('the deletion', async () => (await seen())?.state === 'deleted');
    await until('the channel', async () => {
      const { storage } = app.context;
      return (await storage.stat(getPublishedChannelKey('localhost:8081'))) !== null;
    });
  });
});

test('the document follows the description and the published date', async () => {
  const key = await newVideo('Told');
  await withWorker(app.context, async () => {
    const change = async (body: Record<string, unknown>) =>
      app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body });
    const seen = async () => published(app.context.storage, key);
    await change({ description: 'Two\nlines' });
    await until('the description', async () => (await seen())?.description === 'Two\nlines');
    const fields = [{ fieldName: 'publishedDate', value: '2026-11-22' }];
    await change({ additionalVideoMetaData: { fields } });
    await until('the date', async () => (await seen())?.publishedDate === '2026-11-22');
  });
});

test('the day of the upload stands in for a published date that is not stated', async () => {
  const { db, storage } = app.context;
  const key = await newVideo('Undated');
  // 01:30 of the next day in Thailand.
  const createdAt = new Date('2026-11-22T18:30:00Z');
  await db.updateTable('videos').set({ created_at: createdAt }).where('key', '=', key).execute();
  await publish(app.context, key);
  assert.equal((await published(storage, key))?.publishedDate, '2026-11-23');
});

test('the document says that a file or its encoding failed, until it is tried again', async () => {
  const { db, storage } = app.context;
  const { videoKey, revisionKey } = await addTestVideo(app, { admin, projectKey });
  const change = (columns: Parameters<typeof changeRevision>[2]) =>
    db.transaction().execute((tx) => changeRevision(tx, revisionKey, columns));
  const isFailed = async () => (await published(storage, videoKey))?.isFailed ?? false;
  await withWorker(app.context, async () => {
    await change({ probe_error_type: 'probeFileError', probe_error_reason: 'not_media' });
    await until('the failed check', isFailed);
    assert.equal((await published(storage, videoKey))?.state, 'notReady');
    await change({ probe_error_type: null, probe_error_reason: null });
    await until('another try', async () => !(await isFailed()));
    const move = (to: ProcessingState, columns: Parameters<typeof changeRevision>[2]) =>
      db.transaction().execute((tx) => moveRevision(tx, revisionKey, to, columns));
    await move('processing', { plan: '{}', failure_reason: null });
    await move('failed', { failure_reason: 'killed' });
    await until('the failed encoding', isFailed);
    await move('processing', { failure_reason: null });
    await until('the retry', async () => !(await isFailed()));
  });
});

test('a change that is rolled back publishes nothing', async () => {
  const key = await newVideo('Kept');
  const rolledBack = app.context.db.transaction().execute(async (tx) => {
    await tx.updateTable('videos').set({ title: 'Lost' }).where('key', '=', key).execute();
    await publishDocuments(tx, [{ kind: 'video', key }]);
    throw new Error('on purpose');
  });
  await assert.rejects(rolledBack, /on purpose/);
  assert.equal(await waitingJobs(key), 0);
});

test('two jobs at once leave the newest state, also when the first one is slow to store', async () => {
  const key = await newVideo('Old');
  const slow = gated(app.context.storage);
  const first = publish({ ...app.context, storage: slow.storage }, key);
  await slow.reached;
  // The first one has read the old title and is storing it; a rename does not wait for that.
  assert.equal((await rename(key, 'New')).status, 200);
  const isSecondDone = { now: false };
  const second = publish(app.context, key).then(() => (isSecondDone.now = true));
  await untilLockAwaited(app.context.db);
  assert.equal(isSecondDone.now, false);
  slow.open();
  await Promise.all([first, second]);
  assert.equal((await published(app.context.storage, key))?.title, 'New');
});

test('a job that waits for its turn reads changes made during the wait in any table', async () => {
  const key = await newVideo('Encoded');
  const slow = gated(app.context.storage);
  const first = publish({ ...app.context, storage: slow.storage }, key);
  await slow.reached;
  const second = publish(app.context, key);
  await untilLockAwaited(app.context.db);
  const silent = { videoSegments: null, video: [], open: false, firstRenditionId: null };
  // The revision changes, and not the video's own row.
  await app.context.db
    .updateTable('revisions')
    .set({ duration_ms: 1000, delivery_model: 'classic' })
    .set({ renditions: JSON.stringify({ ...silent, audio: [sound] }) })
    .where('video_key', '=', key)
    .execute();
  slow.open();
  await Promise.all([first, second]);
  assert.equal((await published(app.context.storage, key))?.state, 'playable');
});

const sound = {
  id: 'a-1',
  codec: 'mp4a.40.2',
  channels: 2,
  sampleRate: 48_000,
  languageCode: 'und',
  name: '',
  segments: { timescale: 48_000, runs: [{ count: 1, ticks: 48_000 }] },
  bandwidth: { peakBps: 1, averageBps: 1, measured: true },
  ready: true,
};

test('when storage fails the document is written as soon as it works again', async () => {
  const key = await newVideo('Patient');
  let failures = 0;
  const { storage } = app.context;
  const failing = withPut(storage, async (...args) => {
    failures += 1;
    if (failures <= 2) throw new Error('storage is away');
    return storage.put(...args);
  });
  await withWorker({ ...app.context, storage: failing }, async () => {
    await rename(key, 'Patiently');
    const title = async () => (await published(app.context.storage, key))?.title;
    await until('the title', async () => (await title()) === 'Patiently');
    await until('the last job', async () => (await waitingJobs(key)) === 0);
  });
  assert.ok(failures > 2);
});

test('people’s own answers do not depend on storage', async () => {
  const key = await newVideo('Steady');
  const slow = gated(app.context.storage);
  const stuck = publish({ ...app.context, storage: slow.storage }, key);
  await slow.reached;
  assert.equal((await rename(key, 'Steadily')).status, 200);
  const tags = { tags: ['a', 'b'] };
  const tagged = await app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body: tags });
  assert.equal(tagged.status, 200);
  assert.equal((await app.call('DELETE', `/api/v1/videos/${key}`, { as: admin })).status, 204);
  slow.open();
  await stuck;
});
