import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  CHANGE_LIST_KEY,
  getPublishedVideoKey,
  type PublishedVideo,
} from '@kinora/contract/published';
import { createDocuments, DocumentUnavailable } from './documents.ts';
import { createPublishedVideo, TEST_ACCESS, testStream } from './test-edge.ts';

/** An edge's documents over a storage in memory, and a server that publishes there. */
function startBeside() {
  const clock = { nowMs: 0 };
  const objects = new Map<string, unknown>();
  const reads: string[] = [];
  const warnings: object[] = [];
  let isAway = false;
  /** Called while a document is being read, when its bytes are on their way. */
  const under = { way: async () => undefined as void };

  async function read(key: string): Promise<Buffer | null> {
    reads.push(key);
    if (isAway) throw new Error('storage is away');
    const found = objects.get(key);
    if (key !== CHANGE_LIST_KEY) await under.way();
    return found === undefined ? null : Buffer.from(JSON.stringify(found));
  }
  const quiet = () => undefined;
  const log = { info: quiet, error: quiet, warn: (fields: object) => warnings.push(fields) };
  const documents = createDocuments({
    storage: { read },
    log,
    now: () => clock.nowMs,
    ...TEST_ACCESS,
  });

  const store = (videoKey: string, title: string, state: PublishedVideo['state'] = 'playable') => {
    const stream = state === 'playable' ? testStream() : null;
    const document = createPublishedVideo({ videoKey, title, state, stream });
    objects.set(getPublishedVideoKey(videoKey), document);
  };
  return {
    clock,
    warnings,
    under,
    store,
    titleOf: async (key: string) => (await documents.findVideo(key))?.title,
    list: (sequence: number, named: Record<string, number> = {}, since = 0) => {
      const keys = Object.entries(named).map(([key, at]) => [getPublishedVideoKey(key), at]);
      const changes = Object.fromEntries(keys) as Record<string, number>;
      objects.set(CHANGE_LIST_KEY, { version: 1, sequence, since, changes });
    },
    put: (key: string, object: unknown) => void objects.set(key, object),
    dropList: () => void objects.delete(CHANGE_LIST_KEY),
    goAway: (away: boolean) => (isAway = away),
    /** Counts reads of documents since the last call. */
    takeReads: () => reads.splice(0).filter((key) => key !== CHANGE_LIST_KEY).length,
    takeListReads: () => reads.splice(0).filter((key) => key === CHANGE_LIST_KEY).length,
  };
}

type Beside = ReturnType<typeof startBeside>;

/** Each asked for until the list vouches for it. */
async function watch(beside: Beside, keys: readonly string[]): Promise<void> {
  for (const key of keys) await beside.titleOf(key);
  beside.clock.nowMs += 1000;
  for (const key of keys) await beside.titleOf(key);
  beside.takeReads();
}

test('documents are kept while no change is listed, and the list is read twice a second', async () => {
  const beside = startBeside();
  const keys = Array.from({ length: 100 }, (_, n) => `v${n}`);
  for (const key of keys) beside.store(key, 'old');
  beside.list(7);
  await watch(beside, keys);
  for (let second = 0; second < 5; second += 1) {
    beside.clock.nowMs += 500;
    await Promise.all(keys.map(beside.titleOf));
    beside.clock.nowMs += 500;
    await Promise.all(keys.map(beside.titleOf));
  }
  assert.equal(beside.takeListReads(), 10);
  assert.equal(beside.takeReads(), 0);
});

test('only documents that the list names are read again', async () => {
  const beside = startBeside();
  for (const key of ['a', 'b', 'c']) beside.store(key, 'old');
  beside.list(7, { c: 3 });
  await watch(beside, ['a', 'b', 'c']);
  beside.store('a', 'new');
  beside.list(8, { a: 8, c: 3 });
  assert.equal(await beside.titleOf('a'), 'old', 'the list was read less than a second ago');
  beside.clock.nowMs += 1000;
  assert.equal(await beside.titleOf('a'), 'new');
  for (const key of ['b', 'c', 'a']) await beside.titleOf(key);
  assert.equal(beside.takeReads(), 1);
});

test('a change that is listed while its document is on its way is not missed', async () => {
  const beside = startBeside();
  beside.store('a', 'old');
  beside.store('b', 'old');
  beside.list(7);
  await watch(beside, ['b']);
  beside.under.way = async () => {
    beside.under.way = async () => undefined;
    beside.store('a', 'new');
    beside.list(8, { a: 8 });
    beside.clock.nowMs += 1000;
    await beside.titleOf('b');
  };
  assert.equal(await beside.titleOf('a'), 'old');
  beside.clock.nowMs += 1000;
  assert.equal(await beside.titleOf('a'), 'new');
});

test('after a gap between two lists all documents are read again, once', async () => {
  const beside = startBeside();
  const keys = ['a', 'b'];
  for (const key of keys) beside.store(key, 'old');
  beside.list(7);
  await watch(beside, keys);
  beside.store('a', 'new');
  beside.list(400, { z: 400 }, 100);
  beside.clock.nowMs += 1000;
  assert.deepEqual(await Promise.all(keys.map(beside.titleOf)), ['new', 'old']);
  beside.clock.nowMs += 1000;
  await Promise.all(keys.map(beside.titleOf));
  assert.equal(beside.takeReads(), 2);
});

test('after an older list all documents are read again, and the next one is followed from there', async () => {
  const beside = startBeside();
  const keys = ['a', 'b'];
  for (const key of keys) beside.store(key, 'old');
  beside.list(7);
  await watch(beside, keys);
  beside.store('a', 'new');
  beside.list(5);
  beside.clock.nowMs += 1000;
  assert.deepEqual(await Promise.all(keys.map(beside.titleOf)), ['new', 'old']);
  assert.equal(beside.takeReads(), 2);
  beside.store('b', 'new');
  beside.list(8, { b: 8 });
  beside.clock.nowMs += 1000;
  assert.deepEqual(await Promise.all(keys.map(beside.titleOf)), ['new', 'new']);
  assert.equal(beside.takeReads(), 1);
});

const troubles: Record<string, (beside: Beside) => void> = {
  'is missing': (beside) => beside.dropList(),
  'can not be understood': (beside) => beside.put(CHANGE_LIST_KEY, { version: 2 }),
};
for (const [how, spoil] of Object.entries(troubles)) {
  test(`while the list ${how}, each document is read once a second, as without one`, async () => {
    const beside = startBeside();
    beside.store('a', 'old');
    beside.list(7);
    await watch(beside, ['a']);
    spoil(beside);
    // A moment of trouble with the list alone is borne.
    for (let second = 0; second < 7; second += 1) {
      beside.clock.nowMs += 1000;
      await beside.titleOf('a');
    }
    beside.takeReads();
    beside.store('a', 'new');
    beside.clock.nowMs += 1000;
    assert.equal(await beside.titleOf('a'), 'new');
    beside.list(8);
    beside.clock.nowMs += 1000;
    await watch(beside, ['a']);
    await watch(beside, ['a']);
    beside.clock.nowMs += 5000;
    await beside.titleOf('a');
    assert.equal(beside.takeReads(), 0, 'the list is followed again');
  });
}

test('a list that has not changed for a minute has no writer', async () => {
  const beside = startBeside();
  beside.store('a', 'old');
  beside.list(7);
  await watch(beside, ['a']);
  beside.store('a', 'new');
  for (let second = 0; second < 62; second += 1) {
    beside.clock.nowMs += 1000;
    await beside.titleOf('a');
  }
  assert.equal(await beside.titleOf('a'), 'new');
  beside.list(8);
  beside.clock.nowMs += 1000;
  await watch(beside, ['a']);
  beside.clock.nowMs += 1000;
  await beside.titleOf('a');
  assert.equal(beside.takeReads(), 0, 'it moves again');
});

test('a video that is made ready is seen by the list, and the list is read more often for it', async () => {
  const beside = startBeside();
  beside.store('a', 'coming', 'notReady');
  beside.list(7);
  await watch(beside, ['a', 'b']);
  for (let look = 0; look < 10; look += 1) {
    beside.clock.nowMs += 100;
    assert.equal(await beside.titleOf('a'), 'coming');
    assert.equal(await beside.titleOf('b'), undefined);
  }
  assert.equal(beside.takeListReads(), 5);
  assert.equal(beside.takeReads(), 0);
  beside.store('a', 'there');
  beside.store('b', 'there too');
  beside.list(8, { a: 8, b: 8 });
  beside.clock.nowMs += 200;
  assert.equal(await beside.titleOf('a'), 'there');
  assert.equal(await beside.titleOf('b'), 'there too');
});

test('while storage is away documents play on from when the list was last read, and then no more', async () => {
  const beside = startBeside();
  beside.store('a', 'good');
  for (let second = 0; second < 300; second += 1) {
    beside.list(second);
    beside.clock.nowMs += 1000;
    await beside.titleOf('a');
  }
  beside.goAway(true);
  for (let second = 0; second < 60; second += 1) {
    beside.clock.nowMs += 1000;
    assert.equal(await beside.titleOf('a'), 'good');
  }
  beside.clock.nowMs += 2000;
  await assert.rejects(beside.titleOf('a'), DocumentUnavailable);
  const lost = beside.warnings.filter((fields) => !('key' in fields));
  assert.equal(lost.length, 1);
  beside.goAway(false);
  assert.equal(await beside.titleOf('a'), 'good');
});

test('one read of the list that fails has no document read', async () => {
  const beside = startBeside();
  beside.store('a', 'good');
  beside.list(7);
  await watch(beside, ['a']);
  beside.goAway(true);
  beside.clock.nowMs += 1000;
  assert.equal(await beside.titleOf('a'), 'good');
  beside.goAway(false);
  beside.clock.nowMs += 1000;
  await beside.titleOf('a');
  assert.equal(beside.takeReads(), 0);
  assert.deepEqual(beside.warnings, []);
});

test('a document without any listed change is read again within a quarter of an hour', async () => {
  const beside = startBeside();
  beside.store('a', 'old');
  beside.list(0);
  await watch(beside, ['a']);
  beside.store('a', 'new');
  let [seconds, reads] = [0, 0];
  while ((await beside.titleOf('a')) === 'old' && seconds < 1000) {
    reads += beside.takeReads();
    seconds += 1;
    beside.list(seconds);
    beside.clock.nowMs += 1000;
  }
  assert.ok(seconds > 400 && seconds < 800, `${seconds} s`);
  assert.equal(reads, 0);
});
