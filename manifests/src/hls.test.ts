import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { mediaPlaylist, multivariantPlaylist } from './hls.ts';

const NTSC = { numerator: 30000, denominator: 1001 };

function video(
  height: number,
  averageBps: number,
  more: Partial<VideoRendition> = {},
): VideoRendition {
  return {
    id: `v${height}`,
    codec: 'avc1.64001f',
    width: Math.round((height * 16) / 9 / 2) * 2,
    height,
    frameRate: NTSC,
    bandwidth: { peakBps: averageBps + 300_000, averageBps, measured: true },
    ready: true,
    ...more,
  };
}

function audio(id: string, more: Partial<AudioRendition> = {}): AudioRendition {
  return {
    id,
    codec: 'mp4a.40.2',
    channels: 2,
    sampleRate: 48000,
    languageCode: 'tha',
    name: 'ไทย',
    segments: { timescale: 48000, runs: [{ count: 2, ticks: 288768 }] },
    bandwidth: { peakBps: 132_000, averageBps: 128_000, measured: true },
    ready: true,
    ...more,
  };
}

function stream(more: Partial<StreamDescription> = {}): StreamDescription {
  return {
    version: 1,
    videoKey: 'vid1',
    revisionKey: 'rev1',
    durationMs: 12012,
    videoSegments: { timescale: 30000, runs: [{ count: 2, ticks: 180180 }] },
    video: [video(1080, 5_000_000), video(720, 2_300_000), video(360, 800_000)],
    audio: [audio('a1')],
    coverWidths: [],
    ...more,
  };
}

function multivariant(more: Partial<StreamDescription> = {}): string[] {
  const text = multivariantPlaylist(stream(more));
  assert.ok(text);
  return text.split('\n');
}

/** Attribute lists read as RFC 8216 §4.2 says, by code that shares nothing with the writer. */
function attributes(line: string): Record<string, string> {
  const list = line.slice(line.indexOf(':') + 1);
  const found: Record<string, string> = {};
  let rest = list;
  while (rest !== '') {
    const match = /^([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s]+)(?:,|$)/.exec(rest);
    assert.ok(match?.[1] && match[2], `unreadable attribute list: ${rest}`);
    assert.ok(!(match[1] in found), `${match[1]} stands twice`);
    found[match[1]] = match[2];
    rest = rest.slice(match[0].length);
  }
  return found;
}

const variants = (lines: string[]) =>
  lines.flatMap((line, index) =>
    line.startsWith('#EXT-X-STREAM-INF:')
      ? [{ ...attributes(line), uri: lines[index + 1] } as Record<string, string>]
      : [],
  );
const groups = (lines: string[]) =>
  lines.filter((line) => line.startsWith('#EXT-X-MEDIA:')).map(attributes);

test('RFC 8216 §4.3.1: the first line is EXTM3U and the version allows EXT-X-MAP (§7)', () => {
  const playlists = [multivariant(), mediaPlaylist(stream(), 'v720')?.split('\n') ?? []];
  for (const lines of playlists) {
    assert.equal(lines[0], '#EXTM3U');
    assert.equal(lines[1], '#EXT-X-VERSION:7');
    assert.equal(lines.filter((line) => line.startsWith('#EXT-X-VERSION')).length, 1);
    assert.equal(lines.at(-1), '', 'the last line is ended');
  }
});

test('RFC 8216 §4.3.5.1: segments are declared independent in every playlist', () => {
  assert.ok(multivariant().includes('#EXT-X-INDEPENDENT-SEGMENTS'));
  assert.match(mediaPlaylist(stream(), 'a1') ?? '', /^#EXT-X-INDEPENDENT-SEGMENTS$/m);
});

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

test('RFC 8216 §4.3.4.1: an audio rendition has a group, name, language, channels and address', () => {
  assert.deepEqual(groups(multivariant()), [
    {
      TYPE: 'AUDIO',
      'GROUP-ID': '"audio"',
      NAME: '"ไทย"',
      LANGUAGE: '"th"',
      DEFAULT: 'YES',
      AUTOSELECT: 'YES',
      CHANNELS: '"2"',
      URI: '"rev1/a1.m3u8"',
    },
  ]);
  for (const variant of variants(multivariant())) assert.equal(variant.AUDIO, '"audio"');
});

test('RFC 8216 §4.3.4.1.1: one default, names differ, and only one of a language is chosen by itself', () => {
  const found = groups(
    multivariant({
      audio: [
        audio('a1', { name: 'Main' }),
        audio('a2', { name: 'Main' }),
        audio('a3', { name: 'English', languageCode: 'eng' }),
      ],
    }),
  );
  assert.deepEqual(
    found.map(({ NAME, DEFAULT, AUTOSELECT, LANGUAGE }) => [NAME, DEFAULT, AUTOSELECT, LANGUAGE]),
    [
      ['"Main"', 'YES', 'YES', '"th"'],
      ['"Main (2)"', 'NO', 'NO', '"th"'],
      ['"English"', 'NO', 'YES', '"en"'],
    ],
  );
});

test('RFC 5646 §4.5: an unknown or unreadable language is left out', () => {
  for (const languageCode of ['und', '1a']) {
    const [found] = groups(multivariant({ audio: [audio('a1', { languageCode, name: '' })] }));
    assert.equal(found?.LANGUAGE, undefined);
    assert.equal(found?.NAME, '"a1"', 'a name is always there');
  }
});

test('RFC 8216 §4.2: no name can break out of its quoted string or line', () => {
  const hostile = [
    'a"b',
    'x",URI="https://evil.example/"',
    'line\n#EXT-X-STREAM-INF:BANDWIDTH=1',
    'cr\rlf\r\n#EXT-X-ENDLIST',
    'nul\u0000\u001f\u007f\u0085\u2028\u2029\ufeff',
    '{$secret}',
    '\ud800 alone',
    '=,=,"',
  ];
  for (const name of hostile) {
    const lines = multivariant({ audio: [audio('a1', { name })] });
    assert.equal(lines.length, multivariant().length, name);
    const [found] = groups(lines);
    assert.equal(found?.URI, '"rev1/a1.m3u8"', name);
    assert.doesNotMatch(lines.join(''), /[\u0000-\u001f\u007f-\u009f\ufeff]|\{\$/, name);
    assert.ok(lines.join('').isWellFormed());
  }
});

test('RFC 8216 §4.1: text is in Unicode form NFC', () => {
  const [found] = groups(multivariant({ audio: [audio('a1', { name: 'e\u0301' })] }));
  assert.equal(found?.NAME, '"\u00e9"');
});

test('Apple HLS authoring, video: the variant nearest to 2 Mbit/s comes first, the others rise', () => {
  const uris = variants(multivariant()).map((variant) => variant.uri);
  assert.deepEqual(uris, ['rev1/v720.m3u8', 'rev1/v360.m3u8', 'rev1/v1080.m3u8']);
});

test('a rendition that is not ready is in no playlist', () => {
  const partly = stream({
    video: [video(1080, 5_000_000, { ready: false }), video(360, 800_000)],
  });
  assert.doesNotMatch(multivariantPlaylist(partly) ?? '', /v1080/);
  assert.equal(mediaPlaylist(partly, 'v1080'), null);
  assert.equal(mediaPlaylist(partly, 'v999'), null);
});

test('there is no multivariant playlist until each media type of the stream can be played', () => {
  const silent = stream({ audio: [audio('a1', { ready: false })] });
  const blind = stream({ video: [video(360, 800_000, { ready: false })] });
  const empty = stream({ video: [], audio: [] });
  for (const waiting of [silent, blind, empty]) assert.equal(multivariantPlaylist(waiting), null);
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

test('a media playlist lists its init segment and every segment with its exact duration, and ends', () => {
  const text = mediaPlaylist(
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
      '#EXT-X-MEDIA-SEQUENCE:1',
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
  assert.match(mediaPlaylist(stream(), 'a1') ?? '', /#EXTINF:6\.016000,\na1\/1\.m4s\n/);
});

test('RFC 8216 §4.3.3.1: no rounded segment is longer than the target duration, also in audio (§6.2.4)', () => {
  const uneven = stream({
    videoSegments: { timescale: 1000, runs: [{ count: 1, ticks: 6500 }] },
    audio: [audio('a1', { segments: { timescale: 1000, runs: [{ count: 1, ticks: 7499 }] } })],
  });
  for (const id of ['v720', 'a1'])
    assert.match(mediaPlaylist(uneven, id) ?? '', /^#EXT-X-TARGETDURATION:7$/m);
  const blink = stream({
    audio: [],
    videoSegments: { timescale: 1000, runs: [{ count: 1, ticks: 40 }] },
  });
  assert.match(mediaPlaylist(blink, 'v720') ?? '', /^#EXT-X-TARGETDURATION:1$/m);
});

test('rounding of durations does not add up over a long stream', () => {
  const long = stream({
    videoSegments: { timescale: 24_000_000, runs: [{ count: 6000, ticks: 144_143_997 }] },
  });
  const text = mediaPlaylist(long, 'v720') ?? '';
  const sum = [...text.matchAll(/#EXTINF:(\d+\.\d{6}),/g)].reduce(
    (total, match) => total + Math.round(Number(match[1]) * 1e6),
    0,
  );
  const exact = Number((144_143_997n * 6000n * 1_000_000n) / 24_000_000n);
  assert.ok(Math.abs(sum - exact) <= 1, `${sum} ${exact}`);
});
