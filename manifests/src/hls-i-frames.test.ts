import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { KeyFrames } from '@kinora/contract/stream';
import { hasIFramePlaylist, writeIFramePlaylist } from './hls-i-frames.ts';
import { attributes, multivariant } from './test-playlists.ts';
import { cbcs, stream, video } from './test-stream.ts';

const rates = { peakBps: 400_000, averageBps: 300_000, measured: true };
const pictured = [video(720, 2_300_000, { iFrames: rates }), video(360, 800_000)];
const keyFrames: KeyFrames = {
  segments: [
    [
      [0, 5000, 90_090],
      [41_000, 4000, 90_090],
    ],
    [[0, 5100, 180_180]],
  ],
};
const AES = { method: 'aes-128', keyUri: 'k' } as const;

const iFrameLines = (more: Parameters<typeof multivariant>[0]) =>
  multivariant(more).filter((line) => line.startsWith('#EXT-X-I-FRAME-STREAM-INF:'));

test('RFC 8216 §4.3.4.3: a rendition whose key frames are known has an I-frame variant with its own rates', () => {
  assert.deepEqual(iFrameLines({ video: pictured }).map(attributes), [
    {
      BANDWIDTH: '400000',
      'AVERAGE-BANDWIDTH': '300000',
      CODECS: '"avc1.64001f"',
      RESOLUTION: '1280x720',
      'VIDEO-RANGE': 'SDR',
      URI: '"rev1/v720-iframes.m3u8"',
    },
  ]);
});

test('RFC 8216 §4.3.3.6, §4.3.2.2: an I-frame playlist names each picture as a range of its segment', () => {
  assert.equal(
    writeIFramePlaylist(stream({ video: pictured }), 'v720', keyFrames),
    [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-I-FRAMES-ONLY',
      '#EXT-X-MAP:URI="v720/init.mp4"',
      '#EXTINF:3.003000,',
      '#EXT-X-BYTERANGE:5000@0',
      'v720/1.m4s',
      '#EXTINF:3.003000,',
      '#EXT-X-BYTERANGE:4000@41000',
      'v720/1.m4s',
      '#EXTINF:6.006000,',
      '#EXT-X-BYTERANGE:5100@0',
      'v720/2.m4s',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  );
});

test('the key of the pictures is that of the video', () => {
  const text = writeIFramePlaylist(
    stream({ video: pictured, encryption: cbcs(['fairplay']) }),
    'v720',
    keyFrames,
  );
  assert.match(text ?? '', /^#EXT-X-MAP.*\n#EXT-X-KEY:METHOD=SAMPLE-AES.*KEYID=0x11111111/m);
});

test('there is no I-frame playlist without key frames, of what is not listed, or of whole encrypted files', () => {
  const unlisted = [video(720, 2_300_000, { iFrames: rates, ready: false }), video(360, 800_000)];
  const without: [Parameters<typeof stream>[0], string][] = [
    [{ video: pictured }, 'v360'],
    [{ video: pictured }, 'a1'],
    [{ video: unlisted }, 'v720'],
    [{ video: pictured, encryption: AES }, 'v720'],
  ];
  for (const [more, id] of without) {
    assert.equal(hasIFramePlaylist(stream(more), id), false);
    assert.equal(writeIFramePlaylist(stream(more), id, keyFrames), null);
  }
  assert.deepEqual(iFrameLines({ video: unlisted }), []);
  assert.deepEqual(iFrameLines({ video: pictured, encryption: AES }), []);
  assert.equal(writeIFramePlaylist(stream({ video: pictured }), 'v720', { segments: [[]] }), null);
});
