import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { StreamDescription } from '@kinora/contract/stream';
import { XMLValidator } from 'fast-xml-parser';
import { writeDashManifest } from './dash.ts';
import { find, read, setsOf, valuesOf } from './test-mpd.ts';
import { multivariant, variants } from './test-playlists.ts';
import { audio, cbcs, stream, video } from './test-stream.ts';

const storyboard = {
  columns: 5,
  rows: 4,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2000,
  tiles: 6,
};

test('ISO/IEC 23009-1 §5.3.1: the MPD is static, of the live profile of ISO media, with its durations', () => {
  const { attributes } = read();
  assert.equal(attributes.xmlns, 'urn:mpeg:dash:schema:mpd:2011');
  assert.equal(attributes.type, 'static');
  assert.ok(attributes.profiles?.split(',').includes('urn:mpeg:dash:profile:isoff-live:2011'));
  assert.ok(attributes.profiles?.split(',').includes('urn:mpeg:dash:profile:cmaf:2019'));
  assert.equal(attributes.mediaPresentationDuration, 'PT12.012S');
  assert.equal(attributes.maxSegmentDuration, 'PT6.016S');
  assert.match(attributes.minBufferTime ?? '', /^PT\d/);
  assert.equal(read({ durationMs: 60_000 }).attributes.mediaPresentationDuration, 'PT60S');
});

test('ISO/IEC 23009-1 §5.3.9.6: the timeline states every border, repeats counted after the first', () => {
  const [template] = find(
    read({
      videoSegments: {
        timescale: 30000,
        runs: [
          { count: 9, ticks: 180180 },
          { count: 1, ticks: 45045 },
        ],
      },
    }),
    'SegmentTemplate',
  );
  assert.equal(template?.attributes.timescale, '30000');
  assert.deepEqual(template && find(template, 'S').map(({ attributes }) => attributes), [
    { t: '0', d: '180180', r: '8' },
    { d: '45045' },
  ]);
});

test('ISO/IEC 23009-1 §5.3.9.4: addresses lead to the files that the HLS playlists name, from number 1', () => {
  const [template] = find(read(), 'SegmentTemplate');
  assert.equal(template?.attributes.startNumber, '1');
  assert.equal(template?.attributes.media, 'rev1/$RepresentationID$/$Number$.m4s');
  assert.equal(template?.attributes.initialization, 'rev1/$RepresentationID$/init.mp4');
  const [odd] = find(read({ revisionKey: 'a$b' }), 'SegmentTemplate');
  assert.match(odd?.attributes.media ?? '', /^a\$\$b\//);
});

test('DASH-IF IOP 4.3 §3.2.4: video of one codec is one set, aligned, each segment beginning with SAP type 1', () => {
  const [set, ...others] = setsOf(read(), 'video');
  assert.deepEqual(others, []);
  const { segmentAlignment, startWithSAP, maxWidth, maxHeight, maxFrameRate, mimeType } =
    set?.attributes ?? {};
  assert.deepEqual([segmentAlignment, startWithSAP, mimeType], ['true', '1', 'video/mp4']);
  assert.deepEqual([maxWidth, maxHeight, maxFrameRate], ['1920', '1080', '30000/1001']);
  assert.deepEqual(set && find(set, 'Representation').map(({ attributes }) => attributes.id), [
    'v1080',
    'v720',
    'v360',
  ]);
});

test('the rendition to begin with is the first of its set', () => {
  const [set] = setsOf(read({ firstRenditionId: 'v360' }), 'video');
  const ids = set && find(set, 'Representation').map(({ attributes }) => attributes.id);
  assert.deepEqual(ids, ['v360', 'v1080', 'v720']);
});

test('DASH-IF IOP 4.3 §3.2.4: each Representation has its codecs, bandwidth, size, rate and square pixels', () => {
  const [set] = setsOf(read({ video: [video(720, 2_300_000)] }), 'video');
  assert.deepEqual(set && find(set, 'Representation')[0]?.attributes, {
    id: 'v720',
    codecs: 'avc1.64001f',
    bandwidth: '2600000',
    width: '1280',
    height: '720',
    frameRate: '30000/1001',
    sar: '1:1',
  });
  const smooth = video(720, 1, { frameRate: { numerator: 50, denominator: 1 } });
  assert.equal(find(read({ video: [smooth] }), 'Representation')[0]?.attributes.frameRate, '50');
});

test('ISO/IEC 23009-1 §5.3.3: codecs between which players do not switch are sets of their own', () => {
  const mpd = read({
    video: [video(720, 1), video(720, 1, { id: 'v720-av1', codec: 'av01.0.05M.08' })],
  });
  assert.equal(setsOf(mpd, 'video').length, 2);
});

test('ISO/IEC 23009-1 §5.3.3.2: ids of sets are numbers, each once; those of Representations differ', () => {
  const mpd = read({
    storyboard,
    video: [video(720, 1), video(360, 1, { codec: 'hvc1.1.6.L93.B0' })],
    audio: [audio('a1'), audio('a2', { languageCode: 'eng', name: 'English' })],
  });
  const idsOf = (name: string) => find(mpd, name).map(({ attributes }) => attributes.id ?? '');
  for (const id of idsOf('AdaptationSet')) assert.match(id, /^\d+$/);
  for (const ids of [idsOf('AdaptationSet'), idsOf('Representation')]) {
    assert.equal(new Set(ids).size, ids.length);
  }
});

test('DASH-IF IOP 4.3 §3.2.11: each sound is a set with its language, label and role', () => {
  const mpd = read({
    audio: [
      audio('a1', { name: 'Described', isAudioDescription: true }),
      audio('a2'),
      audio('a3', { name: 'English', languageCode: 'eng' }),
      audio('a4', { name: '', languageCode: 'und' }),
    ],
  });
  const told = setsOf(mpd, 'audio').map((set) => ({
    lang: set.attributes.lang,
    label: find(set, 'Label')[0]?.text,
    roles: valuesOf(set, 'Role'),
  }));
  assert.deepEqual(told, [
    { lang: 'th', label: 'Described', roles: ['alternate', 'description'] },
    { lang: 'th', label: 'ไทย', roles: ['main'] },
    { lang: 'en', label: 'English', roles: ['alternate'] },
    { lang: 'und', label: 'Audio', roles: ['alternate'] },
  ]);
});

test('ISO/IEC 23009-1 §5.8.4.3: an audio description is told to be for the visually impaired', () => {
  const mpd = read({ audio: [audio('a1'), audio('a2', { isAudioDescription: true })] });
  const [plain, described] = setsOf(mpd, 'audio');
  assert.ok(plain && described);
  assert.deepEqual(find(plain, 'Accessibility'), []);
  assert.deepEqual(find(described, 'Accessibility')[0]?.attributes, {
    schemeIdUri: 'urn:tva:metadata:cs:AudioPurposeCS:2007',
    value: '1',
  });
});

test('sounds that differ in codec, channels or borders are sets of their own, those that differ in rate are not', () => {
  const other = { timescale: 48000, runs: [{ count: 1, ticks: 576_000 }] };
  const mpd = read({
    audio: [
      audio('a1'),
      audio('a2', { bandwidth: { peakBps: 70_000, averageBps: 64_000, measured: true } }),
      audio('a3', { codec: 'opus' }),
      audio('a4', { channels: 6 }),
      audio('a5', { segments: other }),
    ],
  });
  assert.deepEqual(
    setsOf(mpd, 'audio').map((set) =>
      find(set, 'Representation').map(({ attributes }) => attributes.id),
    ),
    [['a1', 'a2'], ['a3'], ['a4'], ['a5']],
  );
});

test('ISO/IEC 23009-1 §5.8.5.4: channels are told in numbers that players read', () => {
  const configuration = (channels: number) =>
    find(read({ audio: [audio('a1', { channels })] }), 'AudioChannelConfiguration')[0]?.attributes;
  const mpeg = 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011';
  assert.deepEqual(configuration(2), { schemeIdUri: mpeg, value: '2' });
  assert.deepEqual(configuration(6), { schemeIdUri: mpeg, value: '6' });
  const cicp = 'urn:mpeg:mpegB:cicp:ChannelConfiguration';
  assert.deepEqual(configuration(8), { schemeIdUri: cicp, value: '12' });
});

test('the MPD has what the multivariant playlist has, and is absent when that is', () => {
  const partly = [video(1080, 5_000_000, { ready: false }), video(360, 800_000)];
  const ids = (more: Partial<StreamDescription>) =>
    setsOf(read(more), 'video').flatMap((set) =>
      find(set, 'Representation').map(({ attributes }) => attributes.id),
    );
  assert.deepEqual(ids({ video: partly }), ['v360']);
  assert.deepEqual(ids({ video: partly, open: true }), ['v1080', 'v360']);
  assert.equal(variants(multivariant({ video: partly, open: true })).length, 2);
  assert.equal(writeDashManifest(stream({ audio: [audio('a1', { ready: false })] })), null);
  assert.equal(writeDashManifest(stream({ video: [], audio: [] })), null);
});

test('an audio-only stream has no video set, and a silent one none of audio', () => {
  const sound = read({ video: [], videoSegments: null });
  assert.equal(setsOf(sound, 'video').length + setsOf(sound, 'audio').length, 1);
  assert.deepEqual(setsOf(read({ audio: [] }), 'audio'), []);
});

test('ISO/IEC 23001-7 §11.2, DASH-IF IOP 4.3 §7.6: cbcs is told with its key id and each system with its box', () => {
  const encryption = cbcs(['widevine', 'playready', 'clearkey', 'fairplay']);
  const [set] = setsOf(read({ encryption }), 'video');
  assert.ok(set);
  const [scheme, ...systems] = find(set, 'ContentProtection');
  assert.deepEqual(scheme?.attributes, {
    schemeIdUri: 'urn:mpeg:dash:mp4protection:2011',
    value: 'cbcs',
    'cenc:default_KID': '11111111-2222-3333-4444-555555555555',
  });
  assert.deepEqual(
    systems.map(({ attributes, children }) => [
      attributes.schemeIdUri?.replace('urn:uuid:', ''),
      children.map(({ name }) => name),
    ]),
    [
      ['edef8ba9-79d6-4ace-a3c8-27dcd51d21ed', ['cenc:pssh', 'dashif:Laurl']],
      ['9a04f079-9840-4286-ab92-e65be0885f95', ['cenc:pssh', 'mspr:pro', 'dashif:Laurl']],
      // A box in it breaks dash.js, and the address beside the key is all that players need.
      ['e2719d58-a985-b3c9-781a-b030af78d30e', ['dashif:Laurl']],
    ],
  );
  const addresses = find(set, 'dashif:Laurl').map(({ text }) => text);
  const names = ['widevine', 'play-ready', 'clear-key'];
  assert.deepEqual(
    addresses,
    names.map((name) => `/licenses/${name}?video=vid1`),
  );
  const pro = find(set, 'mspr:pro')[0]?.text ?? '';
  assert.equal(Buffer.from(pro, 'base64').toString('latin1'), 'playready video');
});

test('renditions of other keys are sets of their own, between which players may switch', () => {
  const [sd, hd] = ['5d'.repeat(16), 'bd'.repeat(16)];
  const mpd = read({
    encryption: cbcs(['clearkey']),
    video: [
      video(1080, 5_000_000, { keyId: hd }),
      video(720, 2_300_000, { keyId: hd }),
      video(360, 800_000, { keyId: sd }),
    ],
  });
  const sets = setsOf(mpd, 'video');
  assert.deepEqual(
    sets.map((set) => [
      find(set, 'ContentProtection')[0]?.attributes['cenc:default_KID']?.replaceAll('-', ''),
      find(set, 'Representation').map(({ attributes }) => attributes.id),
      find(set, 'SupplementalProperty')[0]?.attributes.value,
    ]),
    [
      [hd, ['v1080', 'v720'], '2'],
      [sd, ['v360'], '1'],
    ],
  );
  const { text } = find(mpd, 'dashif:Laurl')[0] ?? {};
  assert.equal(text, '/licenses/clear-key?video=vid1');
});

test('each kind of track has its own key, and a clear one no protection', () => {
  const encryption = { ...cbcs(['widevine']), videoKeyId: null };
  const mpd = read({ encryption });
  const [pictures] = setsOf(mpd, 'video');
  const [sound] = setsOf(mpd, 'audio');
  assert.ok(pictures && sound);
  assert.deepEqual(find(pictures, 'ContentProtection'), []);
  const kid = find(sound, 'ContentProtection')[0]?.attributes['cenc:default_KID'];
  assert.equal(kid, 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee');
  assert.deepEqual(find(read(), 'ContentProtection'), []);
});

test('there is no MPD of what is encrypted file by file, which DASH players do not know', () => {
  assert.equal(writeDashManifest(stream({ encryption: { method: 'aes-128', keyUri: 'k' } })), null);
});

test('DASH-IF IOP 4.3 §6.2.6: the storyboard is a set of images with its tiles', () => {
  const [set] = setsOf(read({ storyboard }), 'image');
  assert.ok(set);
  assert.equal(set.attributes.mimeType, 'image/jpeg');
  assert.equal(set.attributes.segmentAlignment, 'true');
  const [template] = find(set, 'SegmentTemplate');
  assert.deepEqual(template?.attributes, {
    timescale: '1000',
    duration: '40000',
    media: 'rev1/storyboard-$Number$.jpg',
    startNumber: '1',
  });
  const [representation] = find(set, 'Representation');
  assert.deepEqual(
    [representation?.attributes.width, representation?.attributes.height],
    ['800', '360'],
  );
  assert.deepEqual(find(set, 'EssentialProperty')[0]?.attributes, {
    schemeIdUri: 'http://dashif.org/guidelines/thumbnail_tile',
    value: '5x4',
  });
  assert.deepEqual(setsOf(read(), 'image'), []);
});

test('XML 1.0 §2.2, §2.4: no name can break out of its element', () => {
  for (const name of [
    '</Label><Evil/>',
    'a & "b" \'c\'',
    ']]>',
    '<!--',
    '&lt;',
    'e\u0301\u{1f600}',
  ]) {
    assert.equal(find(read({ audio: [audio('a1', { name })] }), 'Label')[0]?.text, name);
  }
  for (const name of ['nul\u0000x', 'bell\u0007x', '\ud800x', 'line\nx', '\uffffx']) {
    const text = writeDashManifest(stream({ audio: [audio('a1', { name })] })) ?? '';
    assert.equal(XMLValidator.validate(text), true);
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\uffff]/);
    assert.ok(text.isWellFormed());
  }
});

test('DASH-IF IOP 4.3 §3.2.4: a set of pictures states their shape', () => {
  const shapeOf = (...sizes: [number, number][]) => {
    const pictures = sizes.map(([width, height]) => video(height, 1_000_000, { width }));
    return setsOf(read({ video: pictures }), 'video')[0]?.attributes.par;
  };
  assert.equal(shapeOf([640, 360], [1920, 1080], [426, 240]), '16:9');
  assert.equal(shapeOf([1080, 1920], [202, 360]), '9:16');
});

test('ISO/IEC 23009-1 §5.3.3.2: children of a set stand in the order of the schema', () => {
  const order = ['AudioChannelConfiguration', 'ContentProtection', 'EssentialProperty'];
  order.push('SupplementalProperty', 'Label');
  order.push('Accessibility', 'Role', 'SegmentTemplate', 'Representation');
  const mpd = read({
    storyboard,
    encryption: cbcs(['widevine']),
    audio: [audio('a1', { isAudioDescription: true }), audio('a2')],
  });
  for (const set of find(mpd, 'AdaptationSet')) {
    const places = set.children.map(({ name }) => order.indexOf(name));
    assert.ok(places.every((place) => place >= 0));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  }
});

test('ISO/IEC 23009-1 §5.3.3: sounds are sets beside the pictures, those that one of them plays with', () => {
  const pictures = (low: string[]) => [
    video(720, 2_300_000, { audioIds: [] }),
    video(360, 800_000, { audioIds: low }),
  ];
  const ids = (mpd: ReturnType<typeof read>) =>
    setsOf(mpd, 'audio').flatMap((set) =>
      find(set, 'Representation').map(({ attributes: { id } }) => id),
    );
  const sounds = [audio('a1'), audio('a2', { languageCode: 'eng' })];
  assert.deepEqual(ids(read({ video: pictures(['a2']), audio: sounds })), ['a2']);
  assert.deepEqual(ids(read({ video: pictures([]), audio: sounds })), []);
});
