import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toForm, toInput } from './form.ts';
import { createForm } from './parts.ts';
import { summarisePreset } from './summary.ts';

test('a preset makes what its enabled profiles make, each size once and the largest first', () => {
  const [profile] = toInput(createForm('model-k', 'Stereo')).profiles;
  assert.ok(profile);
  const [first, ...others] = profile.videoTracks;
  assert.ok(first);
  const original = { type: 'original', size: null } as const;
  const makes = summarisePreset({
    profiles: [
      { ...profile, videoTracks: [...others, { ...first, codec: 'av1' }, first] },
      { ...profile, videoTracks: [{ ...first, resolutionControl: original }] },
      { ...profile, enabled: false, videoTracks: [{ ...first, codec: 'vp9' }] },
    ],
  });
  assert.deepEqual(makes.video?.codecs, ['H.264', 'AV1']);
  assert.deepEqual(
    makes.video?.sizes.map(({ size }) => size),
    [null, 1080, 720, 480],
  );
  assert.deepEqual(makes.audio, { codecs: ['AAC'], rates: [128] });
});

test('a preset names MP4 files while their profile is on', () => {
  const [profile] = toInput(createForm('classic', 'Stereo')).profiles;
  assert.ok(profile);
  const files = { ...profile, formatType: 'mp4' } as const;
  assert.equal(summarisePreset({ profiles: [profile] }).hasFiles, false);
  assert.equal(summarisePreset({ profiles: [profile, files] }).hasFiles, true);
  assert.equal(
    summarisePreset({ profiles: [profile, { ...files, enabled: false }] }).hasFiles,
    false,
  );
});

test('a preset whose profiles are all off makes nothing', () => {
  const form = createForm('classic', 'Stereo');
  const profiles = form.profiles.map((profile) => ({ ...profile, enabled: false }));
  assert.deepEqual(summarisePreset(toInput({ ...form, profiles })), {
    hasFiles: false,
    video: undefined,
    audio: undefined,
  });
  assert.equal(toForm(toInput(form)).profiles.length, 1);
});
