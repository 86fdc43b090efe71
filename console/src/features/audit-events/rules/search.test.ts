import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFiltered, readHistorySearch, toHistoryFilter } from './search.ts';

test('the address is read into a filter whose last day is whole, in Thai time', () => {
  const search = readHistorySearch({
    person: 'p',
    type: 'video',
    action: 'deleted',
    from: '2026-11-01',
    to: '2026-11-30',
  });
  assert.deepEqual(toHistoryFilter(search), {
    actorId: 'p',
    subjectType: 'video',
    action: 'video.deleted',
    from: '2026-11-01T00:00:00+07:00',
    to: '2026-12-01T00:00:00+07:00',
  });
});

test('what an address can’t mean is left out', () => {
  const search = readHistorySearch({
    action: 'deleted',
    thing: 'x',
    from: '2026-02-30',
    to: 'soon',
    person: 'x'.repeat(101),
  });
  assert.deepEqual(toHistoryFilter(search), {});
  assert.equal(isFiltered(search), false);
  assert.equal(isFiltered(readHistorySearch({ page: 'token' })), false);
  assert.equal(isFiltered(readHistorySearch({ type: 'video' })), true);
});
