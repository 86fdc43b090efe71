import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe } from 'node:test';
import { testAppends } from './conformance-append.ts';
import { bytes, fails, pieces, collectKeys } from './conformance-bytes.ts';
import { openCases } from './conformance-cases.ts';
import type { LeftOut } from './conformance-cases.ts';
import { StorageError } from './errors.ts';
import { isKey } from './keys.ts';
import type { Storage } from './types.ts';

/**
 * Tests what every storage must do. `open` opens the same place each time, as another process
 * would; tests share it and use keys of their own. The caller closes its place only.
 *
 * @param leftOut cases that a third-party server fails, by their names, with the reason
 */
export function testStorage(
  name: string,
  open: () => Promise<Storage>,
  leftOut: LeftOut = {},
): void {
  const { it, requireAllKnown } = openCases(leftOut);
  describe(`${name}: objects`, () => {
    it('returns what was put, as bytes and as a stream, even when it is empty', async () => {
      const storage = await open();
      for (const size of [0, 1, 70_000, 9 * 1024 * 1024]) {
        const body = bytes(size);
        await storage.put('round/bytes', body);
        await storage.put('round/stream', pieces(body, 60_001));
        for (const key of ['round/bytes', 'round/stream']) {
          assert.ok((await storage.read(key))?.equals(body), `${key} of ${size}`);
          assert.equal((await storage.stat(key))?.sizeBytes, size);
          const opened = await storage.open(key);
          assert.ok(opened);
          assert.deepEqual([opened.start, opened.end, opened.sizeBytes], [0, size - 1, size]);
          assert.ok((await buffer(opened.body)).equals(body));
        }
      }
    });

    it('returns null for an absent object, and deletes it without error', async () => {
      const storage = await open();
      for (const key of ['absent', 'absent/below', 'round']) {
        assert.equal(await storage.read(key), null);
        assert.equal(await storage.open(key), null);
        assert.equal(await storage.stat(key), null);
        await storage.delete(`${key}/x`);
        await storage.delete(key);
      }
      assert.notEqual(await storage.stat('round/bytes'), null);
      for (const prefix of ['absent', 'absent/below']) await storage.deletePrefix(prefix);
      assert.deepEqual(await collectKeys(storage.list('absent')), []);
    });

    it('has an etag that stays with the bytes and changes with them', async () => {
      const storage = await open();
      await storage.put('etag', bytes(10));
      const first = await storage.stat('etag');
      assert.match(first?.etag ?? '', /^"[^"]+"$/);
      assert.equal((await storage.stat('etag'))?.etag, first?.etag);
      assert.ok(Math.abs(Date.now() - (first?.modifiedAt.getTime() ?? 0)) < 60_000);
      await storage.put('etag', bytes(11));
      assert.notEqual((await storage.stat('etag'))?.etag, first?.etag);
    });

    it('opens ranges with both ends included, cut at the last byte', async () => {
      const storage = await open();
      const body = bytes(1_000);
      await storage.put('range', body);
      for (const [start, end, last] of [
        [0, 0, 0],
        [10, 19, 19],
        [999, 999, 999],
        [500, undefined, 999],
        [990, 5_000, 999],
      ] as const) {
        const opened = await storage.open('range', end === undefined ? { start } : { start, end });
        assert.ok(opened);
        assert.deepEqual([opened.start, opened.end, opened.sizeBytes], [start, last, 1_000]);
        assert.ok((await buffer(opened.body)).equals(body.subarray(start, last + 1)));
      }
    });

    it('refuses a range without a byte', async () => {
      const storage = await open();
      await storage.put('range-none', bytes(10));
      await storage.put('range-empty', bytes(0));
      for (const range of [{ start: 10 }, { start: -1 }, { start: 5, end: 4 }, { start: 0.5 }]) {
        await fails('bad_range', storage.open('range-none', range));
      }
      await fails('bad_range', storage.open('range-empty', { start: 0 }));
      assert.equal(await storage.open('range-absent', { start: 10 }), null);
    });

    it('refuses to read more than the limit into memory', async () => {
      const storage = await open();
      await storage.put('limit', bytes(100));
      await fails('too_large', storage.read('limit', 99));
      assert.equal((await storage.read('limit', 100))?.length, 100);
      await storage.put('limit', bytes(16 * 1024 * 1024 + 1));
      await fails('too_large', storage.read('limit'));
    });

    it('shows a reader the whole old object while a new one is put', async () => {
      const storage = await open();
      const old = bytes(2_000_000, 1);
      await storage.put('atomic', old);
      const opened = await storage.open('atomic');
      await storage.put('atomic', bytes(10, 2));
      assert.ok(opened && (await buffer(opened.body)).equals(old));
      assert.ok((await storage.read('atomic'))?.equals(bytes(10, 2)));
    });

    it('throws the error of a body that breaks off, and keeps the old object', async () => {
      const storage = await open();
      await storage.put('broken', bytes(10));
      for (const size of [0, 100, 9 * 1024 * 1024]) {
        const reason = new Error('the body broke off');
        await assert.rejects(
          storage.put('broken', pieces(bytes(size), 65_536, reason)),
          (error) => error === reason,
        );
      }
      assert.equal((await storage.stat('broken'))?.sizeBytes, 10);
      await assert.rejects(storage.put('broken-new', pieces(bytes(5), 5, new Error('off'))));
      assert.equal(await storage.stat('broken-new'), null);
    });

    it('keeps the old object when a put is aborted before the new one exists', async () => {
      const storage = await open();
      await storage.put('aborted', bytes(10));
      const early = { signal: AbortSignal.abort() };
      await fails('unavailable', storage.put('aborted', bytes(20), early));
      const stopped = new AbortController();
      async function* silent() {
        yield bytes(20);
        stopped.abort();
        await new Promise(() => {});
      }
      await fails('unavailable', storage.put('aborted', silent(), { signal: stopped.signal }));
      assert.equal((await storage.stat('aborted'))?.sizeBytes, 10);
      await storage.put('aborted', bytes(30), { signal: new AbortController().signal });
      assert.equal((await storage.stat('aborted'))?.sizeBytes, 30);
    });

    it('lists and deletes by whole segments, in the order of bytes', async () => {
      const storage = await open();
      const keys = ['l/a-b/1', 'l/a.txt', 'l/a/1', 'l/a/b/c', 'l/aa', 'l/b'];
      for (const key of keys.toReversed()) await storage.put(key, bytes(1));
      await storage.appendables.create('l/growing');
      assert.deepEqual(await collectKeys(storage.list('l')), keys);
      assert.deepEqual(await collectKeys(storage.list('l/a/')), ['l/a/1', 'l/a/b/c']);
      const all = await collectKeys(storage.list(''));
      assert.deepEqual(
        all.filter((key) => key.startsWith('l/') || !isKey(key)),
        keys,
      );
      await storage.appendables.remove('l/growing');
      await storage.deletePrefix('l/a');
      assert.deepEqual(await collectKeys(storage.list('l')), ['l/a-b/1', 'l/a.txt', 'l/aa', 'l/b']);
      await storage.deletePrefix('l/aa');
      assert.equal((await storage.stat('l/aa'))?.sizeBytes, 1);
      await storage.delete('l/aa');
      assert.deepEqual(await collectKeys(storage.list('l/')), ['l/a-b/1', 'l/a.txt', 'l/b']);
      await storage.put('l/a/1', bytes(2));
      assert.equal((await storage.stat('l/a/1'))?.sizeBytes, 2);
    });

    it('refuses a wrong key in every call before it acts', async () => {
      const storage = await open();
      const options = { offset: 0, maxSize: 1, source: Readable.from([]) };
      const { appendables } = storage;
      for (const key of ['', '..', 'a/../b', '/a', 'a//b', '.tmp/x', 'a\\b', 'a\0b', 'a/']) {
        for (const call of [
          () => storage.put(key, bytes(1)),
          () => storage.read(key),
          () => storage.open(key),
          () => storage.stat(key),
          () => storage.delete(key),
          () => appendables.create(key),
          () => appendables.append(key, options),
          () => appendables.truncate(key, 0),
          () => appendables.size(key),
          () => appendables.finish(key),
          () => appendables.remove(key),
          async () => storage.localPath(key),
          () => storage.signUrl(key, 60),
        ]) {
          await fails('invalid_key', call());
        }
      }
      let isRead = false;
      async function* watched() {
        isRead = true;
        yield bytes(1);
      }
      await fails('invalid_key', storage.put('..', watched()));
      assert.equal(isRead, false);
      for (const prefix of ['..', 'a/../b', '/', 'a//', '.tmp']) {
        await fails('invalid_key', collectKeys(storage.list(prefix)));
        await fails('invalid_key', storage.deletePrefix(prefix));
      }
      await fails('invalid_key', storage.deletePrefix(''));
    });

    it('is ready', async () => {
      const storage = await open();
      await storage.check();
      assert.ok(new StorageError('full', '') instanceof Error);
    });
  });

  testAppends(name, open, it);
  requireAllKnown();
}
