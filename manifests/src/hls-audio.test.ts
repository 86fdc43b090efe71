import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { groups, multivariant, variants } from './test-playlists.ts';
import { audio, video } from './test-stream.ts';

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

test('a sound without a name goes by its language, and one of an unknown language says so', () => {
  const unnamed = (languageCode: string) =>
    groups(multivariant({ audio: [audio('a1', { languageCode, name: '' })] })).map(
      ({ LANGUAGE, NAME }) => [LANGUAGE, NAME],
    );
  assert.deepEqual(unnamed('tha'), [['"th"', '"ไทย"']]);
  for (const unknown of ['und', '1a'])
    assert.deepEqual(unnamed(unknown), [['"und"', '"Audio"']], unknown);
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

test('Apple HLS authoring, accessibility: an audio description says that it is one and may be chosen by itself', () => {
  const found = groups(
    multivariant({
      audio: [
        audio('a1', { name: 'Described', isAudioDescription: true }),
        audio('a2', { name: 'Main' }),
        audio('a3', { name: 'Described again', isAudioDescription: true }),
      ],
    }),
  );
  assert.deepEqual(
    found.map(({ DEFAULT, AUTOSELECT, CHARACTERISTICS }) => [DEFAULT, AUTOSELECT, CHARACTERISTICS]),
    [
      ['NO', 'YES', '"public.accessibility.describes-video"'],
      ['YES', 'YES', undefined],
      ['NO', 'NO', '"public.accessibility.describes-video"'],
    ],
  );
});

test('RFC 8216 §4.3.4.1: what is the default may be chosen by itself, whatever stands before it', () => {
  const found = groups(
    multivariant({ audio: [audio('a1', { isAudioDescription: true }), audio('a2'), audio('a3')] }),
  );
  for (const { DEFAULT, AUTOSELECT } of found) {
    assert.ok(DEFAULT === 'NO' || AUTOSELECT === 'YES');
  }
  assert.equal(found.filter(({ DEFAULT }) => DEFAULT === 'YES').length, 1);
});

const opus = (id: string, more: Parameters<typeof audio>[1] = {}) =>
  audio(id, {
    codec: 'opus',
    bandwidth: { peakBps: 100_000, averageBps: 96_000, measured: true },
    ...more,
  });

test('RFC 8216 §4.3.4.2.1: two audio codecs are two groups, and each picture is a variant with each', () => {
  const english = { name: 'English', languageCode: 'eng' };
  const lines = multivariant({
    audio: [opus('a1'), opus('a2', english), audio('a3'), audio('a4', english)],
  });
  const found = variants(lines);
  assert.equal(found.length, 6);
  assert.equal(found[0]?.AUDIO, '"audio-mp4a"', 'every player has AAC');
  for (const variant of found) {
    const expected =
      variant.AUDIO === '"audio-mp4a"' ? 'avc1.64001f,mp4a.40.2' : 'avc1.64001f,opus';
    assert.equal(variant.CODECS, `"${expected}"`);
  }
  const peak = (group: string) =>
    found.find(({ uri, AUDIO }) => uri === 'rev1/v360.m3u8' && AUDIO === group)?.BANDWIDTH;
  assert.deepEqual([peak('"audio-mp4a"'), peak('"audio-opus"')], ['1232000', '1200000']);
});

test('RFC 8216 §4.3.4.1.1: groups have the same members, but for their addresses and channels', () => {
  const described = { name: 'Described', isAudioDescription: true };
  const lines = multivariant({
    audio: [
      opus('a1', { channels: 6 }),
      opus('a2', described),
      audio('a3'),
      audio('a4', described),
    ],
  });
  const membersOf = (group: string) =>
    groups(lines)
      .filter((media) => media['GROUP-ID'] === group)
      .map(({ URI: _uri, CHANNELS: _channels, 'GROUP-ID': _group, ...rest }) => rest);
  assert.equal(membersOf('"audio-opus"').length, 2);
  assert.deepEqual(membersOf('"audio-opus"'), membersOf('"audio-mp4a"'));
});

test('RFC 8216 §4.3.4.1.1: a codec in which a language is missing has no group', () => {
  const lines = multivariant({
    audio: [opus('a1'), audio('a2'), audio('a3', { name: 'English', languageCode: 'eng' })],
  });
  assert.deepEqual(
    groups(lines).map((media) => [media['GROUP-ID'], media.URI]),
    [
      ['"audio"', '"rev1/a2.m3u8"'],
      ['"audio"', '"rev1/a3.m3u8"'],
    ],
  );
  for (const { CODECS } of variants(lines)) assert.equal(CODECS, '"avc1.64001f,mp4a.40.2"');
});

const tied = {
  video: [
    video(720, 2_300_000, { audioIds: ['a1-1', 'a2-1'] }),
    video(360, 800_000, { audioIds: ['a1-2', 'a2-2'] }),
    video(180, 300_000, { audioIds: [] }),
  ],
  audio: ['1', '2'].flatMap((form) => [
    audio(`a1-${form}`, {
      bandwidth: { peakBps: form === '1' ? 260_000 : 66_000, averageBps: 64_000, measured: true },
    }),
    audio(`a2-${form}`, { name: 'English', languageCode: 'eng' }),
  ]),
};

test('RFC 8216 §4.3.4.2: a variant names the group of its own sound, which holds its languages', () => {
  const lines = multivariant(tied);
  const groupOf = (uri: string) => variants(lines).find((one) => one['uri'] === uri)?.AUDIO;
  const membersOf = (id: string | undefined) =>
    groups(lines)
      .filter((media) => media['GROUP-ID'] === id)
      .map(({ URI, LANGUAGE }) => [URI, LANGUAGE]);
  assert.deepEqual(membersOf(groupOf('rev1/v720.m3u8')), [
    ['"rev1/a1-1.m3u8"', '"th"'],
    ['"rev1/a2-1.m3u8"', '"en"'],
  ]);
  assert.deepEqual(membersOf(groupOf('rev1/v360.m3u8')), [
    ['"rev1/a1-2.m3u8"', '"th"'],
    ['"rev1/a2-2.m3u8"', '"en"'],
  ]);
  assert.equal(groups(lines).length, 4);
});

test('RFC 8216 §4.3.4.2: BANDWIDTH counts the largest sound of the variant’s own group', () => {
  const peaks = variants(multivariant(tied)).map(({ uri, BANDWIDTH }) => [uri, BANDWIDTH]);
  assert.deepEqual(Object.fromEntries(peaks), {
    'rev1/v720.m3u8': '2860000',
    'rev1/v360.m3u8': '1232000',
    'rev1/v180.m3u8': '600000',
  });
});

test('RFC 8216 §4.3.4.2: a silent variant has neither AUDIO nor the codec of a sound', () => {
  const silent = variants(multivariant(tied)).find(({ uri }) => uri === 'rev1/v180.m3u8');
  assert.equal(silent?.AUDIO, undefined);
  assert.equal(silent?.CODECS, '"avc1.64001f"');
});

test('RFC 8216 §4.3.4.1.1: sounds without name and language have one name in all groups', () => {
  const unnamed = { name: '', languageCode: 'und' };
  const found = groups(
    multivariant({
      video: tied.video.slice(0, 2),
      audio: [audio('a1-1', unnamed), audio('a1-2', unnamed)],
    }),
  );
  assert.equal(new Set(found.map((media) => media['GROUP-ID'])).size, 2);
  assert.equal(new Set(found.map(({ NAME }) => NAME)).size, 1);
});

test('pictures that say nothing of their sound play with all of it, as streams published before', () => {
  assert.deepEqual(
    multivariant({ audio: [audio('a1')] }),
    multivariant({
      audio: [audio('a1')],
      video: [video(1080, 5_000_000), video(720, 2_300_000), video(360, 800_000)].map((one) => ({
        ...one,
        audioIds: ['a1'],
      })),
    }),
  );
});
