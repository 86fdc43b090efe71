import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '../paths.ts';
import { isForManagers } from './team-role.ts';

test('all of team management is for managers, but for what every member may look at', () => {
  const open = [];
  const writers: [string, (...parts: never[]) => string][] = Object.entries(paths);
  for (const [name, write] of writers) {
    const path = write(...(['manage', 'a', 'b', 'c'] as never[]));
    if (path.startsWith('/manage/manage/') && !isForManagers(path)) open.push(name);
    if (!path.startsWith('/manage/manage/')) assert.equal(isForManagers(path), false, path);
  }
  assert.deepEqual(open.toSorted(), ['allowedWebsites', 'jobs', 'signedUrls']);
});

test('an address that has no page yet is for managers', () => {
  for (const path of [
    '/t/manage',
    '/t/manage/',
    '//t//manage/x',
    '/t/manage/signed-url-of-others',
  ]) {
    assert.equal(isForManagers(path), true, path);
  }
  for (const path of ['/', '/t', '/manage/projects', '/t/projects/manage/manage/general']) {
    assert.equal(isForManagers(path), false, path);
  }
});
