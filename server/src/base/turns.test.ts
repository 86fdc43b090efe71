import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AppError } from './errors.ts';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to, and says in which order it began. */
function openWork(began: string[]) {
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const start = (name: string) => () => {
    began.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { start, end: (name: string) => ends.get(name) };
}

test('so many work at once, so many wait in order, and the others are asked to come again', async () => {
  const began: string[] = [];
  const work = openWork(began);
  const takeTurn = createTurns(2, 2);
  const taken = ['a', 'b', 'c', 'd'].map((name) => takeTurn(work.start(name)));
  await assert.rejects(takeTurn(work.start('e')), (error) => {
    assert(error instanceof AppError);
    assert.equal(error.code, 'unavailable');
    assert((error.data.retryAfterSeconds ?? 0) > 0);
    return true;
  });
  await setImmediate();
  assert.deepEqual(began, ['a', 'b']);

  work.end('b')?.resolve('of b');
  assert.equal(await taken[1], 'of b');
  // One that comes now waits behind those that waited already.
  const late = takeTurn(work.start('f'));
  await setImmediate();
  assert.deepEqual(began, ['a', 'b', 'c']);

  for (const name of ['a', 'c', 'd', 'f']) {
    work.end(name)?.resolve(`of ${name}`);
    await setImmediate();
  }
  assert.deepEqual(began, ['a', 'b', 'c', 'd', 'f']);
  assert.deepEqual(await Promise.all([...taken, late]), ['of a', 'of b', 'of c', 'of d', 'of f']);
});

test('work that fails gives its turn back', async () => {
  const takeTurn = createTurns(1, 0);
  const fail = () => Promise.reject(new Error('broken'));
  await assert.rejects(takeTurn(fail), /broken/);
  await assert.rejects(
    takeTurn(() => {
      throw new Error('broken at once');
    }),
    /broken at once/,
  );
  assert.equal(await takeTurn(() => Promise.resolve('done')), 'done');
});
