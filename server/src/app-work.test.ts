import assert from 'node:assert/strict';
import { test } from 'node:test';
import { work } from './app-work.ts';

test('a worker, which reads strangers’ files, sends no mails', () => {
  const names = work.map(({ job }) => job.name);
  assert.ok(names.length > 10);
  assert.ok(!names.includes('mail'), names.join());
});
