import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './test-until.ts';

test('a wait asks again until there is an answer, and gives it', async () => {
  const answers = [undefined, null, false, Promise.resolve(null), 0];
  assert.equal(await until('an answer', () => answers.shift(), { everyMs: 0 }), 0);
  assert.equal(answers.length, 0);
});

test('a wait ends after its time with what it waited for', async () => {
  const waiting = until('the train', () => false, { seconds: 0.02, everyMs: 1 });
  await assert.rejects(waiting, { message: 'waited 0.02 s in vain for the train' });
});

test('an error of what is asked ends the wait', async () => {
  const fails = () => Promise.reject(new Error('derailed'));
  await assert.rejects(until('the train', fails), { message: 'derailed' });
});
