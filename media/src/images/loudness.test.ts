import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoudness } from './loudness.ts';

/** Signed 16 bits, the second half of full scale and the first a quarter of that. */
function makeSamples(count: number): Buffer {
  const bytes = Buffer.alloc(count * 2);
  for (let n = 0; n < count; n++) bytes.writeInt16LE(n < count / 2 ? 8192 : -32_768, n * 2);
  return bytes;
}

function measure(chunks: readonly Buffer[], columns: number): number[] | null {
  const loudness = createLoudness();
  for (const chunk of chunks) loudness.read(chunk);
  return loudness.list(columns)?.map((level) => Math.round(level * 100) / 100) ?? null;
}

for (const count of [4, 1000, 262_144, 262_146, 3_000_000])
  test(`${count} samples have the same shape as any other number`, () => {
    const levels = measure([makeSamples(count)], 2);
    if (count === 4) assert.deepEqual(levels, [0.73, 0.73], 'too short to tell halves apart');
    else assert.ok((levels?.[0] ?? 1) < 0.32 && levels?.[1] === 1, String(levels));
  });

test('columns are of equal length however many times the table was full', () => {
  const levels = measure([makeSamples(64 * 4096 * 5)], 8);
  assert.deepEqual(levels, [0.25, 0.25, 0.25, 0.25, 1, 1, 1, 1]);
});

test('chunks may end within a sample', () => {
  const bytes = makeSamples(10_000);
  const chunks = Array.from({ length: 4000 }, (_, n) => bytes.subarray(n * 5, (n + 1) * 5));
  assert.deepEqual(measure(chunks, 10), measure([bytes], 10));
});

test('nothing has no loudness, and silence has', () => {
  assert.equal(measure([], 3), null);
  assert.equal(measure([Buffer.alloc(1)], 3), null);
  assert.deepEqual(measure([Buffer.alloc(2)], 3), [0, 0, 0]);
});
