import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, stringifySearch } from './search.ts';

test('what stands in the address stays text', () => {
  assert.deepEqual(parseSearch('?year=2026&q=%22123%22&tagIds=a,b'), {
    year: '2026',
    q: '"123"',
    tagIds: 'a,b',
  });
});

test('empty and missing values leave the address', () => {
  assert.equal(stringifySearch({ q: '', page: undefined, year: null }), '');
  assert.equal(
    stringifySearch({ q: 'ข่าว', page: 2 }),
    '?q=%E0%B8%82%E0%B9%88%E0%B8%B2%E0%B8%A7&page=2',
  );
});

test('an address within an address comes back as it was', () => {
  const next = '/siam-tv/projects?q=a&page=2#preset';
  assert.deepEqual(parseSearch(stringifySearch({ next })), { next });
});
