import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markMatches } from './marks.ts';

const mark = (shown: string, typed: string) =>
  markMatches(shown, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

test('what was typed is marked, or each of its words', () => {
  assert.equal(mark('ตลาดข่าวเช้า', 'ข่าว'), 'ตลาด[ข่าว]เช้า');
  assert.equal(mark('Evening News', 'news'), 'Evening [News]');
  assert.equal(mark('ข่าว evening news', 'news ข่าว'), '[ข่าว] evening [news]');
  assert.equal(mark('ข่าว', 'ละคร'), 'ข่าว');
});

test('a consonant isn’t marked without its vowels and tone marks', () => {
  assert.equal(mark('น้ำท่วม', 'น'), '[น้ำ]ท่วม');
  assert.equal(mark('ที่นี่', 'ท'), '[ที่]นี่');
});

test('joiners of drawn loanwords neither hide a match nor split it', () => {
  assert.equal(mark('วิ\u2060ดี\u2060โอ\u200bทั้งหมด', 'วิดีโอ'), '[วิ\u2060ดี\u2060โอ\u200b]ทั้งหมด');
});
