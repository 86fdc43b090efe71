import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeClaims } from './claims.ts';
import { createLeaseBook, LEASE_SEC } from './leases.ts';

const SEC = 1000;

function open(maxViewers?: number) {
  const clock = { nowMs: 0 };
  const book = createLeaseBook(() => clock.nowMs, maxViewers);
  const stream = (session: string, more: object = {}) => ({
    teamId: 'team1',
    viewer: 'anna',
    session,
    token: 'a token',
    ...more,
  });
  const take = (session: string, more: { max?: number; viewer?: string; teamId?: string } = {}) => {
    const { max = 2, ...who } = more;
    return book.take(stream(session, who), max) !== null;
  };
  return { clock, book, stream, take };
}

test('a viewer has so many streams at once, which renewals of the same one don’t change', () => {
  const { clock, take } = open();
  assert.ok(take('one') && take('two'));
  assert.ok(!take('three'));
  for (let n = 0; n < 5; n += 1) {
    clock.nowMs += (LEASE_SEC / 2) * SEC;
    assert.ok(take('one') && take('two'));
    assert.ok(!take('three'));
  }
  // The second one is not renewed any more.
  clock.nowMs += LEASE_SEC * SEC - 1;
  assert.ok(take('one') && !take('three'));
  clock.nowMs += 1;
  assert.ok(take('three') && !take('two'));
});

test('viewers and teams are counted apart, and the token at hand says how many', () => {
  const { take } = open();
  assert.ok(take('one', { max: 1 }));
  assert.ok(!take('two', { max: 1 }));
  assert.ok(take('two', { max: 1, viewer: 'ben' }));
  assert.ok(take('two', { max: 1, teamId: 'team2' }));
  // A team's id and a viewer's name are kept apart, whatever they contain.
  assert.ok(take('two', { max: 1, teamId: 'team1 anna', viewer: 'x' }));
  assert.ok(take('two', { max: 2 }));
  assert.ok(!take('three', { max: 1 }));
});

test('a stream that got no licence is given back, and one that had a lease keeps it', () => {
  const { book, stream, take } = open();
  const giveBack = book.take(stream('one'), 1);
  assert.ok(giveBack && !take('two', { max: 1 }));
  giveBack();
  const first = book.take(stream('two'), 1);
  const renewed = book.take(stream('two'), 1);
  assert.ok(first && renewed);
  renewed();
  assert.ok(!take('three', { max: 1 }));
});

test('only who has session and token of a lease releases it', () => {
  const { book, stream, take } = open();
  assert.ok(take('one', { max: 1 }));
  for (const other of [
    { session: 'two' },
    { token: 'another' },
    { token: '' },
    { viewer: 'ben' },
    { teamId: 'team2' },
  ]) {
    book.release(stream('one', other));
    assert.ok(!take('two', { max: 1 }), JSON.stringify(other));
  }
  book.release(stream('one'));
  assert.ok(take('two', { max: 1 }));
});

test('it keeps a bounded number of viewers, and forgets first who was seen last long ago', () => {
  const { take } = open(3);
  for (const viewer of ['anna', 'ben', 'cem']) assert.ok(take('one', { max: 1, viewer }));
  assert.ok(take('one', { max: 1, viewer: 'anna' }));
  assert.ok(take('one', { max: 1, viewer: 'dao' }));
  for (const viewer of ['anna', 'cem', 'dao']) assert.ok(!take('two', { max: 1, viewer }), viewer);
  assert.ok(take('two', { max: 1, viewer: 'ben' }));
});

test('a token that counts streams names its viewer, and lets nothing be kept', () => {
  const judge = (more: object) =>
    judgeClaims({ video: 'vid1', exp: 600, ...more }, { videoKey: 'vid1', nowSec: 0 });
  const streamsOf = (more: object) => {
    const judged = judge(more);
    return 'streams' in judged ? judged.streams : judged.reason;
  };
  assert.equal(streamsOf({}), null);
  assert.equal(streamsOf({ sub: 7 }), null);
  for (const max of [1, 100]) {
    assert.deepEqual(streamsOf({ max_streams: max, sub: 'anna' }), { viewer: 'anna', max });
  }
  const longest = 'ก'.repeat(200);
  assert.deepEqual(streamsOf({ max_streams: 1, sub: longest }), { viewer: longest, max: 1 });
  for (const max_streams of [0, 101, -1, 1.5, '1', null, true, [], Number.NaN]) {
    assert.equal(streamsOf({ max_streams, sub: 'anna' }), 'license_token_invalid');
  }
  for (const sub of [undefined, '', 7, null, {}, 'a'.repeat(201)]) {
    assert.equal(streamsOf({ max_streams: 1, sub }), 'license_token_invalid');
  }
  const kept = { max_streams: 1, sub: 'anna', persistent: true };
  assert.equal(streamsOf(kept), 'license_token_invalid');
  assert.deepEqual(streamsOf({ ...kept, persistent: false }), { viewer: 'anna', max: 1 });
});

test('a team that names viewers without end makes no other team’s limits forget', () => {
  const { clock, take } = open(4);
  for (const viewer of ['anna', 'ben']) assert.ok(take('one', { max: 1, viewer }));
  for (let n = 0; n < 20; n += 1) assert.ok(take('one', { viewer: `${n}`, teamId: 'team2' }));
  for (const viewer of ['anna', 'ben']) assert.ok(!take('two', { max: 1, viewer }), viewer);
  assert.ok(!take('two', { max: 1, viewer: '19', teamId: 'team2' }));
  assert.ok(take('two', { max: 1, viewer: '17', teamId: 'team2' }), 'its own was forgotten');
  // Leases that have ended make room first, of whichever team.
  clock.nowMs += LEASE_SEC * SEC;
  for (const viewer of ['cem', 'dao', 'eva', 'fon']) assert.ok(take('one', { max: 1, viewer }));
  for (const viewer of ['cem', 'dao', 'eva', 'fon']) assert.ok(!take('two', { max: 1, viewer }));
});

test('it keeps a bounded number of streams, however few viewers have them', () => {
  const { book, stream, take } = open(6);
  for (const viewer of ['anna', 'ben', 'cem']) assert.ok(take('one', { max: 1, viewer }));
  const many = { max: 100, viewer: 'dao', teamId: 'team2' };
  for (const session of ['one', 'two', 'three']) assert.ok(take(session, many));
  assert.ok(!take('four', { ...many, max: 3 }));
  // Its team has fewer viewers than the other one, and more streams.
  assert.ok(take('four', many));
  assert.ok(take('five', { ...many, max: 1 }), 'its own were forgotten');
  for (const viewer of ['anna', 'ben', 'cem']) assert.ok(!take('two', { max: 1, viewer }), viewer);
  // Released leases make room.
  book.release(stream('one'));
  for (const session of ['six', 'seven', 'eight']) assert.ok(take(session, many));
  assert.ok(!take('nine', { ...many, max: 4 }));
});
