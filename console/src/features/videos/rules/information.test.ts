import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTags, type Information, tidyTags, toChange, toInformation } from './information.ts';

const before: Information = {
  title: 'ข่าวเช้า',
  description: '',
  tags: ['ข่าว', 'เช้า'],
  published: '2026-11-19',
};

test('only fields that differ are saved', () => {
  assert.equal(toChange(before, before), undefined);
  assert.equal(toChange(before, { ...before, title: ' ข่าวเช้า ' }), undefined);
  assert.equal(toChange(before, { ...before, tags: ['เช้า', 'ข่าว'] }), undefined);
  assert.deepEqual(toChange(before, { ...before, description: ' x ' }), { description: 'x' });
  assert.deepEqual(toChange(before, { ...before, tags: ['ข่าว'] }), { tags: ['ข่าว'] });
});

test('the published date goes as a day, and null clears it', () => {
  assert.deepEqual(toChange(before, { ...before, published: '2026-11-20' }), {
    additionalVideoMetaData: { fields: [{ fieldName: 'publishedDate', value: '2026-11-20' }] },
  });
  assert.deepEqual(toChange(before, { ...before, published: null }), {
    additionalVideoMetaData: { fields: [{ fieldName: 'publishedDate', value: null }] },
  });
});

test('the day of a published date does not depend on the reader’s zone', () => {
  const video = {
    title: 'a',
    description: '',
    tags: [{ id: '1', name: 'b' }],
    additionalVideoMetaData: {
      fields: [{ fieldName: 'publishedDate', displayName: '', value: '2026-11-19T00:00:00.000Z' }],
      genres: [],
    },
  };
  assert.deepEqual(toInformation(video), {
    title: 'a',
    description: '',
    tags: ['b'],
    published: '2026-11-19',
  });
});

test('tags are trimmed and kept once', () => {
  assert.deepEqual(tidyTags([' ข่าว ', 'ข่าว', '', 'e\u0301', 'é']), ['ข่าว', 'é']);
});

test('too many and too long tags are told apart, letters counted as people do', () => {
  assert.equal(checkTags(['ก'.repeat(60), 'ที่'.repeat(60)]), undefined);
  assert.equal(checkTags(['ก'.repeat(61)]), 'tagTooLong');
  assert.equal(checkTags(Array.from({ length: 51 }, (_, index) => String(index))), 'tooManyTags');
});
