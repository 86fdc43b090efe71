import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStorage } from '@kinora/storage/storage';
import type { EdgeStorage } from './edge-storage.ts';
import { createImmutableBytes, type MemoryLimits } from './immutable-bytes.ts';

const KB = 1024;
const ROOMY = { cacheBytes: 640 * KB, residentBytes: 6400 * KB, objectBytes: 1000 * KB };

async function bytesOver(context: TestContext, limits: Partial<MemoryLimits> = {}, remote = false) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bytes-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage(pathToFileURL(folder).href, {});
  let opened = 0;
  const counted: EdgeStorage = {
    ...storage,
    open: (key, range) => ((opened += 1), storage.open(key, range)),
    localPath(key) {
      if (remote) return null;
      opened += 1;
      return storage.localPath(key);
    },
  };
  const bytes = createImmutableBytes(counted, { ...ROOMY, freeBytes: 640 * KB, ...limits }, 5000);
  return { storage, bytes, openings: () => opened };
}

/** Each key has its own content, so that a mix-up shows. */
const contentOf = (key: string, size = 64 * KB) => Buffer.alloc(size, `${key};`);

for (const remote of [false, true]) {
  const where = remote ? 'an object store' : 'a folder';

  test(`what lies in ${where} is loaded once however many ask, then served from memory`, async (t) => {
    const { storage, bytes, openings } = await bytesOver(t, {}, remote);
    await storage.put('a', contentOf('a'));
    const bodies = await Promise.all(Array.from({ length: 20 }, () => bytes.open('a')));
    for (const body of [...bodies, await bytes.open('a')]) {
      assert.ok(body?.kind === 'memory');
      assert.ok(body.bytes.equals(contentOf('a')));
      body.release();
    }
    assert.equal(openings(), 1);
  });

  test(`what is not in ${where} is null, and found once it is there`, async (t) => {
    const { storage, bytes } = await bytesOver(t, {}, remote);
    assert.equal(await bytes.open('late'), null);
    await storage.put('late', contentOf('late'));
    assert.equal((await bytes.open('late'))?.kind, 'memory');
  });

  test(`an empty object in ${where} has no bytes`, async (t) => {
    const { storage, bytes } = await bytesOver(t, {}, remote);
    await storage.put('empty', Buffer.alloc(0));
    assert.equal((await bytes.open('empty'))?.sizeBytes, 0);
  });
}

test('an object above the limit is streamed, also by range', async (t) => {
  const { storage, bytes } = await bytesOver(t, { objectBytes: 10 * KB });
  await storage.put('big', contentOf('big'));
  const body = await bytes.open('big');
  assert.ok(body?.kind === 'stream');
  assert.equal(body.sizeBytes, 64 * KB);
  const whole = await body.open(null);
  assert.ok(whole && (await readAll(whole)).equals(contentOf('big')));
  const part = await body.open({ start: 5, end: 9 });
  assert.ok(part && (await readAll(part)).equals(contentOf('big').subarray(5, 10)));
});

test('when too much is being sent, bodies are streamed until some of it is done', async (t) => {
  const { storage, bytes } = await bytesOver(t, { cacheBytes: 0, residentBytes: 128 * KB });
  for (const key of ['a', 'b', 'c']) await storage.put(key, contentOf(key));
  const first = await bytes.open('a');
  const second = await bytes.open('b');
  assert.deepEqual([first?.kind, second?.kind], ['memory', 'memory']);
  assert.equal((await bytes.open('c'))?.kind, 'stream');
  first?.release();
  assert.equal((await bytes.open('c'))?.kind, 'memory');
});

for (const cacheBytes of [0, 64 * KB]) {
  test(`a buffer that is being sent is never reused for another object, with ${cacheBytes} bytes kept`, async (t) => {
    const { storage, bytes } = await bytesOver(t, { cacheBytes });
    const keys = Array.from({ length: 12 }, (_, n) => `key${n}`);
    for (const key of keys) await storage.put(key, contentOf(key));
    for (let round = 0; round < 20; round += 1) {
      // Loads end in any order, evict each other, and give buffers back between the others' turns.
      await Promise.all(
        keys
          .flatMap((key, index) => [key, keys[(index * 5 + round) % keys.length] ?? key])
          .map(async (key) => {
            const body = await bytes.open(key);
            assert.ok(body?.kind === 'memory');
            await new Promise(setImmediate);
            assert.ok(body.bytes.equals(contentOf(key)), key);
            body.release();
          }),
      );
    }
  });
}

test('a read that fails gives its memory back and the next request tries again', async () => {
  let broken = true;
  const storage: EdgeStorage = {
    read: async () => null,
    check: async () => undefined,
    stat: async () => null,
    localPath: () => null,
    signUrl: async () => null,
    open: async () => ({
      body: Readable.from([contentOf('x', broken ? 10 : 64 * KB)]),
      sizeBytes: 64 * KB,
      start: 0,
      end: 64 * KB - 1,
      etag: '"x"',
      modifiedAt: new Date(0),
    }),
  };
  const limits = { ...ROOMY, residentBytes: 64 * KB, freeBytes: 0 };
  const bytes = createImmutableBytes(storage, limits, 5000);
  for (let n = 0; n < 3; n += 1) await assert.rejects(bytes.open('x'), /a read broke off/);
  broken = false;
  assert.equal((await bytes.open('x'))?.kind, 'memory');
});

test('a read that is slow and steady is waited for', async () => {
  async function* drip() {
    for (let n = 0; n < 6; n += 1) {
      await sleep(250);
      yield contentOf('x', 10 * KB);
    }
  }
  let openings = 0;
  const storage: EdgeStorage = {
    read: async () => null,
    check: async () => undefined,
    stat: async () => null,
    localPath: () => null,
    signUrl: async () => null,
    open: async () => {
      openings += 1;
      const facts = { sizeBytes: 60 * KB, start: 0, end: 60 * KB - 1, etag: '"x"' };
      return { ...facts, body: Readable.from(drip()), modifiedAt: new Date(0) };
    },
  };
  const body = await createImmutableBytes(storage, { ...ROOMY, freeBytes: 0 }, 1000).open('x');
  assert.equal(body?.kind, 'memory');
  assert.equal(openings, 1);
});
