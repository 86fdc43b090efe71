import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { writeMediaPlaylist, writeMultivariantPlaylist } from './hls.ts';
import { groups, multivariant, variants } from './test-playlists.ts';
import { audio, stream, video } from './test-stream.ts';

test('RFC 8216 §4.3.4.2: BANDWIDTH is the peak and AVERAGE-BANDWIDTH the mean of video and its largest audio', () => {
  const lines = multivariant({
    audio: [
      audio('a1'),
      audio('a2', {
        name: '5.1',
        channels: 6,
        bandwidth: { peakBps: 400_000, averageBps: 384_000, measured: true },
      }),
    ],
  });
  const top = variants(lines).find((variant) => variant.uri === 'rev1/v1080.m3u8');
  assert.equal(top?.BANDWIDTH, '5700000');
  assert.equal(top?.['AVERAGE-BANDWIDTH'], '5384000');
});

test('RFC 8216 §4.3.4.2: CODECS names every format of video and audio once', () => {
  const lines = multivariant({
    audio: [audio('a1'), audio('a2', { name: 'HE' }), audio('a3', { name: 'X', codec: 'ac-3' })],
  });
  assert.equal(variants(lines)[0]?.CODECS, '"avc1.64001f,mp4a.40.2,ac-3"');
});

test('Apple HLS authoring, multivariant playlist: RESOLUTION and FRAME-RATE stand on every video variant', () => {
  for (const variant of variants(multivariant())) {
    assert.match(variant.RESOLUTION ?? '', /^\d+x\d+$/);
    assert.equal(variant['FRAME-RATE'], '29.970', 'RFC 8216 §4.3.4.2: three decimals');
  }
  const smooth = multivariant({
    video: [video(720, 1, { frameRate: { numerator: 50, denominator: 1 } })],
  });
  assert.equal(variants(smooth)[0]?.['FRAME-RATE'], '50.000');
});

test('RFC 8216 §4.3.4.2: CLOSED-CAPTIONS=NONE stands on every variant, so that no player probes for them', () => {
  for (const variant of variants(multivariant())) assert.equal(variant['CLOSED-CAPTIONS'], 'NONE');
});

test('Apple HLS authoring, video: the variant nearest to 2 Mbit/s comes first, the others rise', () => {
  const uris = variants(multivariant()).map((variant) => variant.uri);
  assert.deepEqual(uris, ['rev1/v720.m3u8', 'rev1/v360.m3u8', 'rev1/v1080.m3u8']);
});

test('a rendition that is not ready is in no playlist', () => {
  const partly = stream({
    video: [video(1080, 5_000_000, { ready: false }), video(360, 800_000)],
  });
  assert.doesNotMatch(writeMultivariantPlaylist(partly) ?? '', /v1080/);
  assert.equal(writeMediaPlaylist(partly, 'v1080'), null);
  assert.equal(writeMediaPlaylist(partly, 'v999'), null);
});

test('there is no multivariant playlist until each media type of the stream can be played', () => {
  const silent = stream({ audio: [audio('a1', { ready: false })] });
  const blind = stream({ video: [video(360, 800_000, { ready: false })] });
  const empty = stream({ video: [], audio: [] });
  for (const waiting of [silent, blind, empty])
    assert.equal(writeMultivariantPlaylist(waiting), null);
});

test('a stream without audio names no audio group', () => {
  const lines = multivariant({ audio: [] });
  assert.deepEqual(groups(lines), []);
  assert.equal(variants(lines)[0]?.AUDIO, undefined);
  assert.equal(variants(lines)[0]?.CODECS, '"avc1.64001f"');
});

test('an audio-only stream is one variant without resolution or frame rate', () => {
  const lines = multivariant({ video: [], videoSegments: null });
  assert.deepEqual(variants(lines), [
    {
      BANDWIDTH: '132000',
      'AVERAGE-BANDWIDTH': '128000',
      CODECS: '"mp4a.40.2"',
      'CLOSED-CAPTIONS': 'NONE',
      uri: 'rev1/a1.m3u8',
    },
  ]);
  assert.deepEqual(groups(lines), []);
});

test('the languages of an audio-only stream are a group, not variants of different content (RFC 8216 §6.2.4)', () => {
  const lines = multivariant({
    video: [],
    videoSegments: null,
    audio: [audio('a1'), audio('a2', { name: 'English', languageCode: 'eng' })],
  });
  assert.equal(variants(lines).length, 1);
  assert.equal(variants(lines)[0]?.AUDIO, '"audio"');
  assert.equal(groups(lines).length, 2);
});

test('an open stream lists every rendition, also those with missing segments', () => {
  const open = stream({
    open: true,
    video: [video(1080, 5_000_000, { ready: false }), video(360, 800_000, { ready: false })],
    audio: [audio('a1', { ready: false })],
  });
  assert.match(writeMultivariantPlaylist(open) ?? '', /^rev1\/v1080\.m3u8$/m);
  for (const id of ['v1080', 'v360', 'a1'])
    assert.match(writeMediaPlaylist(open, id) ?? '', new RegExp(`^${id}/2\\.m4s$`, 'm'));
});

test('the rendition to begin with stands first while it is listed', () => {
  const first = (more: Parameters<typeof multivariant>[0]) => variants(multivariant(more))[0]?.uri;
  assert.equal(first({ firstRenditionId: 'v360' }), 'rev1/v360.m3u8');
  assert.equal(first({ firstRenditionId: 'v999' }), 'rev1/v720.m3u8');
  const withdrawn = [video(720, 2_300_000), video(360, 800_000, { ready: false })];
  assert.equal(first({ firstRenditionId: 'v360', video: withdrawn }), 'rev1/v720.m3u8');
});

test('Apple HLS authoring, video: next to other codecs a playlist begins with H.264, and all are variants', () => {
  const found = variants(
    multivariant({
      video: [
        video(720, 2_000_000, { id: 'v720-hevc', codec: 'hvc1.1.6.L93.B0' }),
        video(720, 2_100_000, { id: 'v720-av1', codec: 'av01.0.05M.08' }),
        video(1080, 6_000_000),
      ],
    }),
  );
  assert.deepEqual(
    found.map(({ uri }) => uri),
    ['rev1/v1080.m3u8', 'rev1/v720-hevc.m3u8', 'rev1/v720-av1.m3u8'],
  );
  assert.equal(found[1]?.CODECS, '"hvc1.1.6.L93.B0,mp4a.40.2"');
});

test('RFC 8216bis §4.4.6.2: VIDEO-RANGE says SDR on every variant with pictures', () => {
  for (const variant of variants(multivariant())) assert.equal(variant['VIDEO-RANGE'], 'SDR');
  const sound = variants(multivariant({ video: [], videoSegments: null }));
  assert.equal(sound[0]?.['VIDEO-RANGE'], undefined);
});
