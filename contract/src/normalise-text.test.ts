import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseText } from './normalise-text.ts';

const letters = (text: string) => Array.from(text).length;
const longestRun = (text: string) =>
  Math.max(...(text.match(/[^\P{M}\u034f]+/gu) ?? ['']).map(letters));

test('text is as in NFC, up to 30 marks in a row', () => {
  for (const text of ['เก้าอี้', 'e\u0301', 'Ａ', `a${'\u0316\u0301'.repeat(15)}`, '']) {
    assert.equal(normaliseText(text), text.normalize('NFC'));
  }
});

test('however many marks stand in a row, normalisation meets at most 30 of them', () => {
  for (const marks of ['\u0301\u0316', '\u0301', '\u0e38\u0e48', '\u{1d165}\u{1d16d}']) {
    for (const count of [16, 31, 60_000]) {
      const given = `a${marks.repeat(count)}b`;
      const normal = normaliseText(given);
      assert.ok(longestRun(normal) <= 30, `${longestRun(normal)} in a row`);
      assert.equal(normaliseText(normal), normal);
      // Nothing is lost.
      const kept = normal.normalize('NFD').replaceAll('\u034f', '');
      assert.equal(letters(kept), letters(given));
    }
  }
});
