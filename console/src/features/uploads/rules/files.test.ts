import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadSource } from '@kinora/contract/videos';
import {
  defaultTitle,
  fileProblem,
  mediaType,
  mostBytes,
  sameFileKey,
  sentFileName,
  skipReason,
  titleProblem,
} from './files.ts';

test('the type is the browser’s where it is a video, audio or MXF, else it comes from the extension', () => {
  assert.equal(mediaType('a.mov', 'video/quicktime'), 'video/quicktime');
  assert.equal(mediaType('a.MKV', ''), 'video/x-matroska');
  assert.equal(mediaType('a.mxf', ''), 'application/mxf');
  assert.equal(mediaType('a.ts', 'text/vnd.trolltech.linguist'), 'video/mp2t');
  assert.equal(mediaType('a.mts', 'model/vnd.mts'), 'video/mp2t');
  assert.equal(mediaType('a.ogg', 'application/ogg'), 'audio/ogg');
  assert.equal(mediaType('notes.txt', 'text/plain'), null);
  assert.equal(mediaType('mp4', ''), null);
});

test('every type that is sent is one the contract takes', () => {
  const names = ['a.3gp', 'a.m2ts', 'a.mxf', 'a.mkv', 'a.rmvb', 'a.wma', 'a.weba', 'a.m4v', 'a.dv'];
  for (const name of names) {
    const source = { type: mediaType(name, ''), size: 1, fileName: name };
    assert.ok(UploadSource.safeParse(source).success, name);
  }
});

test('a file of another kind, without bytes or beyond what the contract takes says so', () => {
  const file = { name: 'a.mp4', type: 'video/mp4', size: 1 };
  assert.equal(fileProblem(file), null);
  assert.equal(fileProblem({ ...file, size: 0 }), 'empty');
  assert.equal(fileProblem({ ...file, size: mostBytes + 1 }), 'tooLarge');
  assert.equal(fileProblem({ name: 'a.zip', type: 'application/zip', size: 1 }), 'type');
  assert.equal(UploadSource.shape.size.maxValue, mostBytes);
});

test('files that computers put into folders are left out with their reason', () => {
  assert.equal(skipReason('clips/.DS_Store'), 'system');
  assert.equal(skipReason('clips/Thumbs.db'), 'system');
  assert.equal(skipReason('clips/__MACOSX/a.mp4'), 'system');
  assert.equal(skipReason('clips/._a.mp4'), 'system');
  assert.equal(skipReason('clips/.cache/a.mp4'), 'hidden');
  assert.equal(skipReason('clips/day 1/a.mp4'), null);
});

test('a title begins as the file’s name without its extension, and fits the contract', () => {
  assert.equal(defaultTitle('ข่าวภาคค่ำ 19 พ.ย..mp4'), 'ข่าวภาคค่ำ 19 พ.ย.');
  assert.equal(defaultTitle('.mp4'), '.mp4');
  assert.equal(defaultTitle('a\u202egpm.mp4'), 'agpm');
  assert.equal(titleProblem(defaultTitle(`${'ที่'.repeat(400)}.mp4`)), null);
  assert.equal(titleProblem('ที่'.repeat(251)), 'tooLong');
  assert.equal(titleProblem('ที่'.repeat(250)), null);
});

test('the name that is sent is one the contract takes', () => {
  for (const name of ['a\u0007b.mp4', '\u202e', 'x'.repeat(255), 'น้ำ'.repeat(90)]) {
    const source = { type: 'video/mp4', size: 1, fileName: sentFileName(name) };
    assert.ok(UploadSource.safeParse(source).success, JSON.stringify(name));
  }
});

test('two files are the same by name, size and time, however the name is composed', () => {
  const known = { fileName: 'caf\u00e9.mp4', sizeBytes: 5, lastModified: 7 };
  const key = sameFileKey(known);
  assert.equal(sameFileKey({ ...known, fileName: 'cafe\u0301.mp4' }), key);
  assert.notEqual(sameFileKey({ ...known, lastModified: 8 }), key);
  assert.notEqual(sameFileKey({ ...known, sizeBytes: 6 }), key);
  assert.notEqual(sameFileKey({ ...known, fileName: 'cafe.mp4' }), key);
});
