import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresetInput } from '../preset-input.ts';
import { listPresetIssues } from './issues.ts';
import type { PresetContent } from './normalise.ts';
import {
  audio,
  contentOf,
  given,
  options,
  profile,
  track,
  withAudio,
  withOptions,
  withTracks,
  type Given,
} from './test-presets.ts';

const issuesOf = (input: Given, before: PresetContent | null = null) =>
  listPresetIssues(contentOf(input), before).map(({ path, code }) => `${path}: ${code}`);
const inTrack = (field: string) => `profiles.0.videoTracks.0.${field}`;
const option = (field: string) => inTrack(`videoCodecOptions.${field}`);

const second = { ...profile, name: 'Second' };
const encryption = { isEnableVideoEncryption: true };
const original = { type: 'original' } as const;
const rules: [rule: string, input: Given, issues: string[]][] = [
  ['a preset that fits has no issue', given(), []],
  [
    'a disabled profile may be empty',
    given({
      profiles: [
        profile,
        { ...profile, formatType: 'hls', enabled: false, videoTracks: [], audioTracks: [] },
      ],
    }),
    ['profiles.1.formatType: format_not_of_model'],
  ],
  [
    'formats differ',
    given({ profiles: [profile, second] }),
    ['profiles.1.formatType: duplicate_format'],
  ],
  [
    'classic has no CMAF',
    given({ vodDeliveryModel: 'classic' }),
    ['profiles.0.formatType: format_not_of_model'],
  ],
  [
    'model-c has no HLS of its own',
    given({ vodDeliveryModel: 'model-c', profiles: [{ ...profile, formatType: 'hls' }] }),
    ['profiles.0.formatType: format_not_of_model'],
  ],
  [
    'HLS takes no VP9',
    given({
      vodDeliveryModel: 'classic',
      profiles: [{ ...profile, formatType: 'hls', videoTracks: [{ ...track, codec: 'vp9' }] }],
    }),
    [`${inTrack('codec')}: codec_not_of_format`],
  ],
  [
    'MP4 takes no Opus',
    given({
      vodDeliveryModel: 'classic',
      profiles: [{ ...profile, formatType: 'mp4', audioTracks: [{ ...audio, codec: 'opus' }] }],
    }),
    ['profiles.0.audioTracks.0.codec: codec_not_of_format'],
  ],
  [
    'an enabled profile has a track',
    given({ profiles: [{ ...profile, videoTracks: [], audioTracks: [] }] }),
    ['profiles.0: profile_empty'],
  ],
  ['sound alone will do', given({ profiles: [{ ...profile, videoTracks: [] }] }), []],
  [
    'a profile is enabled',
    given({ profiles: [{ ...profile, enabled: false }] }),
    ['profiles: no_enabled_profile'],
  ],
  [
    'constrained encoding needs crf and a ceiling',
    withOptions({ crf: null, maxBitRateKbps: '' }),
    [`${option('crf')}: required`, `${option('maxBitRateKbps')}: required`],
  ],
  [
    'a target bit rate needs one',
    withOptions({ qualityControlMode: 'targetBitrate' }),
    [`${option('targetBitRateKbps')}: required`],
  ],
  [
    'a target bit rate needs no ceiling',
    withOptions({
      qualityControlMode: 'targetBitrate',
      targetBitRateKbps: 9000,
      maxBitRateKbps: null,
    }),
    [],
  ],
  [
    'the ceiling is no lower than the target',
    withOptions({ qualityControlMode: 'targetBitrate', targetBitRateKbps: 3001 }),
    [`${option('maxBitRateKbps')}: below_target`],
  ],
  [
    'the ceiling may be the target',
    withOptions({ qualityControlMode: 'targetBitrate', targetBitRateKbps: 3000 }),
    [],
  ],
  [
    'constant quality needs cq',
    withOptions({ qualityControlMode: 'constantQuality' }),
    [`${option('cq')}: required`],
  ],
  [
    'constant qp needs qp',
    withOptions({ qualityControlMode: 'constantQp' }),
    [`${option('qp')}: required`],
  ],
  ['H.264 has a profile', withOptions({ profile: null }), [`${option('profile')}: required`]],
  [
    'other codecs have none',
    withOptions({}, 'hevc'),
    [`${option('profile')}: profile_not_of_codec`],
  ],
  [
    'a duration is bounded on both sides',
    withTracks({ ...track, videoDurationCondition: { maximumSeconds: 59 } }),
    [`${inTrack('videoDurationCondition.maximumSeconds')}: duration_too_short`],
  ],
  ['a bit rate of AAC may be 16', withAudio({ ...audio, bitRateKbps: 16 }), []],
  ['a bit rate of AAC may be 320', withAudio({ ...audio, bitRateKbps: 320 }), []],
  ['crf of H.264 may be 51', withOptions({ crf: 51 }), []],
  ['crf of H.264 ends at 51', withOptions({ crf: 52 }), [`${option('crf')}: too_big`]],
  ['crf of AV1 ends at 63', withOptions({ crf: 63, profile: null }, 'av1'), []],
  [
    'a size is named',
    withTracks({ ...track, resolutionControl: { type: 'width', size: '' } }),
    [`${inTrack('resolutionControl.size')}: required`],
  ],
  ['the original size needs none', withTracks({ ...track, resolutionControl: original }), []],
  [
    'a codec has each size once',
    withTracks(track, { ...track, name: 'Again' }),
    ['profiles.0.videoTracks.1.resolutionControl.size: duplicate_video_track'],
  ],
  [
    'another codec may have the same size',
    withTracks(track, { ...track, codec: 'vp9', videoCodecOptions: { ...options, profile: null } }),
    [],
  ],
  [
    'sound is of the profile',
    withTracks({ ...track, audioTrackKey: 'other' }),
    [`${inTrack('audioTrackKey')}: audio_track_unknown`],
  ],
  ['a picture may be silent', withTracks({ ...track, audioTrackKey: null }), []],
  [
    'encryption names a key server',
    withTracks({ ...track, encryption: { ...encryption, keyServerId: 'k' } }),
    [],
  ],
  [
    'encryption needs a key server',
    withTracks({ ...track, encryption }),
    [`${inTrack('encryption.keyServerId')}: required`],
  ],
  [
    'a stream has one key',
    withTracks(
      { ...track, encryption: { ...encryption, keyServerId: 'k' } },
      {
        ...track,
        encryption: { ...encryption, keyServerId: 'other' },
        resolutionControl: { type: 'height', size: 240 },
      },
    ),
    ['profiles.0.videoTracks.1.encryption.keyServerId: key_servers_differ'],
  ],
  [
    'a duration begins at a minute',
    withTracks({ ...track, videoDurationCondition: { minimumSeconds: 59 } }),
    [`${inTrack('videoDurationCondition.minimumSeconds')}: duration_too_short`],
  ],
  [
    'a duration of a minute',
    withTracks({
      ...track,
      videoDurationCondition: { minimumSeconds: '60', maximumSeconds: '61' },
    }),
    [],
  ],
  [
    'a duration ends behind its beginning',
    withTracks({ ...track, videoDurationCondition: { minimumSeconds: 60, maximumSeconds: 60 } }),
    [`${inTrack('videoDurationCondition.maximumSeconds')}: duration_range`],
  ],
  [
    'audio keys differ',
    withAudio(audio, { ...audio, name: 'Again' }),
    ['profiles.0.audioTracks.1.key: duplicate_key'],
  ],
  [
    'Opus is sampled at 48 kHz',
    withAudio({ ...audio, codec: 'opus', sampleRate: 44_100 }),
    ['profiles.0.audioTracks.0.sampleRate: sample_rate_not_of_codec'],
  ],
  [
    'AAC has no more than two channels',
    withAudio({ ...audio, channels: 6 }),
    ['profiles.0.audioTracks.0.channels: too_big'],
  ],
  [
    'variants have keys of their own',
    given({
      profiles: [
        {
          ...profile,
          audioVariants: [1, 2].map((n) => ({
            key: 'th',
            name: `${n}`,
            languageCode: 'tha',
            isAudioDescription: false,
          })),
        },
      ],
    }),
    ['profiles.0.audioVariants.1.key: duplicate_key'],
  ],
  [
    'the default resolution is no original one',
    given({ defaultResolution: original }),
    ['defaultResolution.type: default_resolution_original'],
  ],
  [
    'the default resolution has a size',
    given({ defaultResolution: { type: 'shortestSide', size: '' } }),
    ['defaultResolution.size: required'],
  ],
  [
    'the default resolution is of a track',
    given({ defaultResolution: { type: 'shortestSide', size: 721 } }),
    ['defaultResolution.size: default_resolution_unknown'],
  ],
  [
    'the default resolution of a track',
    given({ defaultResolution: { type: 'shortestSide', size: '720' } }),
    [],
  ],
];
for (const [rule, input, issues] of rules) {
  test(`${rule}${issues.length > 0 ? ', else it is refused' : ''}`, () => {
    assert.deepEqual(issuesOf(input), issues);
  });
}

test('an audio track that was there and is used is told apart from one that never was', () => {
  const before = contentOf(given());
  const path = inTrack('audioTrackKey');
  assert.deepEqual(issuesOf(withAudio(), before), [`${path}: audio_track_in_use`]);
  assert.deepEqual(issuesOf(withAudio(), null), [`${path}: audio_track_unknown`]);
});

const schemaIssues = (input: unknown) => {
  const parsed = PresetInput.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

test('what is no number at all is refused before the rules are asked', () => {
  const wrong = [
    'abc',
    '1e3',
    '0x10',
    '٣',
    '1,5',
    '--1',
    'Infinity',
    'NaN',
    {},
    true,
    [5],
    0,
    64,
    1.5,
  ];
  for (const crf of wrong) {
    assert.deepEqual(
      schemaIssues(withOptions({ crf: crf as never })),
      [option('crf')],
      String(crf),
    );
  }
  const noSize = withAudio({ ...audio, bitRateKbps: '' });
  assert.deepEqual(schemaIssues(noSize), ['profiles.0.audioTracks.0.bitRateKbps']);
});

test('a language of a variant has two or three letters, and the variant a name', () => {
  const variant = { key: 'a', name: 'Thai', languageCode: 'tha', isAudioDescription: false };
  const path = 'profiles.0.audioVariants.0';
  const cases: [object, string[]][] = [
    [{}, []],
    [{ languageCode: 'th' }, []],
    [{ languageCode: 'thai' }, [`${path}.languageCode`]],
    [{ languageCode: '' }, [`${path}.languageCode`]],
    [{ languageCode: 't1' }, [`${path}.languageCode`]],
    [{ name: '  ' }, [`${path}.name`]],
  ];
  for (const [change, paths] of cases) {
    const audioVariants = [{ ...variant, ...change }];
    assert.deepEqual(schemaIssues(given({ profiles: [{ ...profile, audioVariants }] })), paths);
  }
});
