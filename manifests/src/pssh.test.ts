import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { readPsshData } from './pssh.ts';

const DATA = Buffer.from('what the system reads');

/** ISO/IEC 23001-7 §8.1.1, byte by byte: from version 1 the ids of keys stand before the data. */
function psshBox(version: number, keyIds: number, data = DATA): Buffer {
  const ids = version > 0 ? [uint32(keyIds), Buffer.alloc(16 * keyIds, 0x11)] : [];
  const rest = [Buffer.alloc(16, 0xed), ...ids, uint32(data.length), data];
  const body = Buffer.concat([Buffer.from('pssh'), Buffer.from([version, 0, 0, 0]), ...rest]);
  return Buffer.concat([uint32(body.length + 4), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

test('the data is found in boxes of both versions, however many keys they name', () => {
  for (const box of [psshBox(0, 0), psshBox(1, 0), psshBox(1, 1), psshBox(1, 3)]) {
    assert.deepEqual(readPsshData(box), DATA);
  }
  assert.deepEqual(readPsshData(psshBox(0, 0, Buffer.alloc(0))), Buffer.alloc(0), 'also none');
});

test('what is no box, or ends before its data does, has none', () => {
  const other = psshBox(0, 0);
  other.write('moof', 4, 'latin1');
  assert.equal(readPsshData(other), null);
  for (const whole of [psshBox(0, 0), psshBox(1, 2)]) {
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal(
        readPsshData(whole.subarray(0, length)),
        null,
        `${length} of ${whole.length} bytes`,
      );
    }
  }
});
