import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BATCH_KEYS } from '@kinora/contract/bounds';
import {
  countAll,
  extend,
  getPagePart,
  isEmpty,
  isPicked,
  mayHoldEncrypted,
  NOTHING,
  selectAll,
  toFilter,
  toggle,
  togglePage,
} from './selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];
const other = ['f', 'g'];

test('no more is picked than one call takes', () => {
  const many = Array.from({ length: MAX_BATCH_KEYS + 5 }, (_, index) => `k${index}`);
  assert.equal(togglePage(NOTHING, many).picked.size, MAX_BATCH_KEYS);
});

test('a row is picked and let go', () => {
  const one = toggle(NOTHING, page, 'b');
  assert.deepEqual([...one.picked], ['b']);
  assert.ok(isEmpty(toggle(one, page, 'b')));
});

test('a range is as its beginning is, upwards and downwards, and keeps its beginning', () => {
  const down = extend(toggle(NOTHING, page, 'b'), page, 'd');
  assert.deepEqual([...down.picked], ['b', 'c', 'd']);
  const wider = extend(down, page, 'a');
  assert.deepEqual([...wider.picked].sort(), ['a', 'b', 'c', 'd']);
  const off = extend(toggle(wider, page, 'c'), page, 'd');
  assert.deepEqual([...off.picked].sort(), ['a', 'b']);
});

test('a range whose beginning is on another page picks one row', () => {
  const one = extend(toggle(NOTHING, page, 'b'), other, 'g');
  assert.deepEqual([...one.picked], ['b', 'g']);
});

test('a page is picked beside what other pages have, and let go once it is whole', () => {
  const some = toggle(toggle(NOTHING, other, 'g'), page, 'c');
  assert.equal(getPagePart(some, page), 'some');
  const whole = togglePage(some, page);
  assert.equal(getPagePart(whole, page), 'all');
  assert.deepEqual([...togglePage(whole, page).picked], ['g']);
  assert.equal(getPagePart(NOTHING, []), 'none');
});

test('all that match has every row; a row less leaves the rest of its page', () => {
  const all = selectAll();
  assert.ok(isPicked(all, 'on a page never seen') && !isEmpty(all));
  const less = toggle(all, page, 'c');
  assert.deepEqual([[...less.picked], less.isAll], [['a', 'b', 'd', 'e'], false]);
  assert.ok(isEmpty(togglePage(all, page)));
});

test('a filter is the query of a list without its page and order', () => {
  const query = { projectKey: 'p', q: 'x', sort: 'title', order: 'asc', next: 'n', previous: 'p' };
  assert.deepEqual(toFilter(query), { projectKey: 'p', q: 'x' });
});

test('all that match are counted as far as the list counts them and each may be changed', () => {
  const whole = { total: 12, isTotalCapped: false };
  const capped = { total: 1000, isTotalCapped: true };
  assert.deepEqual(countAll(whole, true), { count: 12, known: 'exact' });
  assert.deepEqual(countAll(capped, true), { count: 1000, known: 'atLeast' });
  for (const total of [whole, capped, undefined])
    assert.equal(countAll(total, false).known, 'unknown');
});

test('keys may be replaced unless it is known that no picked video has one', () => {
  const of = (key: string, isEncrypted: boolean) => ({ key, vod: { isEncrypted } });
  const page = [of('a', false), of('b', true)];
  const pick = (...keys: string[]) => ({ ...NOTHING, picked: new Set(keys) });
  assert.equal(mayHoldEncrypted(pick('a'), page, 2), false);
  assert.equal(mayHoldEncrypted(pick('a', 'b'), page, 2), true);
  assert.equal(mayHoldEncrypted(pick('a', 'of another page'), page, 3), true);
  const plain = [of('a', false)];
  assert.equal(mayHoldEncrypted({ ...NOTHING, isAll: true }, plain, 1), false);
  assert.equal(mayHoldEncrypted({ ...NOTHING, isAll: true }, plain, 2), true);
});
