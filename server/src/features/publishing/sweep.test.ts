import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { getPublishedChannelKey } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { createEdge } from '@kinora/edge/serve';
import { TEST_ACCESS } from '@kinora/edge/test-edge';
import { StorageError } from '@kinora/storage/storage';
import { sql } from 'kysely';
import { documents } from '../../app-documents.ts';
import type { Context } from '../../base/context.ts';
import { queueSweep } from '../../base/jobs.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo } from '../../test-owner.ts';
import { publish as publishDocument } from './work/publish.ts';
import { sweepPublicationsJob } from './jobs.ts';
import { sweepPublications } from './work/sweep.ts';
import { getPublicationLag } from './queries.ts';
import { gated, publish, published, withPut, withWorker } from './test-publishing.ts';

let app: TestApp;
let admin: Person;
let projectKey: string;

before(async () => {
  app = await startTestApp();
  ({ admin, projectKey } = await addTestOwner(app, 'siam'));
  await withWorker(app.context, untilPublished);
});
after(() => app.close());
beforeEach(async () => {
  await sql`update publications set published_version = version`.execute(app.context.db);
  await sql`delete from pgboss.job`.execute(app.context.db);
});

async function newVideo(title: string): Promise<string> {
  const { videoKey: key } = await addTestVideo(app, { admin, projectKey }, { title });
  await rename(key, title);
  return key;
}

async function rename(key: string, title: string): Promise<void> {
  await app.call('PUT', `/api/v1/videos/${key}`, { as: admin, body: { title } });
}

const remove = (key: string) => app.call('DELETE', `/api/v1/videos/${key}`, { as: admin });

const untilPublished = () =>
  until('all publications', async () => (await getPublicationLag(app.context.db)) === 0);

/** As if all changes and sweeps had been minutes ago. */
async function letTimePass(seconds: number): Promise<void> {
  await sql`update publications set changed_at = changed_at - ${seconds} * interval '1 second',
    swept_at = swept_at - ${seconds} * interval '1 second'`.execute(app.context.db);
}

const signal = new AbortController().signal;
const sweep = (context: Context = app.context) => sweepPublications(context, documents, signal);

/** Reads and does not take anything, as a disk that was mounted read-only. */
function unwritable(): Context {
  const put = () => Promise.reject(new StorageError('denied', 'read-only'));
  return { ...app.context, storage: withPut(app.context.storage, put) };
}

/** A worker on storage that fails all writes, until the queue has given up its jobs. */
async function exhaustJobs(): Promise<void> {
  const { db } = app.context;
  await sql`update pgboss.job set retry_limit = 0`.execute(db);
  await withWorker(unwritable(), () =>
    until('the end of all jobs', async () => {
      const { rows } = await sql`select from pgboss.job where state < 'completed'`.execute(db);
      return rows.length === 0;
    }),
  );
}

/** An edge's answer for a video, on the channel at `host`. */
async function startEdge(t: TestContext) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const player = {
    files: new Map(),
    embed: { script: '', styles: [] },
    watch: { script: '', styles: [] },
    adFrame: { script: '', styles: [] },
  };
  const clock = { nowMs: 0 };
  const now = () => (clock.nowMs += 1000);
  const edge = createEdge({
    storage: app.context.storage,
    player,
    log,
    now,
    access: TEST_ACCESS,
  });
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
  t.after(() => edge.close());
  const { port } = edge.address() as AddressInfo;
  return async (key: string, host = 'localhost:8081') => {
    const path = `/streams/${key}/playlist.m3u8`;
    const request = get({ host: '127.0.0.1', port, path, headers: { host }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.headers['x-reason'];
  };
}

test('changes that storage refused until no try was left are published once it works: a deletion, a channel', async (t) => {
  const { db, storage } = app.context;
  const key = await newVideo('Deleted');
  await withWorker(app.context, untilPublished);
  const reason = await startEdge(t);
  assert.equal(await reason(key), 'video_not_ready');

  assert.equal((await remove(key)).status, 204);
  await app.addTeam('lanna');
  await exhaustJobs();
  assert.equal(await reason(key), 'video_not_ready', 'it plays on, as far as edges know');

  await letTimePass(120);
  await db.transaction().execute((tx) => queueSweep(tx, sweepPublicationsJob));
  await withWorker(app.context, () =>
    until('the edge to see it', async () => (await reason(key)) === 'video_deleted'),
  );
  const { default_playback_domain: host } = await db
    .selectFrom('playback_channels as c')
    .innerJoin('teams as t', 't.id', 'c.team_id')
    .select('c.default_playback_domain')
    .where('t.namespace', '=', 'lanna')
    .executeTakeFirstOrThrow();
  assert.ok(await storage.stat(getPublishedChannelKey(host)));
});

test('a sweep that storage refuses everything tries four and ends; the next one takes the rest', async () => {
  const keys = await Promise.all(Array.from({ length: 12 }, (_, n) => newVideo(`Video ${n}`)));
  await letTimePass(120);
  let tries = 0;
  const put = () => {
    tries += 1;
    return Promise.reject(new StorageError('unavailable', 'away'));
  };
  await sweep({ ...app.context, storage: withPut(app.context.storage, put) });
  assert.ok(tries > 0 && tries <= 4, `${tries} tries`);
  await sweep();
  assert.equal(await published(app.context.storage, keys[0] ?? ''), null, 'once in a minute');
  await letTimePass(60);
  await sweep();
  for (const [n, key] of keys.entries()) {
    assert.equal((await published(app.context.storage, key))?.title, `Video ${n}`);
  }
});

test('a change that can never be published keeps no other from it', async () => {
  const [broken, fine] = [await newVideo('Broken'), await newVideo('Fine')];
  await app.context.db
    .updateTable('revisions')
    .set({ renditions: JSON.stringify({ video: 0 }) })
    .where('video_key', '=', broken)
    .execute();
  await letTimePass(120);
  await sweep();
  assert.equal((await published(app.context.storage, fine))?.title, 'Fine');
  assert.equal(await published(app.context.storage, broken), null);
  assert.ok((await getPublicationLag(app.context.db)) >= 120);
  await remove(broken);
  await sql`update revisions set renditions = null where video_key = ${broken}`.execute(
    app.context.db,
  );
});

test('a change that comes while the one before is stored still waits to be published', async () => {
  const key = await newVideo('First');
  const slow = gated(app.context.storage);
  const first = publish({ ...app.context, storage: slow.storage }, key);
  await slow.reached;
  await rename(key, 'Second');
  slow.open();
  await first;
  assert.equal((await published(app.context.storage, key))?.title, 'First');
  await letTimePass(120);
  await sweep();
  assert.equal((await published(app.context.storage, key))?.title, 'Second');
  assert.equal(await getPublicationLag(app.context.db), 0);
});

test('an older document that lands late, as its lock was lost, is published over', async () => {
  const { db, storage } = app.context;
  const key = await newVideo('Old');
  const slow = gated(storage);
  const first = publish({ ...app.context, storage: slow.storage }, key);
  first.catch(() => undefined);
  await slow.reached;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(db);
  await remove(key);
  await publish(app.context, key);
  assert.equal(await getPublicationLag(db), 0);
  slow.open();
  await assert.rejects(first);
  assert.equal((await published(storage, key))?.state, 'notReady', 'the older one is stored');
  await letTimePass(120);
  await sweep();
  assert.equal((await published(storage, key))?.state, 'deleted');
});

test('a job that is taken away stores nothing any more', async () => {
  const key = await newVideo('Taken');
  const slow = gated(app.context.storage);
  const taken = new AbortController();
  const context = { ...app.context, storage: slow.storage };
  const job = publishDocument(context, documents, { kind: 'video', key }, taken.signal);
  await slow.reached;
  taken.abort();
  slow.open();
  await assert.rejects(job);
  assert.equal(await published(app.context.storage, key), null);
});

test('operators see how long the oldest change has waited, and a long wait is an error in the log', async () => {
  const lag = async () => {
    const { payload } = await app.http.inject('/metrics');
    return Number(/^kinora_publication_lag_seconds (\S+)$/m.exec(payload)?.[1]);
  };
  const errors: object[] = [];
  const log = Object.assign(Object.create(app.context.log) as Context['log'], {
    error: (fields: object) => errors.push(fields),
  });
  assert.equal(await lag(), 0);
  await newVideo('Waiting');
  await letTimePass(290);
  await sweep({ ...unwritable(), log });
  assert.deepEqual(errors, []);
  await letTimePass(60);
  assert.ok((await lag()) >= 350);
  await sweep({ ...unwritable(), log });
  assert.equal(errors.length, 1);
  await letTimePass(60);
  await sweep();
  assert.equal(await lag(), 0);
});
