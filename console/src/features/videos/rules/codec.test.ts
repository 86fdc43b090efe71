import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecName } from './codec.ts';

test('a codec is called by its name, an unknown one as it stands', () => {
  assert.equal(codecName('avc1.64001f'), 'H.264');
  assert.equal(codecName('mp4a.40.2'), 'AAC');
  assert.equal(codecName('xyz1.1'), 'xyz1.1');
});
