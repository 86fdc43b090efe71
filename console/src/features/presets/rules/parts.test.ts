import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createAudioTrack,
  createForm,
  createProfile,
  getNextSize,
  listAudioUsers,
  moveItem,
  withCodec,
  withFormat,
  withModel,
  withResolution,
} from './parts.ts';
import { checkPreset } from './problems.ts';

const adaptive = createForm('model-k', 'Stereo');

function firstOf(form: typeof adaptive) {
  const [profile] = form.profiles;
  const [track] = profile?.videoTracks ?? [];
  assert.ok(profile && track);
  return { profile, track };
}

test('a new preset of each model lacks nothing but its name', () => {
  for (const model of ['classic', 'model-k', 'model-c'] as const) {
    const problems = checkPreset(createForm(model, 'Stereo'));
    assert.deepEqual(Object.keys(problems), ['name']);
  }
});

test('a change of model keeps what is typed and replaces what the model lacks', () => {
  const { profile, track } = firstOf(adaptive);
  const av1 = { ...withCodec(track, 'av1'), name: 'ใหญ่' };
  const form = { ...adaptive, name: 'ข่าว', profiles: [{ ...profile, videoTracks: [av1] }] };
  const classic = withModel(form, 'classic');
  assert.equal(classic.name, 'ข่าว');
  const { profile: changed, track: first } = firstOf(classic);
  assert.deepEqual(
    [changed.formatType, changed.name, first.codec, first.name],
    ['hls', 'HLS', 'h264', 'ใหญ่'],
  );
});

test('two profiles of the classic model become the one that an adaptive model has', () => {
  const classic = createForm('classic', 'Stereo');
  const second = createProfile('classic', classic.profiles, 'Stereo');
  assert.equal(second.formatType, 'mp4');
  const both = { ...classic, profiles: [...classic.profiles, second] };
  const { profiles } = withModel(both, 'model-c');
  assert.deepEqual(
    profiles.map(({ formatType }) => formatType),
    ['cmaf'],
  );
});

test('a profile’s name follows its format until it is renamed', () => {
  const { profile } = firstOf(createForm('classic', 'Stereo'));
  assert.equal(withFormat(profile, 'mp4').name, 'MP4');
  const named = { ...profile, name: 'เว็บ' };
  assert.equal(withFormat(named, 'mp4').name, 'เว็บ');
});

test('a track’s name follows its resolution until it is renamed', () => {
  const { track } = firstOf(adaptive);
  const smaller = withResolution(track, '480p');
  assert.deepEqual([smaller.name, smaller.sizeType, smaller.size], ['480p', 'shortestSide', '480']);
  assert.equal(withResolution({ ...track, name: 'หลัก' }, '480p').name, 'หลัก');
  assert.equal(withResolution(track, 'custom').size, '1080');
  assert.equal(withResolution(track, 'original').size, '');
});

test('a new track gets the largest usual size that is not there', () => {
  const { profile } = firstOf(adaptive);
  assert.equal(getNextSize(profile), 360);
  assert.equal(getNextSize({ ...profile, videoTracks: profile.videoTracks.slice(1) }), 1080);
});

test('an audio track knows the video tracks that play with it', () => {
  const { profile } = firstOf(adaptive);
  const [audio] = profile.audioTracks;
  assert.ok(audio);
  assert.deepEqual(listAudioUsers(profile, audio.key), ['1080p', '720p', '480p']);
  const other = createAudioTrack(profile.audioTracks, 'Mono');
  assert.notEqual(other.key, audio.key);
  assert.deepEqual(listAudioUsers(profile, other.key), []);
});

test('an item moves by one place and stays at the ends', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c'], 1, -1), ['b', 'a', 'c']);
  assert.deepEqual(moveItem(['a', 'b', 'c'], 2, 1), ['a', 'b', 'c']);
});
