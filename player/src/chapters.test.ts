import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChapter, findChapterAfter, findChapterBefore, parseChapters } from './chapters.ts';

const chapters = [
  { startSec: 0, title: 'One' },
  { startSec: 9.5, title: 'Two' },
];

test('chapters are read as they are written', () => {
  assert.deepEqual(parseChapters(JSON.stringify(chapters)), chapters);
});

test('what is no list of ascending chapters is none at all', () => {
  for (const wrong of [null, '', '{', '{}', '[1]', '[{"startSec":"0","title":"A"}]', '[null]']) {
    assert.deepEqual(parseChapters(wrong), [], String(wrong));
  }
  assert.deepEqual(parseChapters(JSON.stringify(chapters.toReversed())), []);
  assert.deepEqual(parseChapters(JSON.stringify([{ startSec: -1, title: 'A' }])), []);
});

test('a moment is in the chapter that began last', () => {
  assert.equal(findChapter(chapters, 9.4)?.title, 'One');
  assert.equal(findChapter(chapters, 9.5)?.title, 'Two');
  assert.equal(findChapter([{ startSec: 3, title: 'Late' }], 2), null);
});

test('back goes to the beginning of a chapter, and shortly after it to the one before', () => {
  const startOf = (timeSec: number) => findChapterBefore(chapters, timeSec)?.startSec;
  assert.deepEqual([startOf(20), startOf(10), startOf(1)], [9.5, 0, 0]);
  assert.equal(findChapterBefore([], 5), null);
});

test('forward goes to the next chapter, if there is one', () => {
  assert.equal(findChapterAfter(chapters, 0)?.title, 'Two');
  assert.equal(findChapterAfter(chapters, 9.5), null);
});
