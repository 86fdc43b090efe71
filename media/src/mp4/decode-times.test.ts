import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecodeTimes, measureReorderDepth, toDelayTicks } from './decode-times.ts';

/** Orders in which encoders decode a group of frames: its places in presentation order. */
const GROUPS = {
  'no B frames': [0],
  'one B frame': [1, 0],
  'two B frames': [2, 0, 1],
  'three B frames in a pyramid': [3, 1, 0, 2],
  'three B frames without a pyramid': [3, 0, 1, 2],
  'seven B frames in a pyramid': [7, 3, 1, 0, 2, 5, 4, 6],
};

let seed = 7;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >> 8) % below;
};

/** Presentation times in decode order, of frames that last as told. */
function toGop(order: readonly number[], lengths: readonly number[]): [number[], end: number] {
  let at = 0;
  const shown = lengths.map((length) => (at += length) - length);
  const places = [0];
  while (places.length < lengths.length) {
    const first = places.length;
    places.push(...order.map((place) => first + place).filter((place) => place < lengths.length));
  }
  return [places.map((place) => shown[place] ?? 0), at];
}

const FRAME = 3000;
const delayOf = (shown: number[]): number =>
  toDelayTicks(measureReorderDepth(shown), FRAME, 90_000);

test('the depth of a group is the number of frames that are decoded before one shown before them', () => {
  const depths = Object.values(GROUPS).map((order) =>
    measureReorderDepth(toGop(order, Array<number>(40).fill(1))[0]),
  );
  assert.deepEqual(depths, [0, 1, 1, 2, 1, 3]);
});

test('a delay has frames of 50 ms at most, and never less than a tick for each', () => {
  assert.equal(toDelayTicks(2, 3000, 90_000), 6000);
  assert.equal(toDelayTicks(2, 427.1, 12_800), 856);
  assert.equal(toDelayTicks(3, 90_000, 90_000), 13_500);
  assert.equal(toDelayTicks(2, 1, 1), 2);
  assert.equal(toDelayTicks(0, 3000, 90_000), 0);
});

for (const [name, order] of Object.entries(GROUPS))
  test(`${name}: decode times of a constant rate are the sorted times`, () => {
    const [shown] = toGop(order, Array<number>(50).fill(FRAME));
    assert.deepEqual(
      listDecodeTimes(shown, delayOf(shown)),
      shown.toSorted((a, b) => a - b),
    );
  });

for (const [name, order] of Object.entries(GROUPS))
  test(`${name}: decode times rise from the first frame, near to what is shown, whatever stands still`, () => {
    for (let round = 0; round < 3000; round++) {
      const lengths = Array.from({ length: 1 + random(30) }, () => {
        const kind = random(10);
        if (kind === 0) return FRAME * (2 + random(200));
        return kind < 4 ? 1 + random(2 * FRAME) : FRAME;
      });
      const [shown, end] = toGop(order, lengths);
      const delay = delayOf(shown);
      const decode = listDecodeTimes(shown, delay);
      assert.equal(decode[0], 0);
      for (const [n, at] of decode.entries()) {
        const next = decode[n + 1] ?? end;
        assert(next > at, `${round}: ${n} rises`);
        assert(at <= (shown[n] ?? 0) + delay, `${round}: ${n} is decoded before it is shown`);
        // Players add the length of a sample to its time, and hold the sum for the end of the media.
        assert((shown[n] ?? 0) + next - at <= end + delay, `${round}: ${n} reaches beyond the end`);
      }
    }
  });

test('without a delay decode times are the sorted times', () => {
  assert.deepEqual(listDecodeTimes([0, 40, 10, 20], 0), [0, 10, 20, 40]);
});
