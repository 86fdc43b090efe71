import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { bytes, pieces } from './conformance-bytes.ts';
import { writeSource, type WriteOptions } from './folder-write.ts';
import { readSource } from './source.ts';
import { CHECKPOINT_BYTES } from './types.ts';

const KIB = 1024;
const place = mkdtempSync(join(tmpdir(), 'kinora-write-'));
after(() => rmSync(place, { recursive: true, force: true }));

let files = 0;

/** Writes a source into a file of its own and returns the reported sizes. */
async function sizesTold(
  source: AsyncIterable<Uint8Array>,
  options: Partial<WriteOptions> = {},
): Promise<number[]> {
  const handle = await open(join(place, String(files++)), 'wx');
  const told: number[] = [];
  const arrived = (size: number) => void told.push(size);
  try {
    const all = { offset: 0, maxSize: Infinity, arrived, ...options };
    await writeSource(handle, { ...all, source: readSource(source) });
  } finally {
    await handle.close();
  }
  return told;
}

describe('a source is written into a file', () => {
  // The test owns the clock, so that a pause of the machine ages no batch.
  let nowMs = 0;
  beforeEach((t) => {
    nowMs = 1_000;
    if ('mock' in t) t.mock.method(performance, 'now', () => nowMs);
  });

  it('one writer gathers half a megabyte', async () => {
    const told = await sizesTold(pieces(bytes(1100 * KIB), 64 * KIB));
    assert.deepEqual(told, [512 * KIB, 1024 * KIB, 1100 * KIB]);
  });

  it('many writers share what may be gathered, each with no less than a socket gives', async () => {
    for (const [writers, first] of [
      [24, 256 * KIB],
      [200, 64 * KIB],
    ] as const) {
      const body = bytes(300 * KIB);
      const { promise: allRead, resolve: goOn } = Promise.withResolvers<void>();
      let reading = 0;
      async function* source() {
        if (++reading === writers) goOn();
        await allRead;
        yield* pieces(body, 4 * KIB);
      }
      const told = await Promise.all(Array.from({ length: writers }, () => sizesTold(source())));
      assert.deepEqual([...new Set(told.map(([size]) => size))], [first], `${writers} writers`);
    }
    const [alone] = await sizesTold(pieces(bytes(600 * KIB), 64 * KIB));
    assert.equal(alone, 512 * KIB);
  });

  it('a source that drips is written by some hundred chunks', async () => {
    const told = await sizesTold(pieces(bytes(300), 1));
    assert.deepEqual(told, [256, 300]);
  });

  it('chunks older than half a second are written with the next one', async () => {
    async function* slow() {
      for (const at of [1_000, 1_500, 1_501, 1_502, 2_001, 2_003]) {
        nowMs = at;
        yield bytes(1);
      }
    }
    assert.deepEqual(await sizesTold(slow()), [3, 6, 6]);
  });

  it('a checkpoint comes with each 64 MiB', async () => {
    const chunk = bytes(512 * KIB);
    const { promise: first, resolve: goOn } = Promise.withResolvers<void>();
    async function* part() {
      for (let size = 0; size < CHECKPOINT_BYTES; size += chunk.length) yield chunk;
    }
    async function* source() {
      yield* part();
      await first;
      yield* part();
    }
    const sizes: number[] = [];
    function checkpoint(size: number) {
      sizes.push(size);
      goOn();
    }
    await sizesTold(source(), { checkpoint });
    assert.deepEqual(sizes, [64 * KIB * KIB, 128 * KIB * KIB]);
  });
});
