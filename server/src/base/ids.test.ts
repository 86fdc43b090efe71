import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToken, newId, newKey, newToken } from './ids.ts';

test('ids are version 7 and sort by the time they were made', () => {
  const ids = Array.from({ length: 100 }, () => newId());
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  const stamp = Number.parseInt(newId().replace('-', '').slice(0, 12), 16);
  assert.ok(Math.abs(stamp - Date.now()) < 5000);
});

test('keys use every character of base62 about equally often', () => {
  const counts = new Map<string, number>();
  for (const char of newKey(62_000)) counts.set(char, (counts.get(char) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 1,000 each with a deviation of 31: ten deviations never come by chance, a bias of 25 % does.
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 200, String(count));
  assert.equal(newKey(11).length, 11);
});

test('tokens carry 256 bits behind their prefix, and their hash is SHA-256', () => {
  const token = newToken('knr_pat_');
  assert.match(token, /^knr_pat_[\w-]{43}$/);
  assert.notEqual(token, newToken('knr_pat_'));
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  assert.equal(hashToken('abc').toString('hex'), abc);
});
