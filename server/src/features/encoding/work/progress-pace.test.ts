import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createProgressPace, PROGRESS_MS } from './progress-pace.ts';

test('however many segments come, progress is recorded once a second, and the last is not lost', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const now = mock.method(performance, 'now', () => clock);
  let clock = 0;
  const pass = async (ms: number) => {
    clock += ms;
    mock.timers.tick(ms);
    // The test awaits what was recorded.
    for (let n = 0; n < 5; n += 1) await Promise.resolve();
  };
  const recorded: string[][] = [];
  let early: string[] = [];
  const pace = createProgressPace(
    async (keys) => {
      recorded.push(keys);
      return early.splice(0);
    },
    (error) => assert.fail(String(error)),
  );
  pace.add('one');
  await pass(0);
  assert.deepEqual(recorded, [['one']]);
  for (let n = 0; n < 99; n += 1) {
    pace.add(n % 2 === 0 ? 'one' : 'two');
    await pass(PROGRESS_MS / 100);
  }
  assert.deepEqual(recorded, [['one']]);
  // Another worker has just recorded the second one.
  early = ['two'];
  await pass(PROGRESS_MS / 100);
  assert.deepEqual(recorded[1], ['one', 'two']);
  await pass(PROGRESS_MS);
  assert.deepEqual(recorded[2], ['two']);
  await pass(10 * PROGRESS_MS);
  assert.equal(recorded.length, 3);
  pace.close();
  now.mock.restore();
  mock.timers.reset();
});
