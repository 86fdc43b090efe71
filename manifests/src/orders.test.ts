import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createAudioGroups } from './hls-audio.ts';
import { read, setsOf } from './test-mpd.ts';
import { multivariant, variants } from './test-playlists.ts';
import { audio, video } from './test-stream.ts';

test('players begin near 2 Mbit/s also where that rendition stands first', () => {
  const [first] = variants(multivariant({ video: [video(720, 2_000_000), video(360, 800_000)] }));
  assert.equal(first?.['uri'], 'rev1/v720.m3u8');
});

test('a set of pictures has the highest frame rate of its renditions, wherever it stands', () => {
  const at = (numerator: number) => ({ frameRate: { numerator, denominator: 1 } });
  for (const rates of [
    [25, 50],
    [50, 25],
  ]) {
    const [set] = setsOf(
      read({ video: rates.map((rate, n) => video(360 * (n + 1), 1, at(rate))) }),
      'video',
    );
    assert.equal(set?.attributes['maxFrameRate'], '50');
  }
});

test('ISO/IEC 23009-1 §5.3.7: segments of pictures and sound begin with a stream access point', () => {
  for (const kind of ['video', 'audio']) {
    const [set] = setsOf(read(), kind);
    assert.equal(set?.attributes['startWithSAP'], '1', kind);
    assert.equal(set?.attributes['segmentAlignment'], 'true', kind);
  }
});

test('sound alone in two codecs of one family names both', () => {
  const sounds = [audio('a1'), audio('a2', { codec: 'mp4a.40.5', name: 'Other' })];
  const [variant] = variants(multivariant({ video: [], videoSegments: null, audio: sounds }));
  assert.equal(variant?.['CODECS'], '"mp4a.40.2,mp4a.40.5"');
});

test('no sound makes no group', () => {
  assert.deepEqual(createAudioGroups([]), []);
});
