import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameCodec } from './codec.ts';

test('a codec is called by its name, an unknown one as it stands', () => {
  assert.equal(nameCodec('avc1.64001f'), 'H.264');
  assert.equal(nameCodec('mp4a.40.2'), 'AAC');
  assert.equal(nameCodec('xyz1.1'), 'xyz1.1');
});
