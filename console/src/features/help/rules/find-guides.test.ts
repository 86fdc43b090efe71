import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGuides } from './find-guides.ts';
import type { Guide } from './guide.ts';

const guide: Guide = {
  name: 'drm',
  title: 'Encrypt',
  lead: 'Who gets the key',
  pictures: {},
  blocks: [
    { is: 'paragraph', words: ['Before all'] },
    { is: 'heading', level: 2, id: 'one', words: ['วิ\u2060ดี\u2060โ\u2060อ'] },
    { is: 'list', isOrdered: true, items: [[{ is: 'paragraph', words: ['Make a pair'] }]] },
    { is: 'heading', level: 2, id: 'two', words: ['Then'] },
    { is: 'heading', level: 3, id: 'three', words: ['Below'] },
    { is: 'table', head: [['Member']], rows: [[[{ as: 'code', words: ['max_streams'] }]]] },
  ],
};
const found = (text: string) =>
  findGuides([guide], text).map(({ sections }) => sections.map(({ id }) => id));

test('all guides are there while nothing is searched', () => {
  assert.deepEqual(found(' '), [[]]);
});

test('a guide is found by its title or what it is about, without a section', () => {
  assert.deepEqual(found('ENCRYPT'), [[]]);
  assert.deepEqual(found('gets'), [[]]);
});

test('a section is found by all that stands in it, joined words included', () => {
  assert.deepEqual(found('pair'), [['one']]);
  assert.deepEqual(found('วิดีโอ'), [['one']]);
  assert.deepEqual(found('max_str'), [['two']]);
  assert.deepEqual(found('below'), [['two']]);
});

test('what stands nowhere finds nothing', () => {
  assert.deepEqual(found('zebra'), []);
});
