import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseCreators,
  chooseDate,
  chooseDateType,
  chooseSort,
  chooseStates,
  chooseTags,
  isFiltered,
  toVideoQuery,
  readVideoSearch,
  turnTo,
} from './video-search.ts';

test('the address is read by the names of the specification', () => {
  const search = readVideoSearch({
    q: ' ข่าว ',
    dateFilterType: 'month',
    month: '11',
    year: '2026',
    tagIds: 'a,b,,a',
  });
  assert.equal(search.q, 'ข่าว');
  assert.deepEqual(search.date, { type: 'month', year: 2026, month: 11 });
  assert.deepEqual(search.tagIds, ['a', 'b']);
});

test('a date that is half there, reversed or of no calendar filters nothing', () => {
  for (const raw of [
    { dateFilterType: 'month', year: '2026' },
    { dateFilterType: 'month', year: '2026', month: '13' },
    { dateFilterType: 'year', year: '2000' },
    { dateFilterType: 'dateRange', startDate: '2026-11-01' },
    { dateFilterType: 'dateRange', startDate: '2026-11-02', endDate: '2026-11-01' },
    { dateFilterType: 'dateRange', startDate: '2026-02-30', endDate: '2026-03-01' },
    { dateFilterType: 'week', year: '2026' },
    { year: '2026' },
  ]) {
    assert.equal(readVideoSearch(raw).date, undefined, JSON.stringify(raw));
    assert.ok(!isFiltered(readVideoSearch(raw)));
  }
});

test('a chosen date writes its own parameters and clears the others and the page', () => {
  const day = { type: 'dateRange', start: '2026-11-01', end: '2026-11-19' } as const;
  const change = chooseDate(day);
  assert.deepEqual(readVideoSearch(change).date, day);
  assert.ok('month' in change && change['month'] === undefined);
  assert.ok('next' in change && change['next'] === undefined);
  const year = { type: 'year', year: 2026 } as const;
  assert.equal(chooseDate(year)['year'], 2026);
  assert.deepEqual(chooseDateType('month')['dateFilterType'], 'month');
  assert.equal(chooseTags(['a', 'b'])['tagIds'], 'a,b');
});

test('turning a page replaces the token of the other side', () => {
  assert.deepEqual(turnTo('next', 'x'), { next: 'x', previous: undefined });
  assert.deepEqual(turnTo('previous', 'y'), { next: undefined, previous: 'y' });
});

test('the call carries only what narrows the list', () => {
  assert.deepEqual(toVideoQuery(readVideoSearch({}), undefined), {});
  assert.deepEqual(toVideoQuery(readVideoSearch({ dateFilterType: 'year' }), 'p'), {
    projectKey: 'p',
  });
  const raw = { q: 'x', dateFilterType: 'year', year: '2026', tagIds: 'a,b', next: 't' };
  assert.deepEqual(toVideoQuery(readVideoSearch(raw), 'p'), {
    projectKey: 'p',
    q: 'x',
    dateFilterType: 'year',
    year: 2026,
    tagIds: 'a,b',
    next: 't',
  });
});

test('states, people and an order are read from the address, without unknown ones', () => {
  const search = readVideoSearch({
    states: 'failed,lost,uploading',
    creatorIds: 'a,a',
    sort: 'title',
  });
  assert.deepEqual(search.states, ['uploading', 'failed']);
  assert.deepEqual(search.creatorIds, ['a']);
  assert.deepEqual(search.sort, { by: 'title', order: 'asc' });
  assert.equal(readVideoSearch({ sort: 'views' }).sort, undefined);
  assert.deepEqual(readVideoSearch({ sort: 'size', order: 'up' }).sort, {
    by: 'size',
    order: 'desc',
  });
  assert.deepEqual(toVideoQuery(search, undefined), {
    states: 'uploading,failed',
    creatorIds: 'a',
    sort: 'title',
    order: 'asc',
  });
});

test('a choice of states, people or order begins at the first page', () => {
  for (const change of [
    chooseStates(['failed']),
    chooseCreators(['a']),
    chooseSort({ by: 'size', order: 'asc' }),
  ]) {
    assert.ok('next' in change && change['next'] === undefined);
  }
  assert.ok(isFiltered(readVideoSearch(chooseStates(['failed']))));
  assert.ok(!isFiltered(readVideoSearch(chooseSort({ by: 'size', order: 'asc' }))));
});
