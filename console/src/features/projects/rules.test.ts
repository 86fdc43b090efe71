import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProjectSearch } from './rules.ts';

test('an address without a sound page number shows the first page', () => {
  const sort = 'lastActivityAt';
  assert.deepEqual(readProjectSearch({ page: '3', q: ' ข่าว ' }), { page: 3, sort, q: 'ข่าว' });
  assert.deepEqual(readProjectSearch({ sort: 'name' }), { page: 1, sort: 'name' });
  assert.deepEqual(readProjectSearch({ sort: 'size' }), { page: 1, sort });
  for (const page of ['0', '-1', '1.5', 'x', '100001', undefined]) {
    assert.deepEqual(readProjectSearch({ page }), { page: 1, sort });
  }
});
