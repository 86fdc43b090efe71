import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPending, createRecent, type Notice } from './rules.ts';

const noticeOf = (key: string): Notice => ({
  teamId: 'siam',
  projectId: null,
  accountId: null,
  subject: 'video',
  key,
});
const keysAfter = (recent: ReturnType<typeof createRecent>, position: string) =>
  recent.findAfter(position)?.map(({ key }) => key);

test('what came after a position is found, and a position before all of it is none', () => {
  const recent = createRecent();
  const first = recent.getPosition();
  assert.deepEqual(keysAfter(recent, first), []);
  recent.add(noticeOf('a'));
  const second = recent.getPosition();
  recent.add(noticeOf('b'));
  assert.deepEqual(keysAfter(recent, first), ['a', 'b']);
  assert.deepEqual(keysAfter(recent, second), ['b']);
  assert.deepEqual(keysAfter(recent, recent.getPosition()), []);
  assert.equal(keysAfter(recent, createRecent().getPosition()), undefined);
});

test('who was away for too long, or while something was missed, has no position any more', () => {
  const recent = createRecent();
  const start = recent.getPosition();
  for (let n = 0; n < 1000; n += 1) recent.add(noticeOf(String(n)));
  assert.equal(keysAfter(recent, start)?.length, 1000);
  const late = recent.getPosition();
  recent.add(noticeOf('last'));
  assert.equal(keysAfter(recent, start), undefined);
  assert.deepEqual(keysAfter(recent, late), ['last']);
  recent.startAnew();
  assert.equal(keysAfter(recent, late), undefined);
  assert.deepEqual(keysAfter(recent, recent.getPosition()), []);
});

test('a listener that goes on is told so, unless something may have been missed after all', () => {
  const pending = createPending();
  const take = () => pending.take({ accountId: 'nok', role: 'admin', projectIds: null });
  assert.equal(pending.isEmpty(), true);
  pending.addResumed();
  assert.equal(pending.isEmpty(), false);
  assert.deepEqual(take(), { changes: [], resumed: true });
  assert.equal(take(), null);
  pending.addResumed();
  pending.addMissed();
  assert.deepEqual(take(), { changes: [] });
});
