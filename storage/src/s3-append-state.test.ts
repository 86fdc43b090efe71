import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  getArea,
  cutState,
  listDroppedTails,
  createState,
  getMark,
  PART_LIMITS,
} from './s3-append-state.ts';
import type { AppendState, Mark } from './s3-append-state.ts';

const MIB = 1024 * 1024;
const limits = { partBytes: 10, partsPerUpload: 2, copyBytes: 10 };

function createMarkedState(before: Mark, now: Mark): AppendState {
  const etags = Array.from({ length: now.parts }, (_, i) => `"${i}"`);
  return { ...createState('id', limits), etags, before, now };
}

const before = { size: 13, parts: 1, tail: 'old' };
const now = { size: 38, parts: 3, tail: 'new' };
const state = createMarkedState(before, now);

describe('the state of an appendable in S3', () => {
  it('keeps to the limits of S3', () => {
    const { partBytes, partsPerUpload, copyBytes } = PART_LIMITS;
    const volumeBytes = partBytes * partsPerUpload;
    assert.ok(partBytes >= 5 * MIB);
    // The remainder is a part too.
    assert.ok(partsPerUpload < 10_000);
    assert.ok(copyBytes <= 5 * 1024 * MIB);
    assert.ok(copyBytes * 10_000 >= 5 * 1024 * 1024 * MIB, 'the largest object');
    // Only the last part of an upload may be smaller.
    assert.ok(volumeBytes % copyBytes >= 5 * MIB);
  });

  it('goes on where it is, at the end of a part, and in a remainder that is there', () => {
    for (const [size, mark] of [
      [38, now],
      [35, { size: 35, parts: 3, tail: 'new' }],
      [31, { size: 31, parts: 3, tail: 'new' }],
      [30, { size: 30, parts: 3, tail: null }],
      [20, { size: 20, parts: 2, tail: null }],
      [13, before],
      [12, { size: 12, parts: 1, tail: 'old' }],
      [10, { size: 10, parts: 1, tail: null }],
      [0, { size: 0, parts: 0, tail: null }],
    ] as const) {
      assert.deepEqual(getMark(state, size), mark, String(size));
    }
  });

  it('refuses a size whose bytes are in no part and no remainder', () => {
    for (const size of [39, 40, 50, 29, 21, 14, 9, 1]) {
      assert.throws(() => getMark(state, size), { kind: 'bad_offset' }, String(size));
    }
    const whole = createMarkedState(before, { size: 20, parts: 2, tail: null });
    for (const size of [21, 30]) assert.throws(() => getMark(whole, size), { kind: 'bad_offset' });
    assert.deepEqual(getMark(whole, 20), whole.now);
  });

  it('that is cut forgets the parts beyond, and was never longer', () => {
    const cut = cutState(state, 13);
    assert.deepEqual(cut, { ...state, etags: ['"0"'], now: before, before });
    assert.throws(() => getMark(cut, 20), { kind: 'bad_offset' });
  });

  it('drops a remainder that neither of its marks needs any more, once', () => {
    const next = { size: 39, parts: 3, tail: 'next' };
    assert.deepEqual(listDroppedTails(state, createMarkedState(now, next)), ['old']);
    assert.deepEqual(listDroppedTails(state, createMarkedState(next, next)), ['new', 'old']);
    assert.deepEqual(listDroppedTails(createMarkedState(now, now), createMarkedState(next, next)), [
      'new',
    ]);
    assert.deepEqual(listDroppedTails(state, cutState(state, 13)), ['new']);
    const none = { size: 20, parts: 2, tail: null };
    assert.deepEqual(listDroppedTails(createMarkedState(none, none), state), []);
  });

  it('lies in an area that no other key leads into', () => {
    assert.equal(getArea('a/b/c'), '.appending/a!b!c');
  });
});
