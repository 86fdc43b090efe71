import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBox, readBoxes, readFragment, writeBox, writeFragment } from './boxes.ts';

const FRAGMENT = {
  decodeTime: 5_000_000_000,
  samples: [
    { duration: 3003, size: 5, flags: 0x02000000, compositionOffset: 0 },
    { duration: 3003, size: 7, flags: 0x01010000, compositionOffset: -3003 },
  ],
};

test('a written fragment reads back as it was, beyond 32 bits of time and with negative offsets', () => {
  const bytes = Buffer.concat([writeFragment(9, FRAGMENT), Buffer.alloc(12)]);
  const [moof, mdat] = readBoxes(bytes);
  assert(moof && mdat);
  assert.deepEqual(readFragment(moof.body), FRAGMENT);
  assert.equal(mdat.body.length, 12);
  assert.equal(findBox(moof.body, ['mfhd'])?.body.readUInt32BE(4), 9);
});

test('the data offset of a fragment points at the first byte after the mdat header', () => {
  const bytes = writeFragment(1, FRAGMENT);
  const moof = findBox(bytes.subarray(0, bytes.length - 8), ['moof']);
  const trun = findBox(moof?.body ?? Buffer.alloc(0), ['traf', 'trun']);
  assert.equal(trun?.body.readInt32BE(8), bytes.length);
});

test('a box that leaves its parent, or is smaller than its header, is refused', () => {
  const long = writeBox('free', Buffer.alloc(4));
  long.writeUInt32BE(400, 0);
  assert.throws(() => readBoxes(long), RangeError);
  const small = writeBox('free');
  small.writeUInt32BE(4, 0);
  assert.throws(() => readBoxes(small), RangeError);
});

test('a 64-bit size is read', () => {
  const box = Buffer.alloc(20);
  box.writeUInt32BE(1, 0);
  box.write('mdat', 4, 'latin1');
  box.writeBigUInt64BE(20n, 8);
  assert.deepEqual(
    readBoxes(box).map(({ type, body }) => [type, body.length]),
    [['mdat', 4]],
  );
});
