import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from './entry.ts';
import { findEntries, findInGroups, rankAnswers } from './find.ts';

const entry = (title: string, others: Partial<Entry> = {}): Entry => ({
  id: title,
  group: 'screens',
  title,
  ...others,
});
const presets = entry('พรีเซ็ต', { names: ['Presets'], synonyms: ['ความละเอียด', 'bit rate'] });
const createPreset = entry('สร้างพรีเซ็ต', { names: ['Create preset'], group: 'actions' });
const geoBlocking = entry('การจำกัดประเทศ', { names: ['Geo-blocking'], synonyms: ['ต่างประเทศ'] });
const videos = entry('วิดีโอทั้งหมด', { names: ['All videos'] });
const all = [geoBlocking, createPreset, presets, videos];

const find = (typed: string) => findEntries(all, typed).map(({ title }) => title);

test('a title is found in both languages by any part, its beginning first', () => {
  assert.deepEqual(find('พรีเซ็ต'), ['พรีเซ็ต', 'สร้างพรีเซ็ต']);
  assert.deepEqual(find('PRESET'), ['พรีเซ็ต', 'สร้างพรีเซ็ต']);
  assert.deepEqual(find('ประเทศ'), ['การจำกัดประเทศ']);
  assert.deepEqual(find('ไม่มีคำนี้'), []);
  assert.deepEqual(find('  '), ['การจำกัดประเทศ', 'สร้างพรีเซ็ต', 'พรีเซ็ต', 'วิดีโอทั้งหมด']);
});

test('a title is found as it is drawn, with the joiners of its loanwords', () => {
  const drawn = entry('วิ\u2060ดี\u2060โอ\u200bทั้งหมด');
  assert.equal(findEntries([drawn], 'วิดีโอทั้ง').length, 1);
});

test('a synonym finds by its beginning alone, and is shown', () => {
  assert.equal(findEntries(all, 'ความละ')[0]?.foundBy, 'ความละเอียด');
  assert.equal(findEntries(all, 'rate')[0]?.foundBy, 'bit rate');
  assert.deepEqual(find('ละเอียด'), []);
  assert.equal(findEntries(all, 'preset')[0]?.foundBy, 'Presets');
  assert.equal(findEntries(all, 'พรี')[0]?.foundBy, undefined);
});

test('Thai titles are found in Latin letters, and words in any order', () => {
  assert.deepEqual(find('widio'), ['วิดีโอทั้งหมด']);
  assert.deepEqual(find('preset create'), ['สร้างพรีเซ็ต']);
});

test('the group with the best entry comes first, each with a few entries', () => {
  const many = Array.from({ length: 9 }, (_, n) => entry(`พรีเซ็ตที่ ${n}`, { group: 'teams' }));
  const found = findInGroups([createPreset, ...many, presets], 'พรีเซ็ต');
  assert.deepEqual(
    found.map(({ group }) => group),
    ['screens', 'teams', 'teams', 'teams', 'teams', 'teams', 'actions'],
  );
});

test('answers that begin with what was typed come first, the others as the server has them', () => {
  const rows = ['ตลาดข่าว', 'ป้ายว่า x', 'ข่าวค่ำ', 'ข่าวเช้า'];
  assert.deepEqual(
    rankAnswers(rows, (row) => [row], 'ข่าว'),
    ['ข่าวค่ำ', 'ข่าวเช้า', 'ตลาดข่าว', 'ป้ายว่า x'],
  );
});
