import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresetInput } from '@kinora/contract/preset-input';
import { listPresetIssues } from '@kinora/contract/preset-rules/issues';
import { normalisePreset } from '@kinora/contract/preset-rules/normalise';
import { PresetProfile } from '@kinora/contract/preset-tracks';
import { SYSTEM_PRESETS } from './rules.ts';

test('every team begins with four presets of one ladder', () => {
  const ladder = [
    ['1080p', 1080, 23, 5500, 'high'],
    ['720p', 720, 23, 3200, 'high'],
    ['480p', 480, 23, 1600, 'high'],
    ['360p', 360, 23, 900, 'high'],
    ['240p', 240, 24, 450, 'main'],
  ];
  const told = SYSTEM_PRESETS.map(({ name, vodDeliveryModel, profiles }) => {
    const [profile] = profiles;
    return [name, vodDeliveryModel, profiles.length, profile?.formatType, profile?.name];
  });
  assert.deepEqual(told, [
    ['Standard 1080p', 'classic', 1, 'hls', 'HLS'],
    ['Compact 720p', 'classic', 1, 'hls', 'HLS'],
    ['Adaptive 1080p', 'model-k', 1, 'cmaf', 'CMAF'],
    ['On demand 1080p', 'model-c', 1, 'cmaf', 'CMAF'],
  ]);
  for (const [n, { profiles }] of SYSTEM_PRESETS.entries()) {
    const tracks = profiles[0]?.videoTracks.map(
      ({ name, resolutionControl, videoCodecOptions }) => {
        const { crf, maxBitRateKbps, profile } = videoCodecOptions;
        return [name, resolutionControl.size, crf, maxBitRateKbps, profile];
      },
    );
    assert.deepEqual(tracks, n === 1 ? ladder.slice(1) : ladder);
  }
});

test('tracks of these presets are widely played, in the clear, with the one audio track', () => {
  for (const { profiles } of SYSTEM_PRESETS) {
    const [profile] = profiles;
    assert.deepEqual(profile?.audioTracks, [
      {
        key: 'stereo',
        name: 'Stereo',
        codec: 'aac',
        bitRateKbps: 128,
        sampleRate: 48_000,
        channels: 2,
      },
    ]);
    assert.equal(profile?.enabled, true);
    for (const track of profile?.videoTracks ?? []) {
      assert.equal(track.codec, 'h264');
      assert.equal(track.resolutionControl.type, 'shortestSide');
      assert.equal(track.resolutionType, track.name);
      assert.equal(track.frameRateControl.maxFrameRate, 60);
      assert.equal(track.audioTrackKey, 'stereo');
      assert.equal(track.encryption.isEnableVideoEncryption, false);
      assert.equal(track.videoCodecOptions.qualityControlMode, 'constrainedEncoding');
      assert.equal(track.videoCodecOptions.speed, 'fast');
    }
  }
});

test('the team’s own presets keep to all rules and are stored as they are', () => {
  for (const preset of SYSTEM_PRESETS) {
    const content = normalisePreset(PresetInput.parse(preset));
    assert.deepEqual(listPresetIssues(content, null), [], preset.name);
    assert.deepEqual(content.profiles, preset.profiles);
    assert.deepEqual(PresetProfile.array().parse(preset.profiles), preset.profiles);
  }
});
