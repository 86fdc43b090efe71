import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEDIA_KINDS } from '@kinora/contract/media-kinds';
import { UploadSource } from '@kinora/contract/video-sources';
import {
  toDefaultTitle,
  findFileProblem,
  findMediaType,
  MAX_FILE_BYTES,
  getFileKey,
  toSentFileName,
  findSkipReason,
  findTitleProblem,
} from './files.ts';

test('the type is the browser’s where it is a video, audio or MXF, else it comes from the extension', () => {
  assert.equal(findMediaType('a.mov', 'video/quicktime'), 'video/quicktime');
  assert.equal(findMediaType('a.MKV', ''), 'video/x-matroska');
  assert.equal(findMediaType('a.mxf', ''), 'application/mxf');
  assert.equal(findMediaType('a.ts', 'text/vnd.trolltech.linguist'), 'video/mp2t');
  assert.equal(findMediaType('a.mts', 'model/vnd.mts'), 'video/mp2t');
  assert.equal(findMediaType('a.ogg', 'application/ogg'), 'audio/ogg');
  assert.equal(findMediaType('notes.txt', 'text/plain'), null);
  assert.equal(findMediaType('mp4', ''), null);
});

test('every type that is sent is one the contract takes', () => {
  const names = ['a.3gp', 'a.m2ts', 'a.mxf', 'a.mkv', 'a.wma', 'a.weba', 'a.m4v', 'a.dv'];
  for (const name of names) {
    const source = { type: findMediaType(name, ''), size: 1, fileName: name };
    assert.ok(UploadSource.safeParse(source).success, name);
  }
});

test('a file of another kind, without bytes or beyond what the contract takes says so', () => {
  const file = { name: 'a.mp4', type: 'video/mp4', size: 1 };
  assert.equal(findFileProblem(file), null);
  assert.equal(findFileProblem({ ...file, size: 0 }), 'empty');
  assert.equal(findFileProblem({ ...file, size: MAX_FILE_BYTES + 1 }), 'tooLarge');
  assert.equal(findFileProblem({ name: 'a.zip', type: 'application/zip', size: 1 }), 'type');
  assert.equal(UploadSource.shape.size.maxValue, MAX_FILE_BYTES);
});

test('files that computers put into folders are left out with their reason', () => {
  assert.equal(findSkipReason('clips/.DS_Store'), 'system');
  assert.equal(findSkipReason('clips/Thumbs.db'), 'system');
  assert.equal(findSkipReason('clips/__MACOSX/a.mp4'), 'system');
  assert.equal(findSkipReason('clips/._a.mp4'), 'system');
  assert.equal(findSkipReason('clips/.cache/a.mp4'), 'hidden');
  assert.equal(findSkipReason('clips/day 1/a.mp4'), null);
});

test('a title begins as the file’s name without its extension, and fits the contract', () => {
  assert.equal(toDefaultTitle('ข่าวภาคค่ำ 19 พ.ย..mp4'), 'ข่าวภาคค่ำ 19 พ.ย.');
  assert.equal(toDefaultTitle('.mp4'), '.mp4');
  assert.equal(toDefaultTitle('a\u202egpm.mp4'), 'agpm');
  assert.equal(findTitleProblem(toDefaultTitle(`${'ที่'.repeat(400)}.mp4`)), null);
  assert.equal(findTitleProblem('ที่'.repeat(251)), 'tooLong');
  assert.equal(findTitleProblem('ที่'.repeat(250)), null);
});

test('the name that is sent is one the contract takes', () => {
  for (const name of ['a\u0007b.mp4', '\u202e', 'x'.repeat(255), 'น้ำ'.repeat(90)]) {
    const source = { type: 'video/mp4', size: 1, fileName: toSentFileName(name) };
    assert.ok(UploadSource.safeParse(source).success, JSON.stringify(name));
  }
});

test('two files are the same by name, size and time, however the name is composed', () => {
  const known = { fileName: 'caf\u00e9.mp4', sizeBytes: 5, lastModified: 7 };
  const key = getFileKey(known);
  assert.equal(getFileKey({ ...known, fileName: 'cafe\u0301.mp4' }), key);
  assert.notEqual(getFileKey({ ...known, lastModified: 8 }), key);
  assert.notEqual(getFileKey({ ...known, sizeBytes: 6 }), key);
  assert.notEqual(getFileKey({ ...known, fileName: 'cafe.mp4' }), key);
});

test('what is never decoded is refused before it is sent, whatever a browser calls it', () => {
  for (const [name, type] of [
    ['a.rmvb', 'video/vnd.rn-realvideo'],
    ['a.rm', ''],
    ['a.wv', 'audio/x-wavpack'],
    ['a.m3u8', 'audio/x-mpegurl'],
    ['a.h264', 'video/h264'],
    ['a.mid', 'audio/midi'],
  ] as const)
    assert.equal(findFileProblem({ name, type, size: 1 }), 'type', name);
});

test('every kind that is taken is offered, and a recorder’s own type is taken', () => {
  for (const extension of Object.values(MEDIA_KINDS).flatMap((kind) => Object.keys(kind)))
    assert.notEqual(findMediaType(`a.${extension}`, ''), null, extension);
  assert.equal(findMediaType('blob', 'video/webm;codecs=vp8,opus'), 'video/webm');
  assert.equal(findMediaType('blob', 'VIDEO/MP4'), 'video/mp4');
  for (const type of ['VIDEO/MP4', 'video/webm;codecs=vp8,opus', 'audio/ogg; codecs="opus"'])
    assert.match(UploadSource.shape.type.parse(type), /^(video\/(mp4|webm)|audio\/ogg)$/);
  assert.throws(() => UploadSource.shape.type.parse('text/plain'));
});
