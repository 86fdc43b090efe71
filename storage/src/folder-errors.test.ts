import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from './errors.ts';
import { getErrno, toFolderError, isAbsent } from './folder-paths.ts';
import { listPlaces } from './layout.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: of a call`), { code });

test('errors of the file system are mapped to the caller’s terms', () => {
  const kinds: Record<string, string[]> = {
    full: ['ENOSPC', 'EDQUOT', 'EFBIG'],
    denied: ['EACCES', 'EPERM', 'EROFS'],
    invalid_key: ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENAMETOOLONG'],
    unavailable: ['EIO', 'ESTALE'],
  };
  for (const [kind, codes] of Object.entries(kinds)) {
    for (const code of codes) {
      const error = toFolderError(failure(code));
      assert.ok(error instanceof StorageError);
      assert.deepEqual([error.kind, error.message], [kind, `${code}: of a call`]);
    }
  }
  assert.equal(String(toFolderError(failure('EIO'))), 'StorageError: EIO: of a call');
  const own = new StorageError('too_large', 'More');
  assert.equal(toFolderError(own), own);
  assert.equal(toFolderError('words').message, 'words');
});

test('an error that means that nothing of ours is there differs from others', () => {
  for (const code of ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO']) {
    assert.equal(isAbsent(failure(code)), true, code);
  }
  for (const other of [failure('EACCES'), new Error('no code'), { code: 'ENOENT' }, null]) {
    assert.equal(isAbsent(other), false);
  }
  assert.equal(getErrno(new Error('no code')), '');
});

test('bytes that end or begin at a border have no empty place beyond it', () => {
  const layout = [
    { start: 90, end: 100 },
    { start: 0, end: 90 },
  ];
  assert.deepEqual(listPlaces(layout, 0, 10), [{ position: 90, length: 10 }]);
  assert.deepEqual(listPlaces(layout, 10, 5), [{ position: 0, length: 5 }]);
  assert.deepEqual(listPlaces(layout, 10, 0), []);
});
