import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMismatch, hashBytes } from './resume.ts';

const known = { fileName: 'a.mp4', sizeBytes: 10, lastModified: 5, headHash: 'abc' };
const same = { name: 'a.mp4', size: 10, lastModified: 5, headHash: 'abc' };

test('a file is known again by name, size, time and beginning', () => {
  assert.equal(findMismatch(known, same), null);
  assert.equal(findMismatch(known, { ...same, name: 'b.mp4' }), 'name');
  assert.equal(findMismatch(known, { ...same, size: 11 }), 'size');
  assert.equal(findMismatch(known, { ...same, lastModified: 6 }), 'modified');
  assert.equal(findMismatch(known, { ...same, headHash: 'xyz' }), 'content');
});

test('a beginning that was not read before the crash is not held against the file', () => {
  assert.equal(findMismatch({ ...known, headHash: null }, same), null);
});

test('one changed bit changes the hash of a beginning', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 256);
  const hashes = new Set<string>();
  for (let at = 0; at < bytes.length; at += 1) {
    const other = bytes.slice();
    other[at] = (other[at] ?? 0) ^ 1;
    hashes.add(hashBytes(other));
  }
  hashes.add(hashBytes(bytes));
  assert.equal(hashes.size, 1001);
  assert.equal(hashBytes(bytes).length, 16);
});
