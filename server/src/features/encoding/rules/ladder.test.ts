import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresetInput } from '@kinora/contract/preset-input';
import type { PresetProfile } from '@kinora/contract/preset-tracks';
import { presetInput } from '../../../test-presets.ts';
import { toLadder } from './ladder.ts';

/** A profile with two named audio tracks and one that no video track names; its video tracks name `keys`. */
function profileOf(keys: (string | null)[]): PresetProfile {
  const [profile] = PresetInput.parse(presetInput).profiles;
  const [video] = profile?.videoTracks ?? [];
  const [audio] = profile?.audioTracks ?? [];
  assert(profile && video && audio);
  return {
    ...profile,
    videoTracks: keys.map((audioTrackKey, n) => ({
      ...video,
      resolutionControl: { type: 'shortestSide', size: 1080 - n * 360 },
      audioTrackKey,
    })),
    audioTracks: ['unused', 'full', 'thin'].map((key, n) => ({
      ...audio,
      key,
      bitRateKbps: 192 - n * 64,
    })),
  };
}

const told = (profiles: PresetProfile[]) => {
  const { video, audio } = toLadder(profiles);
  return [video.map((one) => one.audio), audio.map(({ bitrateKbps }) => bitrateKbps)];
};

test('a rendition goes with the audio track that its preset names, and others are not made', () => {
  assert.deepEqual(told([profileOf(['full', 'thin', null])]), [
    [0, 1, null],
    [128, 64],
  ]);
});

test('a preset whose video is all silent wants no audio', () => {
  assert.deepEqual(told([profileOf([null, null])]), [[null, null], []]);
});

test('a preset without video wants all of its audio', () => {
  assert.deepEqual(told([profileOf([])]), [[], [192, 128, 64]]);
});

test('keys are looked up in their own profile', () => {
  const other: PresetProfile = { ...profileOf(['full']), formatType: 'cmaf' };
  assert.deepEqual(told([profileOf(['thin']), other]), [
    [0, 1],
    [64, 128],
  ]);
});
