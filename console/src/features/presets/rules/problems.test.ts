import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresetForm, ProfileForm, VideoTrackForm } from './form.ts';
import { newAudioVariant, newForm, newProfile } from './parts.ts';
import { type FormProblem, isToldAtOnce, partsWith, presetProblems } from './problems.ts';
import { offer } from './test-offer.ts';

const valid: PresetForm = { ...newForm(offer, 'classic', 'Stereo'), name: 'ข่าว' };

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
  Object.fromEntries(
    Object.entries(presetProblems(form, offer)).map(([path, { code }]) => [path, code]),
  );

const track = 'profiles.0.videoTracks.0';

test('a sound preset has no problem', () => {
  assert.deepEqual(problemsOf(valid), {});
});

test('names are required, and are not longer than the contract allows', () => {
  assert.deepEqual(problemsOf({ ...valid, name: '  ' }), { name: 'required' });
  assert.deepEqual(problemsOf({ ...valid, name: 'ก'.repeat(121) }), { name: 'tooLong' });
  assert.deepEqual(problemsOf(withTrack({ name: 'x'.repeat(61) })), {
    [`${track}.name`]: 'tooLong',
  });
});

test('the second profile of a format is refused', () => {
  const [first] = valid.profiles;
  assert.ok(first);
  const twice = { ...valid, profiles: [first, { ...first, id: 'second' }] };
  assert.deepEqual(problemsOf(twice), { 'profiles.1.formatType': 'duplicateFormat' });
  const other = newProfile(offer, 'classic', valid.profiles, 'Stereo');
  assert.deepEqual(problemsOf({ ...valid, profiles: [first, other] }), {});
});

test('a profile that is on has a track, and one profile is on', () => {
  const empty = { videoTracks: [], audioTracks: [] };
  assert.deepEqual(problemsOf(withProfile(empty)), { 'profiles.0': 'noTracks' });
  assert.deepEqual(problemsOf(withProfile({ ...empty, enabled: false })), {
    profiles: 'noneEnabled',
  });
});

test('sizes, rates and qualities are numbers, each within its bounds', () => {
  const quality = { crf: '23', targetBitRateKbps: '', maxBitRateKbps: '5000', cq: '', qp: '' };
  const crf = (text: string) => problemsOf(withTrack({ quality: { ...quality, crf: text } }));
  assert.deepEqual(crf('abc'), { [`${track}.videoCodecOptions.crf`]: 'number' });
  assert.deepEqual(crf('52'), { [`${track}.videoCodecOptions.crf`]: 'tooBig' });
  assert.deepEqual(crf('0'), { [`${track}.videoCodecOptions.crf`]: 'tooSmall' });
  assert.deepEqual(crf(''), { [`${track}.videoCodecOptions.crf`]: 'required' });
  const size = { resolutionType: 'custom', size: '12x' };
  assert.deepEqual(problemsOf(withTrack(size)), { [`${track}.resolutionControl.size`]: 'number' });
  const rate = `${track}.frameRateControl.maxFrameRate`;
  assert.deepEqual(problemsOf(withTrack({ maxFrameRate: '241' })), { [rate]: 'tooBig' });
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
    [`${track}.videoCodecOptions.maxBitRateKbps`]: 'belowTarget',
  });
  assert.deepEqual(average('3000'), {});
  assert.deepEqual(average(''), {});
});

test('two tracks of one resolution differ in their codec', () => {
  const path = 'profiles.0.videoTracks.1.resolutionControl.size';
  assert.deepEqual(problemsOf(withTrack({ size: '720' })), { [path]: 'duplicateTrack' });
  assert.deepEqual(problemsOf(withTrack({ size: '720', codec: 'av1' })), {});
});

test('a default resolution is one that an enabled profile makes', () => {
  const begin = (size: string): PresetForm => ({
    ...valid,
    defaultResolution: { type: 'shortestSide', size },
  });
  assert.deepEqual(problemsOf(begin('720')), {});
  assert.deepEqual(problemsOf(begin('721')), { 'defaultResolution.size': 'defaultUnknown' });
});

test('a named audio track has a language', () => {
  const variant = { ...newAudioVariant([]), name: 'ไทย' };
  assert.deepEqual(problemsOf(withProfile({ audioVariants: [variant] })), {
    'profiles.0.audioVariants.0.languageCode': 'languageRequired',
  });
});

test('the sample rate of an audio track is one that its codec takes', () => {
  const [audio] = valid.profiles[0]?.audioTracks ?? [];
  assert.ok(audio);
  const opus = { ...audio, codec: 'opus', sampleRate: '44100' } as const;
  const path = 'profiles.0.audioTracks.0.sampleRate';
  assert.deepEqual(problemsOf(withProfile({ audioTracks: [opus] })), { [path]: 'sampleRate' });
});

test('what is missing is told on saving, what is wrong at once', () => {
  assert.ok(!isToldAtOnce({ code: 'required' }));
  assert.ok(isToldAtOnce({ code: 'number' }));
  assert.ok(isToldAtOnce({ code: 'duplicateFormat' }));
});

test('the parts that hold a problem are found by its path', () => {
  const [profile] = valid.profiles;
  const paths = ['name', 'profiles.0.videoTracks.1.videoCodecOptions.crf'];
  assert.deepEqual(partsWith(valid, paths), [profile?.videoTracks[1]?.id]);
});
