import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SPAN, type Span } from './duration.ts';
import type { PresetForm, ProfileForm, VideoTrackForm } from './form.ts';
import { createAudioVariant, createForm, createProfile } from './parts.ts';
import { checkPreset, type FormProblem, isShownAtOnce, listPartsWith } from './problems.ts';

const valid: PresetForm = { ...createForm('classic', 'Stereo'), name: 'ข่าว' };

function withProfile(change: Partial<ProfileForm>): PresetForm {
  const [profile] = valid.profiles;
  assert.ok(profile);
  return { ...valid, profiles: [{ ...profile, ...change }] };
}

function withTrack(change: Partial<VideoTrackForm>): PresetForm {
  const [track, ...others] = valid.profiles[0]?.videoTracks ?? [];
  assert.ok(track);
  return withProfile({ videoTracks: [{ ...track, ...change }, ...others] });
}

const problemsOf = (form: PresetForm): Record<string, FormProblem['code']> =>
  Object.fromEntries(Object.entries(checkPreset(form)).map(([path, { code }]) => [path, code]));

const track = 'profiles.0.videoTracks.0';

test('a sound preset has no problem', () => {
  assert.deepEqual(problemsOf(valid), {});
});

test('names are required, and are not longer than the contract allows', () => {
  assert.deepEqual(problemsOf({ ...valid, name: '  ' }), { name: 'required' });
  assert.deepEqual(problemsOf({ ...valid, name: 'ก'.repeat(121) }), { name: 'too_long' });
  assert.deepEqual(problemsOf(withTrack({ name: 'x'.repeat(61) })), {
    [`${track}.name`]: 'too_long',
  });
});

test('the second profile of a format is refused', () => {
  const [first] = valid.profiles;
  assert.ok(first);
  const twice = { ...valid, profiles: [first, { ...first, id: 'second' }] };
  assert.deepEqual(problemsOf(twice), { 'profiles.1.formatType': 'duplicate_format' });
  const other = createProfile('classic', valid.profiles, 'Stereo');
  assert.deepEqual(problemsOf({ ...valid, profiles: [first, other] }), {});
});

test('a profile that is on has a track, and one profile is on', () => {
  const empty = { videoTracks: [], audioTracks: [] };
  assert.deepEqual(problemsOf(withProfile(empty)), { 'profiles.0': 'profile_empty' });
  assert.deepEqual(problemsOf(withProfile({ ...empty, enabled: false })), {
    profiles: 'no_enabled_profile',
  });
});

test('sizes, rates and qualities are numbers, each within its bounds', () => {
  const quality = { crf: '23', targetBitRateKbps: '', maxBitRateKbps: '5000', cq: '', qp: '' };
  const crf = (text: string) => problemsOf(withTrack({ quality: { ...quality, crf: text } }));
  assert.deepEqual(crf('abc'), { [`${track}.videoCodecOptions.crf`]: 'not_a_number' });
  assert.deepEqual(crf('52'), { [`${track}.videoCodecOptions.crf`]: 'too_big' });
  assert.deepEqual(crf('0'), { [`${track}.videoCodecOptions.crf`]: 'too_small' });
  assert.deepEqual(crf(''), { [`${track}.videoCodecOptions.crf`]: 'required' });
  const size = { resolutionType: 'custom', size: '12x' };
  assert.deepEqual(problemsOf(withTrack(size)), {
    [`${track}.resolutionControl.size`]: 'not_a_number',
  });
  const rate = `${track}.frameRateControl.maxFrameRate`;
  assert.deepEqual(problemsOf(withTrack({ maxFrameRate: '241' })), { [rate]: 'too_big' });
  assert.deepEqual(problemsOf(withTrack({ maxFrameRate: '29.97' })), {});
});

test('only the fields of the chosen quality mode are asked for', () => {
  const quality = { crf: 'x', targetBitRateKbps: 'x', maxBitRateKbps: 'x', cq: '24', qp: 'x' };
  assert.deepEqual(problemsOf(withTrack({ mode: 'constantQuality', quality })), {});
});

test('a ceiling is not below the average, and an average needs none', () => {
  const average = (maxBitRateKbps: string) =>
    problemsOf(
      withTrack({
        mode: 'targetBitrate',
        quality: { crf: '', targetBitRateKbps: '3000', maxBitRateKbps, cq: '', qp: '' },
      }),
    );
  assert.deepEqual(average('2999'), {
    [`${track}.videoCodecOptions.maxBitRateKbps`]: 'below_target',
  });
  assert.deepEqual(average('3000'), {});
  assert.deepEqual(average(''), {});
});

test('two tracks of one resolution differ in their codec', () => {
  const path = 'profiles.0.videoTracks.1.resolutionControl.size';
  assert.deepEqual(problemsOf(withTrack({ size: '720' })), { [path]: 'duplicate_video_track' });
  assert.deepEqual(problemsOf(withTrack({ size: '720', codec: 'av1' })), {});
});

test('a default resolution is one that an enabled profile makes', () => {
  const begin = (size: string): PresetForm => ({
    ...valid,
    defaultResolution: { type: 'shortestSide', size },
  });
  assert.deepEqual(problemsOf(begin('720')), {});
  assert.deepEqual(problemsOf(begin('721')), {
    'defaultResolution.size': 'default_resolution_unknown',
  });
});

test('a named audio track has a language', () => {
  const variant = { ...createAudioVariant([]), name: 'ไทย' };
  assert.deepEqual(problemsOf(withProfile({ audioVariants: [variant] })), {
    'profiles.0.audioVariants.0.languageCode': 'language_required',
  });
});

test('the sample rate of an audio track is one that its codec takes', () => {
  const adaptive = createForm('model-k', 'Stereo');
  const [profile] = adaptive.profiles;
  const [audio] = profile?.audioTracks ?? [];
  assert.ok(profile && audio);
  const opus = { ...audio, codec: 'opus', sampleRate: '44100' } as const;
  const form = { ...adaptive, name: 'ข่าว', profiles: [{ ...profile, audioTracks: [opus] }] };
  const path = 'profiles.0.audioTracks.0.sampleRate';
  assert.deepEqual(problemsOf(form), { [path]: 'sample_rate_not_of_codec' });
});

test('a missing value is shown on saving, a wrong one at once', () => {
  assert.ok(!isShownAtOnce({ code: 'required' }));
  assert.ok(isShownAtOnce({ code: 'not_a_number' }));
  assert.ok(isShownAtOnce({ code: 'duplicate_format' }));
});

test('the parts that hold a problem are found by its path', () => {
  const [profile] = valid.profiles;
  const paths = ['name', 'profiles.0.videoTracks.1.videoCodecOptions.crf'];
  assert.deepEqual(listPartsWith(valid, paths), [profile?.videoTracks[1]?.id]);
});

test('lengths of a source are at least a minute, and the end lies behind the beginning', () => {
  const span = (minutes: string, seconds = '') => ({ minutes, seconds });
  const [low, high] = ['minimumSeconds', 'maximumSeconds'].map(
    (end) => `${track}.videoDurationCondition.${end}`,
  );
  assert.ok(low && high);
  const of = (minimum: Span, maximum: Span) => problemsOf(withTrack({ minimum, maximum }));
  assert.deepEqual(of(NO_SPAN, NO_SPAN), {});
  assert.deepEqual(of(span('1', '0'), NO_SPAN), {});
  assert.deepEqual(of(span('0', '59'), NO_SPAN), { [low]: 'duration_too_short' });
  assert.deepEqual(of(span('1', '60'), NO_SPAN), { [low]: 'seconds_range' });
  assert.deepEqual(of(span('5'), span('5', '0')), { [high]: 'duration_range' });
  assert.deepEqual(of(span('5'), span('4')), { [high]: 'duration_range' });
  assert.deepEqual(of(span('5'), span('5', '1')), {});
  assert.deepEqual(of(NO_SPAN, span('', '30')), { [high]: 'duration_too_short' });
  assert.deepEqual(of(span('one'), span('2')), { [low]: 'not_a_number' });
});
