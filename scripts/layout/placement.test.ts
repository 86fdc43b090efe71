import assert from 'node:assert/strict';
import { it } from 'node:test';
import { benchesHoldPromises } from './placement.ts';

it('refuses a bench whose first comment names no promise', () => {
  const path = 'bench/src/a.bench.ts';
  const refused = (text: string) => benchesHoldPromises(new Map([[path, text]])).length > 0;
  assert.equal(refused('// Measures a. Promise: ≤ 1 s.\n// Run: a\nconst a = 1;\n'), false);
  assert.equal(refused('// Measures a.\nconst promise = 1;\n'), true);
  assert.equal(refused('const a = 1;\n'), true);
});
