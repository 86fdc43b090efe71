import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRecent, type Recent } from './recent.ts';

const project = (key: string, name = key): Recent => ({ kind: 'project', key, name });

test('what is opened again comes first, once and by its name of today', () => {
  const before = [project('news'), project('kids'), project('sport')];
  const keys = addRecent(before, project('sport', 'กีฬา')).map(({ key, name }) => [key, name]);
  assert.deepEqual(keys, [
    ['sport', 'กีฬา'],
    ['news', 'news'],
    ['kids', 'kids'],
  ]);
});

test('a video and a project of the same key are two things, and only the last few are kept', () => {
  const video: Recent = { kind: 'video', key: 'a', name: 'a', project: { key: 'p', name: 'p' } };
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => project(key));
  const after = addRecent(all, video);
  assert.equal(after.length, all.length);
  assert.deepEqual(
    after.slice(0, 2).map(({ kind }) => kind),
    ['video', 'project'],
  );
});
