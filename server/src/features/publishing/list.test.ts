import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  CHANGE_LIST_KEY,
  ChangeList,
  getPublishedChannelKey,
  getPublishedVideoKey,
} from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import type { Storage } from '@kinora/storage/storage';
import { sql } from 'kysely';
import { documents } from '../../app-documents.ts';
import type { Context } from '../../base/context.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { publishDocuments } from './actions.ts';
import { gated, publish, untilLockAwaited, withPut, withWorker } from './test-publishing.ts';
import { listChanges, sweepChanges } from './work/list.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await app.addTeam('siam');
});
after(() => app.close());
beforeEach(async () => {
  await sql`delete from published_changes`.execute(app.context.db);
  await sql`delete from pgboss.job`.execute(app.context.db);
  await app.context.storage.delete(CHANGE_LIST_KEY);
});

const signal = new AbortController().signal;
const writeList = (context: Context = app.context, isForced = false) =>
  listChanges(context, documents, isForced, signal);

async function storedList(storage: Storage = app.context.storage): Promise<ChangeList | null> {
  const bytes = await storage.read(CHANGE_LIST_KEY);
  return bytes && ChangeList.parse(JSON.parse(bytes.toString()));
}

async function mustList(): Promise<ChangeList> {
  return (await storedList()) ?? assert.fail('no list');
}

const namedIn = ({ changes }: ChangeList) =>
  Object.keys(changes)
    .map((key) => key.replace(/^published\/videos\/|\.json$/g, ''))
    .toSorted();

/** As a change of a video: what matters here is that it is published. */
async function change(key: string): Promise<void> {
  await app.context.db
    .transaction()
    .execute((tx) => publishDocuments(tx, [{ kind: 'video', key }]));
}

async function changeAndPublish(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await change(key);
    await publish(app.context, key);
  }
}

async function waitingJobs(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pgboss.job
    where name like '%-changes' and state = 'created' order by name`.execute(app.context.db);
  return rows.map(({ name }) => name);
}

/** Counts how often the list is stored. */
function countingPuts(storage: Storage) {
  const puts = { lists: 0 };
  const put: Storage['put'] = (key, ...rest) => {
    if (key === CHANGE_LIST_KEY) puts.lists += 1;
    return storage.put(key, ...rest);
  };
  return { storage: withPut(storage, put), puts };
}

test('a publication is named in the list by its document’s key, a channel by its host’s', async () => {
  const { default_playback_domain: host } = await app.context.db
    .selectFrom('playback_channels')
    .select('default_playback_domain')
    .executeTakeFirstOrThrow();
  await withWorker(app.context, async () => {
    await app.context.db
      .transaction()
      .execute((tx) => publishDocuments(tx, [{ kind: 'host', key: host }]));
    await change('a');
    await until(
      'the list',
      async () => Object.keys((await storedList())?.changes ?? {}).length === 2,
    );
  });
  const { changes } = await mustList();
  assert.deepEqual(
    Object.keys(changes).toSorted(),
    [getPublishedChannelKey(host), getPublishedVideoKey('a')].toSorted(),
  );
});

test('each list has a greater number, and a document the one of its last change', async () => {
  await changeAndPublish('a', 'b');
  await writeList();
  const first = await mustList();
  await changeAndPublish('b');
  await writeList();
  const second = await mustList();
  assert.ok(second.sequence > first.sequence);
  assert.deepEqual(second.changes, {
    [getPublishedVideoKey('a')]: first.sequence,
    [getPublishedVideoKey('b')]: second.sequence,
  });
});

test('documents that fifty publish at once are listed together', async () => {
  const keys = Array.from({ length: 50 }, (_, n) => `burst-${n}`);
  await Promise.all(keys.map((key) => changeAndPublish(key)));
  assert.deepEqual(await waitingJobs(), ['list-changes']);
  const { storage, puts } = countingPuts(app.context.storage);
  await withWorker({ ...app.context, storage }, () =>
    until('the list', async () => namedIn((await storedList()) ?? emptyList).length === 50),
  );
  assert.equal(puts.lists, 1);
});
const emptyList: ChangeList = { version: 1, sequence: 0, since: 0, changes: {} };

test('of two who write the list at once the later one stands, and names what both had', async () => {
  const slow = gated(app.context.storage);
  await changeAndPublish('a');
  const first = writeList({ ...app.context, storage: slow.storage });
  await slow.reached;
  await changeAndPublish('b');
  const second = writeList();
  await untilLockAwaited(app.context.db);
  assert.equal(await storedList(), null, 'the second one waits');
  slow.open();
  await Promise.all([first, second]);
  assert.deepEqual(namedIn(await mustList()), ['a', 'b']);
});

test('the last one, who finds everything listed, writes nothing', async () => {
  await changeAndPublish('a');
  const { storage, puts } = countingPuts(app.context.storage);
  await Promise.all(Array.from({ length: 5 }, () => writeList({ ...app.context, storage })));
  assert.equal(puts.lists, 1);
});

test('people’s changes do not wait for a list that is slow to store', async () => {
  const slow = gated(app.context.storage);
  await changeAndPublish('a');
  const stuck = writeList({ ...app.context, storage: slow.storage });
  await slow.reached;
  await changeAndPublish('a');
  slow.open();
  await stuck;
  const { changes, sequence } = await mustList();
  await writeList();
  assert.equal(changes[getPublishedVideoKey('a')], sequence);
  assert.ok(((await mustList()).changes[getPublishedVideoKey('a')] ?? 0) > sequence);
});

test('a list that could not be stored has its changes named in the next', async () => {
  await changeAndPublish('a');
  const away = withPut(app.context.storage, () => Promise.reject(new Error('away')));
  await assert.rejects(writeList({ ...app.context, storage: away }));
  await writeList();
  assert.deepEqual(namedIn(await mustList()), ['a']);
});

test('an older list that lands late, as its lock was lost, is written over by the next try', async () => {
  const { db, storage } = app.context;
  const slow = gated(storage);
  let puts = 0;
  // The first one is stuck until its connection is gone and another process has listed more.
  const put: Storage['put'] = (...args) => {
    if (args[0] !== CHANGE_LIST_KEY) return storage.put(...args);
    puts += 1;
    return puts === 1 ? slow.storage.put(...args) : storage.put(...args);
  };
  await changeAndPublish('a');
  await withWorker({ ...app.context, storage: withPut(storage, put) }, async () => {
    await slow.reached;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db);
    await changeAndPublish('b');
    await writeList();
    assert.deepEqual(namedIn(await mustList()), ['a', 'b']);
    const { sequence } = await mustList();
    slow.open();
    await until('the next try', async () => (await mustList()).sequence > sequence);
  });
  assert.deepEqual(namedIn(await mustList()), ['a', 'b']);
});

test('a publication of the build before this one is named in the list of the next sweep', async () => {
  await change('a');
  await sql`update publications set published_version = version where key = 'a'`.execute(
    app.context.db,
  );
  assert.deepEqual(await waitingJobs(), []);
  await writeList(app.context, true);
  assert.deepEqual(namedIn(await mustList()), ['a']);
});

test('sweeps have a list of a greater number written when nothing was published', async () => {
  await writeList();
  assert.equal(await storedList(), null);
  let last = 0;
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await sql`delete from pgboss.job`.execute(app.context.db);
    await sweepChanges(app.context, documents, signal);
    assert.deepEqual(await waitingJobs(), ['sweep-changes']);
    assert.ok((await mustList()).sequence > last);
    last = (await mustList()).sequence;
  }
});

test('a list that a sweep could not store is tried again by a job', async () => {
  const storage = withPut(app.context.storage, async () => assert.fail('full'));
  await sweepChanges({ ...app.context, storage }, documents, signal);
  assert.deepEqual(await waitingJobs(), ['list-changes', 'sweep-changes']);
  assert.equal(await storedList(), null);
  await withWorker(app.context, () => until('the list', async () => (await storedList()) !== null));
});

test('changes that were listed long ago, or are too many, are left out, and the list says since when', async () => {
  await changeAndPublish('old');
  await writeList();
  const { sequence: old } = await mustList();
  await sql`update published_changes set listed_at = now() - interval '11 minutes'`.execute(
    app.context.db,
  );
  await changeAndPublish('a');
  await writeList();
  const short = await mustList();
  assert.deepEqual(namedIn(short), ['a']);
  assert.equal(short.since, old);
  await changeAndPublish('old');
  await writeList();
  assert.equal((await mustList()).since, old, 'that it is named again says nothing of the others');
  await sql`insert into published_changes (kind, key)
    select 'video', 'many-' || n from generate_series(1, 500) n`.execute(app.context.db);
  await writeList();
  const many = await mustList();
  assert.deepEqual(namedIn(many), []);
  assert.equal(many.since, many.sequence);
  await changeAndPublish('b');
  await writeList();
  const next = await mustList();
  assert.deepEqual(namedIn(next), ['b']);
  assert.equal(next.since, many.sequence);
});
