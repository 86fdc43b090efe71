import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameCodec } from './codec.ts';

test('a codec is called by its name, an unknown one as it stands', () => {
  assert.equal(nameCodec('avc1.64001f'), 'H.264');
  assert.equal(nameCodec('mp4a.40.2'), 'AAC');
  assert.equal(nameCodec('xyz1.1'), 'xyz1.1');
});

test('a source’s codec is called by the same name as an output’s', () => {
  assert.equal(nameCodec('h264'), nameCodec('avc1.64001f'));
  assert.equal(nameCodec('hevc'), nameCodec('hvc1.1.6'));
  assert.equal(nameCodec('pcm_s24le'), 'PCM');
});
