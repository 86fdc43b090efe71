import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = join(import.meta.dirname, '..');
// Only what reads hands the query's signal on.
const read = /\.api\.(\w+\.\w+)\([^;]*?\{ signal \}/g;

test('one query asks for one thing, so that no second cache keeps an older answer', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => {
      const calls = readFileSync(join(src, path), 'utf8').matchAll(read);
      return [...calls].map(([, call = '']) => ({ call, path }));
    });
  assert.ok(found.length > 10, 'the queries are not written this way any more');
  const repeated = found.filter(({ call }) => found.filter((one) => one.call === call).length > 1);
  assert.deepEqual(repeated, []);
});
