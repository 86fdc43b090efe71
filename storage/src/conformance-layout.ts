import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bytes, fails, collectKeys, pieces } from './conformance-bytes.ts';
import type { Layout } from './layout.ts';
import type { Storage } from './types.ts';

const MIB = 1024 * 1024;
const TOTAL = 3 * MIB + 17;
/** The order in which a camera's file is sent: head, index, media. */
const layout: Layout = [
  { start: 0, end: 28 },
  { start: 2 * MIB + 5, end: TOTAL },
  { start: 28, end: 2 * MIB + 5 },
];
const body = bytes(TOTAL);
const sent = Buffer.concat(layout.map(({ start, end }) => body.subarray(start, end)));
const borders = [28, 28 + TOTAL - (2 * MIB + 5)];

/** Tests what appendables with a layout must do, where layouts are taken. */
export function testLayouts(name: string, open: () => Promise<Storage>): void {
  async function begin(key: string) {
    const storage = await open();
    await storage.appendables.create(key, layout);
    return { storage, appendables: storage.appendables };
  }
  const at = (offset: number, end = TOTAL) => ({
    offset,
    maxSize: TOTAL,
    source: pieces(sent.subarray(offset, end), 70_001),
  });

  describe(`${name}: appendables with a layout`, () => {
    it('put every byte at its place, cut anywhere, in any process', async () => {
      const key = 'laid/grow';
      await begin(key);
      const ends = borders.flatMap((border) => [border - 1, border, border + 1]);
      const reason = new Error('the connection broke off');
      let offset = 0;
      for (const end of ends) {
        const { appendables } = await open();
        const source = pieces(sent.subarray(offset, end), 70_001, reason);
        const result = await appendables.append(key, { ...at(offset), source });
        assert.deepEqual(result, { size: end, complete: false, cause: reason });
        assert.equal(await (await open()).appendables.size(key), end);
        offset = end;
      }
      const { appendables, ...storage } = await open();
      assert.equal((await appendables.append(key, at(offset))).complete, true);
      assert.equal(await storage.stat(key), null);
      assert.deepEqual(await collectKeys(storage.list('laid')), []);
      await appendables.finish(key);
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(body));
      assert.equal(await appendables.size(key), null);
    });

    it('are not finished before their last byte has arrived', async () => {
      const key = 'laid/hole';
      const { storage, appendables } = await begin(key);
      await appendables.append(key, at(0, TOTAL - 1));
      await fails('bad_offset', appendables.finish(key));
      assert.equal(await storage.stat(key), null);
      await appendables.append(key, at(TOTAL - 1));
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(body));
    });

    it('are cut back to any size that they had, and write the rest again', async () => {
      const key = 'laid/cut';
      const { storage, appendables } = await begin(key);
      await appendables.append(key, at(0, 1000));
      const wrong = pieces(bytes(2 * MIB, 77), 65_536);
      await appendables.append(key, { ...at(1000), source: wrong });
      await appendables.truncate(key, 1000);
      assert.equal(await appendables.size(key), 1000);
      await fails('bad_offset', appendables.truncate(key, 1001));
      await fails('bad_offset', appendables.append(key, at(1001)));
      // This append starts before the end of the last one, as after a lost acknowledgement.
      await appendables.append(key, at(1000, MIB));
      await appendables.append(key, at(20));
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(body));
    });

    it('count nothing of an append whose source has more bytes than the layout', async () => {
      const key = 'laid/large';
      const { appendables } = await begin(key);
      await appendables.append(key, at(0, 10));
      const source = pieces(bytes(TOTAL), 65_536);
      const options = { offset: 10, maxSize: 99 * MIB, source };
      await fails('too_large', appendables.append(key, options));
      assert.equal(await appendables.size(key), 10);
    });

    it('return to the offset of an append with checkpoints that is too large', async () => {
      const key = 'laid/checkpoint-large';
      const { appendables } = await open();
      const size = 100 * MIB;
      await appendables.create(key, [
        { start: 10, end: size },
        { start: 0, end: 10 },
      ]);
      await appendables.append(key, { offset: 0, maxSize: size, source: pieces(bytes(10), 10) });
      const sizes: number[] = [];
      const source = pieces(bytes(size), 65_536);
      async function checkpoint(reached: number) {
        assert.ok(((await (await open()).appendables.size(key)) ?? 0) >= reached);
        sizes.push(reached);
      }
      const options = { offset: 10, maxSize: size, source, checkpoint };
      await fails('too_large', appendables.append(key, options));
      assert.equal(sizes.length, 1);
      assert.equal(await appendables.size(key), 10);
      await appendables.remove(key);
    });

    it('can be read at their local path while they grow, as far as was reported', async () => {
      const key = 'laid/along';
      const { appendables } = await begin(key);
      const arrivedSizes: number[] = [];
      const arrived = (size: number) => {
        arrivedSizes.push(size);
        const file = readFileSync(appendables.localPath(key) ?? '');
        assert.equal(file.length, TOTAL);
        const there = Buffer.concat(layout.map(({ start, end }) => file.subarray(start, end)));
        assert.ok(there.subarray(0, size).equals(sent.subarray(0, size)));
      };
      await appendables.append(key, { ...at(0), arrived });
      assert.ok(arrivedSizes.length > 1 && arrivedSizes.at(-1) === TOTAL, arrivedSizes.join());
    });

    it('start afresh with another layout or none, and are removed without a trace', async () => {
      const key = 'laid/afresh';
      const { storage, appendables } = await begin(key);
      await appendables.append(key, at(0, 2 * MIB));
      await appendables.create(key, layout.toReversed());
      assert.equal(await appendables.size(key), 0);
      await appendables.append(key, at(0, 100));
      await appendables.create(key);
      assert.equal(await appendables.size(key), 0);
      await appendables.append(key, { offset: 0, maxSize: 9, source: pieces(bytes(9), 4) });
      await appendables.finish(key);
      assert.ok((await storage.read(key))?.equals(bytes(9)));
      await appendables.create(key, layout);
      await appendables.remove(key);
      assert.equal(await appendables.size(key), null);
      await fails('not_found', appendables.append(key, at(0)));
    });

    it('refuse ranges that are no layout', async () => {
      const { appendables } = await open();
      assert.equal(appendables.takesLayouts, true);
      for (const ranges of [
        [[1, 10]],
        [
          [0, 5],
          [4, 10],
        ],
        [[0, 0]],
      ] as const) {
        const strange = ranges.map(([start = 0, end = 0]) => ({ start, end }));
        await fails('bad_range', appendables.create('laid/strange', strange));
      }
      assert.equal(await appendables.size('laid/strange'), null);
    });
  });
}
