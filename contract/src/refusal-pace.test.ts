import { strict as assert } from 'node:assert';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { delayRefusals, paceRefusals } from './refusal-pace.ts';

const pace = { burst: 3, perSecond: 2, maxWaitMs: 2000, maxWaiting: 10 };

describe('paceRefusals', () => {
  it('lets a burst through, and then so many a second', () => {
    const takeTurn = paceRefusals(pace, () => 1000);
    const waits = Array.from({ length: 6 }, () => takeTurn('a'));
    assert.deepEqual(waits, [0, 0, 0, 500, 1000, 1500]);
  });

  it('takes off what time has passed', () => {
    let nowMs = 1000;
    const takeTurn = paceRefusals(pace, () => nowMs);
    for (let n = 0; n < 4; n += 1) takeTurn('a');
    nowMs += 1000;
    assert.equal(takeTurn('a'), 0);
    nowMs += 60_000;
    const waits = Array.from({ length: 4 }, () => takeTurn('a'));
    assert.deepEqual(waits, [0, 0, 0, 500]);
  });

  it('has a longest wait, after which a network is well again', () => {
    let nowMs = 1000;
    const takeTurn = paceRefusals(pace, () => nowMs);
    const waits = Array.from({ length: 1000 }, () => takeTurn('a'));
    assert.equal(Math.max(...waits), pace.maxWaitMs);
    nowMs += pace.maxWaitMs;
    assert.equal(takeTurn('a'), 0);
  });

  it('counts each network by itself, and forgets the oldest of very many', () => {
    const takeTurn = paceRefusals(pace, () => 1000);
    for (let n = 0; n < 4; n += 1) takeTurn('a');
    assert.equal(takeTurn('b'), 0);
    for (let n = 0; n < 10_000; n += 1) takeTurn(`other ${n}`);
    assert.equal(takeTurn('a'), 0);
  });
});

describe('delayRefusals', () => {
  const long = { burst: 1, perSecond: 0.01, maxWaitMs: 60_000, maxWaiting: 2 };

  it('lets an answer go whose client has left', async () => {
    const refusals = delayRefusals(long);
    await refusals.delay('a', new Writable());
    const answer = new Writable();
    const second = refusals.delay('a', answer);
    answer.destroy();
    await second;
  });

  it('cuts off more than may wait, until others have gone', async () => {
    const refusals = delayRefusals(long);
    const answers = Array.from({ length: 5 }, () => new Writable());
    const [first, , third, fourth, fifth] = answers;
    const waits = answers.slice(0, 4).map((answer) => refusals.delay('a', answer));
    await Promise.all([waits[0], waits[3]]);
    assert.deepEqual([first?.destroyed, third?.destroyed, fourth?.destroyed], [false, false, true]);
    third?.destroy();
    await waits[2];
    const last = refusals.delay('a', fifth ?? new Writable());
    assert.equal(fifth?.destroyed, false);
    refusals.end();
    await last;
  });

  it('lets all go at the end, and what comes later', async () => {
    const refusals = delayRefusals(long);
    await refusals.delay('a', new Writable());
    const second = refusals.delay('a', new Writable());
    refusals.end();
    await second;
    await refusals.delay('a', new Writable());
  });
});
