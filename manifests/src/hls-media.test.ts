import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { StreamDescription } from '@kinora/contract/stream';
import { writeMediaPlaylist } from './hls.ts';
import { multivariant } from './test-playlists.ts';
import { audio, stream } from './test-stream.ts';

test('RFC 8216 §4.3.1: the first line is EXTM3U and the version allows EXT-X-MAP (§7)', () => {
  const playlists = [multivariant(), writeMediaPlaylist(stream(), 'v720')?.split('\n') ?? []];
  for (const lines of playlists) {
    assert.equal(lines[0], '#EXTM3U');
    assert.equal(lines[1], '#EXT-X-VERSION:7');
    assert.equal(lines.filter((line) => line.startsWith('#EXT-X-VERSION')).length, 1);
    assert.equal(lines.at(-1), '', 'the last line is ended');
  }
});

test('RFC 8216 §4.3.5.1: segments are declared independent in every playlist', () => {
  assert.ok(multivariant().includes('#EXT-X-INDEPENDENT-SEGMENTS'));
  assert.match(writeMediaPlaylist(stream(), 'a1') ?? '', /^#EXT-X-INDEPENDENT-SEGMENTS$/m);
});

test('a media playlist lists its init segment and every segment with its exact duration, and ends', () => {
  const text = writeMediaPlaylist(
    stream({
      videoSegments: {
        timescale: 30000,
        runs: [
          { count: 2, ticks: 180180 },
          { count: 1, ticks: 45045 },
        ],
      },
    }),
    'v720',
  );
  assert.equal(
    text,
    [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="v720/init.mp4"',
      '#EXTINF:6.006000,',
      'v720/1.m4s',
      '#EXTINF:6.006000,',
      'v720/2.m4s',
      '#EXTINF:1.501500,',
      'v720/3.m4s',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n'),
  );
});

test('audio has its own segment borders', () => {
  assert.match(writeMediaPlaylist(stream(), 'a1') ?? '', /#EXTINF:6\.016000,\na1\/1\.m4s\n/);
});

test('RFC 8216 §4.3.3.1: no rounded segment is longer than the target duration, also in audio (§6.2.4)', () => {
  const uneven = stream({
    videoSegments: { timescale: 1000, runs: [{ count: 1, ticks: 6500 }] },
    audio: [audio('a1', { segments: { timescale: 1000, runs: [{ count: 1, ticks: 7499 }] } })],
  });
  for (const id of ['v720', 'a1'])
    assert.match(writeMediaPlaylist(uneven, id) ?? '', /^#EXT-X-TARGETDURATION:7$/m);
  const blink = stream({
    audio: [],
    videoSegments: { timescale: 1000, runs: [{ count: 1, ticks: 40 }] },
  });
  assert.match(writeMediaPlaylist(blink, 'v720') ?? '', /^#EXT-X-TARGETDURATION:1$/m);
});

test('rounding of durations does not add up over a long stream', () => {
  const long = stream({
    videoSegments: { timescale: 24_000_000, runs: [{ count: 6000, ticks: 144_143_997 }] },
  });
  const text = writeMediaPlaylist(long, 'v720') ?? '';
  const sum = [...text.matchAll(/#EXTINF:(\d+\.\d{6}),/g)].reduce(
    (total, match) => total + Math.round(Number(match[1]) * 1e6),
    0,
  );
  const exact = Number((144_143_997n * 6000n * 1_000_000n) / 24_000_000n);
  assert.ok(Math.abs(sum - exact) <= 1, `${sum} ${exact}`);
});

test('a stream that was described before keeps the numbers that its viewers have begun with', () => {
  for (const first of [0, 1] as const) {
    const text = writeMediaPlaylist(stream({ firstMediaSequence: first }), 'v720');
    assert.match(text ?? '', new RegExp(`#EXT-X-MEDIA-SEQUENCE:${first}\n`));
  }
  const { firstMediaSequence, ...before } = stream();
  assert.equal(firstMediaSequence, 0);
  assert.equal(StreamDescription.parse(before).firstMediaSequence, 1);
});
