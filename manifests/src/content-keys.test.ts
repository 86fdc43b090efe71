import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeyId, getTrackClass, isWithin, listContentKeys } from './content-keys.ts';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';

const [SD, HD, OLD] = ['5d'.repeat(16), 'bd'.repeat(16), '01'.repeat(16)];
const encryption = {
  method: 'cbcs' as const,
  iv: '0'.repeat(32),
  systems: [],
  pssh: [],
  videoKeyId: OLD,
  audioKeyId: 'aa'.repeat(16),
};

test('a rendition is of the class of its shorter side', () => {
  const classOf = (width: number, height: number) =>
    getTrackClass(createTestVideo(height, { width }));
  assert.deepEqual(
    [classOf(1024, 576), classOf(576, 1024), classOf(1280, 720), classOf(1080, 1920)],
    ['sd', 'sd', 'hd', 'hd'],
  );
  assert.deepEqual([classOf(1920, 1088), classOf(2560, 1440)], ['hd', 'uhd']);
});

test('a rendition that names no key has that of its kind of track', () => {
  const audio = createTestAudio('a1');
  const stream = createTestStream({ encryption });
  assert.equal(findKeyId(stream, createTestVideo(360)), OLD);
  assert.equal(findKeyId(stream, createTestVideo(360, { keyId: SD })), SD);
  assert.equal(findKeyId(stream, audio), encryption.audioKeyId);
  assert.equal(findKeyId({ encryption: null }, createTestVideo(360, { keyId: SD })), null);
});

test('a key that opens several classes counts as the highest of them', () => {
  const video = [createTestVideo(360), createTestVideo(2160), createTestVideo(1080)];
  const old = createTestStream({ encryption, video, audio: [createTestAudio('a1')] });
  assert.deepEqual(
    [...listContentKeys(old)],
    [
      [OLD, 'uhd'],
      [encryption.audioKeyId, 'audio'],
    ],
  );
  const keyed = createTestStream({
    encryption,
    video: [createTestVideo(360, { keyId: SD }), createTestVideo(720, { keyId: HD })],
  });
  assert.deepEqual([...listContentKeys(keyed).values()], ['sd', 'hd']);
});

test('who may see a class may hear it, and see what is below', () => {
  assert.deepEqual(
    (['audio', 'sd', 'hd', 'uhd'] as const).map((one) => isWithin(one, 'hd')),
    [true, true, true, false],
  );
});
