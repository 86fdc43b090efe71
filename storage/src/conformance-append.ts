import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as tick, setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'node:test';
import { bytes, fails, collectKeys, pieces } from './conformance-bytes.ts';
import type { Case } from './conformance-cases.ts';
import type { Storage } from './types.ts';

const MIB = 1024 * 1024;
const MAX_SIZE = 200 * MIB;

/** Tests what the appendables of every storage must do. */
export function testAppends(name: string, open: () => Promise<Storage>, it: Case): void {
  async function begin(key: string) {
    const storage = await open();
    await storage.appendables.create(key);
    return { storage, appendables: storage.appendables };
  }

  describe(`${name}: appendables`, () => {
    it('grow by appends of any size in any process, and become the object when finished', async () => {
      const key = 'up/grow';
      await begin(key);
      const body = bytes(23 * MIB + 17);
      let offset = 0;
      for (const size of [1, 0, 3 * MIB, 5 * MIB, 2 * MIB - 1, 11 * MIB, 2 * MIB + 17]) {
        const { appendables } = await open();
        const source = pieces(body.subarray(offset, offset + size), 65_536);
        const result = await appendables.append(key, { offset, maxSize: body.length, source });
        offset += size;
        assert.deepEqual(result, { size: offset, complete: true });
        assert.equal(await (await open()).appendables.size(key), offset);
      }
      const storage = await open();
      assert.equal(await storage.stat(key), null);
      assert.deepEqual(await collectKeys(storage.list('up/grow')), []);
      await storage.appendables.finish(key);
      assert.ok((await storage.read(key, MAX_SIZE))?.equals(body));
      assert.equal(await storage.appendables.size(key), null);
    });

    it('take sources that drip and readable streams alike', async () => {
      const key = 'up/drip';
      const { storage, appendables } = await begin(key);
      const body = bytes(5_000);
      await appendables.append(key, { offset: 0, maxSize: MAX_SIZE, source: pieces(body, 1) });
      const source = Readable.from(pieces(body, 999), { objectMode: false });
      await appendables.append(key, { offset: 5_000, maxSize: MAX_SIZE, source });
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(Buffer.concat([body, body])));
    });

    it('keep every byte of a source that breaks off anywhere', async () => {
      const key = 'up/breaks';
      const { storage, appendables } = await begin(key);
      const body = bytes(17 * MIB);
      const borders = [0, 1, 2, 65_535, 65_537, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 10 * MIB];
      let offset = 0;
      for (const border of [...borders, 16 * MIB - 3]) {
        const reason = new Error('the connection broke off');
        const source = pieces(body.subarray(offset, border), 65_536, reason);
        const result = await appendables.append(key, { offset, maxSize: MAX_SIZE, source });
        assert.deepEqual(result, { size: border, complete: false, cause: reason });
        offset = border;
        assert.equal(await (await open()).appendables.size(key), offset);
      }
      const source = pieces(body.subarray(offset), 70_000);
      assert.equal(
        (await appendables.append(key, { offset, maxSize: MAX_SIZE, source })).complete,
        true,
      );
      await appendables.finish(key);
      assert.ok((await storage.read(key, MAX_SIZE))?.equals(body));
    });

    it('keep what came when the signal aborts, also while the source is silent', async () => {
      const key = 'up/abort';
      const { appendables } = await begin(key);
      const abort = new AbortController();
      const source = new PassThrough();
      source.write(bytes(100));
      const { signal } = abort;
      const append = appendables.append(key, { offset: 0, maxSize: MAX_SIZE, source, signal });
      while (source.readableLength > 0) await tick();
      abort.abort(new Error('lease lost'));
      const result = await append;
      assert.equal(result.size, 100);
      assert.ok(!result.complete && (result.cause as Error).message === 'lease lost');
      assert.equal(source.destroyed, false);
      const again = await appendables.append(key, {
        offset: 100,
        maxSize: MAX_SIZE,
        source,
        signal,
      });
      assert.deepEqual([again.size, again.complete], [100, false]);
    });

    it('cut off what lies beyond the offset of an append', async () => {
      const key = 'up/cuts';
      const { storage, appendables } = await begin(key);
      const first = bytes(7 * MIB);
      await appendables.append(key, { offset: 0, maxSize: MAX_SIZE, source: pieces(first, MIB) });
      const wrong = pieces(bytes(9 * MIB, 5), MIB);
      await appendables.append(key, { offset: first.length, maxSize: MAX_SIZE, source: wrong });
      const right = bytes(6 * MIB, 99);
      const source = pieces(right, MIB);
      const result = await appendables.append(key, {
        offset: first.length,
        maxSize: MAX_SIZE,
        source,
      });
      assert.equal(result.size, 13 * MIB);
      await appendables.finish(key);
      assert.ok((await storage.read(key, MAX_SIZE))?.equals(Buffer.concat([first, right])));
    });

    it('are truncated to where the last append began, as after a wrong checksum', async () => {
      const key = 'up/truncate';
      const { storage, appendables } = await begin(key);
      for (const [start, wrong] of [
        [0, 6 * MIB],
        [100, 50],
        [6 * MIB, 12 * MIB],
      ] as const) {
        const have = (await appendables.size(key)) ?? 0;
        const good = pieces(bytes(start - have, have), MIB);
        await appendables.append(key, { offset: have, maxSize: MAX_SIZE, source: good });
        const source = pieces(bytes(wrong, 77), MIB);
        await appendables.append(key, { offset: start, maxSize: MAX_SIZE, source });
        await appendables.truncate(key, start);
        assert.equal(await appendables.size(key), start);
        await appendables.truncate(key, start);
      }
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(bytes(6 * MIB)));
    });

    it('never exceed their largest size, and stay at the offset when the source would', async () => {
      const key = 'up/large';
      const { appendables } = await begin(key);
      await appendables.append(key, { offset: 0, maxSize: 20, source: pieces(bytes(10), 3) });
      for (const size of [11, 7 * MIB]) {
        const source = Readable.from(pieces(bytes(size), 5 * MIB), { objectMode: false });
        await fails('too_large', appendables.append(key, { offset: 10, maxSize: 20, source }));
        assert.equal(await appendables.size(key), 10);
        assert.equal(source.destroyed, false, 'a request can still be answered');
        source.destroy();
      }
      const source = pieces(bytes(10), 10);
      const result = await appendables.append(key, { offset: 10, maxSize: 20, source });
      assert.deepEqual(result, { size: 20, complete: true });
    });

    it('refuse an offset that they do not have, and what was never created', async () => {
      const key = 'up/refuse';
      const { appendables } = await begin(key);
      await appendables.append(key, { offset: 0, maxSize: MAX_SIZE, source: pieces(bytes(3), 1) });
      const options = { maxSize: MAX_SIZE, source: pieces(bytes(1), 1) };
      for (const offset of [4, -1, 0.5, Number.NaN]) {
        await fails('bad_offset', appendables.append(key, { ...options, offset }));
        await fails('bad_offset', appendables.truncate(key, offset));
      }
      for (const none of ['up/none', 'absent/none']) {
        await fails('not_found', appendables.append(none, { ...options, offset: 0 }));
        await fails('not_found', appendables.truncate(none, 0));
        await fails('not_found', appendables.finish(none));
        assert.equal(await appendables.size(none), null);
        await appendables.remove(none);
      }
    });

    it('report checkpoints that another process can go on from, and from the start too', async () => {
      const key = 'up/checkpoint';
      const { storage, appendables } = await begin(key);
      const body = bytes(140 * MIB);
      await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: pieces(body.subarray(0, 10), 10),
      });
      const sizes: number[] = [];
      async function checkpoint(size: number) {
        assert.ok(((await (await open()).appendables.size(key)) ?? 0) >= size);
        sizes.push(size);
      }
      const source = pieces(body.subarray(10), 65_536);
      await appendables.append(key, { offset: 10, maxSize: MAX_SIZE, source, checkpoint });
      assert.ok(sizes.length >= 1 && sizes.length <= 2, `checkpoints at ${sizes.join()}`);
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      );
      const [first = 0] = sizes;
      assert.ok(first >= 64 * MIB && first < 100 * MIB);
      await appendables.truncate(key, first);
      await appendables.append(key, {
        offset: first,
        maxSize: MAX_SIZE,
        source: pieces(body.subarray(first), MIB),
      });
      await appendables.finish(key);
      assert.ok((await storage.read(key, MAX_SIZE))?.equals(body));
    });

    it('return to the offset of an append with checkpoints that is too large', async () => {
      const key = 'up/checkpoint-large';
      const { appendables } = await begin(key);
      await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: pieces(bytes(10), 10),
      });
      const source = pieces(bytes(110 * MIB), 65_536);
      const sizes: number[] = [];
      const options = {
        offset: 10,
        maxSize: 100 * MIB,
        checkpoint: (size: number) => void sizes.push(size),
      };
      await fails('too_large', appendables.append(key, { ...options, source }));
      assert.equal(sizes.length, 1);
      assert.equal(await appendables.size(key), 10);
    });

    it('end an append whose checkpoint is refused, as when its lease is lost', async () => {
      const key = 'up/checkpoint-refused';
      const { appendables } = await begin(key);
      const reason = new Error('lease lost');
      async function* source() {
        yield* pieces(bytes(130 * MIB), 65_536);
        // The source is silent from then on.
        await new Promise(() => {});
      }
      const result = await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: source(),
        checkpoint: () => Promise.reject(reason),
      });
      assert.ok(!result.complete && result.cause === reason);
      assert.equal(await appendables.size(key), result.size);
      await appendables.remove(key);
    });

    it('end as well when the refusal comes after the last byte was read', async () => {
      const key = 'up/checkpoint-refused-late';
      const { appendables } = await begin(key);
      const reason = new Error('lease lost');
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      async function* source(): AsyncGenerator<Uint8Array> {
        yield* pieces(bytes(80 * MIB), 65_536);
        end();
      }
      const checkpoint = async (): Promise<void> => {
        // The wait is bounded: a store may wait for its checkpoint before it reads on.
        await Promise.race([ended, sleep(1000)]);
        // The delay makes this later than everything else that the append waits for.
        await sleep(50);
        throw reason;
      };
      const result = await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: source(),
        checkpoint,
      });
      assert.ok(!result.complete && result.cause === reason);
      await appendables.remove(key);
    });

    it('are finished once, however often and simultaneously this is requested', async () => {
      for (const size of [0, 100, 11 * MIB]) {
        const key = `up/finish-${size}`;
        const { storage, appendables } = await begin(key);
        await storage.put(key, bytes(3));
        await appendables.append(key, {
          offset: 0,
          maxSize: MAX_SIZE,
          source: pieces(bytes(size), MIB),
        });
        const other = await open();
        await Promise.all([appendables.finish(key), other.appendables.finish(key)]);
        await appendables.finish(key);
        assert.ok((await storage.read(key))?.equals(bytes(size)));
        assert.equal(await appendables.size(key), null);
      }
    });

    it('start afresh when created again, and are removed without a trace', async () => {
      const key = 'up/afresh';
      const { storage, appendables } = await begin(key);
      await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: pieces(bytes(6 * MIB), MIB),
      });
      await appendables.create('up/afresh-beside');
      await appendables.create(key);
      assert.equal(await appendables.size(key), 0);
      await appendables.append(key, {
        offset: 0,
        maxSize: MAX_SIZE,
        source: pieces(bytes(6 * MIB), MIB),
      });
      await appendables.remove(key);
      await appendables.remove(key);
      assert.equal(await appendables.size(key), null);
      assert.equal(await storage.stat(key), null);
      assert.equal(await appendables.size('up/afresh-beside'), 0);
    });
  });
}
