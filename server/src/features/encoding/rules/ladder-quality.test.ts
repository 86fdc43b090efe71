import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresetInput } from '@kinora/contract/preset-input';
import type { PresetProfile, VideoCodecOptions, VideoTrack } from '@kinora/contract/preset-tracks';
import { presetInput } from '../../../test-presets.ts';
import { findDefaultRendition, toLadder, listProgressiveIds, wantsEncryption } from './ladder.ts';

const [hls] = PresetInput.parse(presetInput).profiles;
assert(hls?.videoTracks[0] && hls.audioTracks[0]);
const profile: PresetProfile = hls;
const track: VideoTrack = hls.videoTracks[0];
const audio = hls.audioTracks[0];

const withTracks = (...videoTracks: VideoTrack[]): PresetProfile => ({ ...profile, videoTracks });
const intentOf = (change: Partial<VideoTrack>) =>
  toLadder([withTracks({ ...track, ...change })]).video[0];
const sized = (type: 'shortestSide' | 'width' | 'height', size: number) => ({
  ...track,
  resolutionControl: { type, size },
});

test('a track has its quality in the way of its mode, and the usual one where it names none', () => {
  const none = { crf: null, targetBitRateKbps: null, maxBitRateKbps: null, cq: null, qp: null };
  const quality = (change: Partial<VideoCodecOptions>) =>
    intentOf({ videoCodecOptions: { ...track.videoCodecOptions, ...none, ...change } })?.quality;
  const constrained = { qualityControlMode: 'constrainedEncoding' } as const;
  assert.deepEqual(quality({ ...constrained, crf: 30, maxBitRateKbps: 900 }), {
    mode: 'constrained',
    crf: 30,
    maxBitrateKbps: 900,
  });
  assert.deepEqual(quality(constrained), { mode: 'constrained', crf: 23, maxBitrateKbps: 4000 });
  const target = { qualityControlMode: 'targetBitrate' } as const;
  assert.deepEqual(quality({ ...target, targetBitRateKbps: 801, maxBitRateKbps: 900 }), {
    mode: 'target',
    targetKbps: 801,
    maxKbps: 900,
  });
  assert.deepEqual(quality({ ...target, targetBitRateKbps: 801 }), {
    mode: 'target',
    targetKbps: 801,
    maxKbps: 1202,
  });
  assert.deepEqual(quality(target), { mode: 'target', targetKbps: 2000, maxKbps: 3000 });
  const constant = { qualityControlMode: 'constantQuality' } as const;
  assert.deepEqual(quality({ ...constant, cq: 30 }), { mode: 'constantQuality', cq: 30 });
  assert.deepEqual(quality(constant), { mode: 'constantQuality', cq: 26 });
  const qp = { qualityControlMode: 'constantQp' } as const;
  assert.deepEqual(quality({ ...qp, qp: 30 }), { mode: 'qp', qp: 30 });
  assert.deepEqual(quality(qp), { mode: 'qp', qp: 26 });
});

test('a track has its size and frame rate, the original one has none', () => {
  assert.deepEqual(intentOf({})?.size, { type: 'shortestSide', pixels: 720 });
  const original = { type: 'original', size: 720 } as const;
  assert.deepEqual(intentOf({ resolutionControl: original })?.size, {
    type: 'original',
    pixels: null,
  });
  assert.equal(intentOf({})?.maxFrameRate, 30);
  assert.equal(intentOf({ frameRateControl: { maxFrameRate: null } })?.maxFrameRate, 60);
});

test('renditions fall from the original, and audio keeps its rate and channels', () => {
  const original = { ...track, resolutionControl: { type: 'original', size: null } as const };
  const tracks = [sized('height', 360), sized('height', 1080), original];
  const made = toLadder([withTracks(...tracks)]);
  assert.deepEqual(
    made.video.map(({ size }) => size.pixels),
    [null, 1080, 360],
  );
  const sound = (change: Partial<typeof audio>) => {
    const [one] = toLadder([{ ...profile, audioTracks: [{ ...audio, ...change }] }]).audio;
    return [one?.channels, one?.sampleRate];
  };
  assert.deepEqual(sound({}), [2, 48_000]);
  assert.deepEqual(sound({ channels: 1, sampleRate: 44_100 }), [1, 44_100]);
});

test('disabled profiles want nothing, and files no renditions beside a stream’s', () => {
  const file: PresetProfile = { ...withTracks(sized('height', 480)), formatType: 'mp4' };
  const pixels = (...profiles: PresetProfile[]) =>
    toLadder(profiles).video.map(({ size }) => size.pixels);
  assert.deepEqual(pixels(profile, file), [720]);
  assert.deepEqual(pixels(file), [480]);
  assert.deepEqual(pixels({ ...profile, enabled: false }, file), [480]);
  assert.deepEqual(toLadder([profile]).audioVariants, profile.audioVariants);
});

test('one track that wants it has all encrypted, unless its profile is disabled, and a project any', () => {
  const encryption = { isEnableVideoEncryption: true, keyServerId: 'k' };
  const encrypted = withTracks(track, { ...track, encryption });
  const wants = (profiles: PresetProfile[], keyServerId: string | null = null) =>
    wantsEncryption({ profiles, keyServerId });
  assert.equal(wants([profile]), false);
  assert.equal(wants([profile, encrypted]), true);
  assert.equal(wants([profile, { ...encrypted, enabled: false }]), false);
  assert.equal(wants([{ ...profile, videoTracks: [] }], 'k'), true);
});

const renditions = [
  { id: 'tall', width: 1080, height: 1920 },
  { id: 'wide', width: 1280, height: 720 },
  { id: 'small', width: 640, height: 360 },
];

test('a file is made of the tallest rendition that is no taller, or else of the smallest', () => {
  const ids = (...tracks: VideoTrack[]) =>
    listProgressiveIds([{ ...withTracks(...tracks), formatType: 'mp4' }], renditions);
  assert.deepEqual(ids(sized('height', 720)), ['wide']);
  assert.deepEqual(ids(sized('height', 1079)), ['wide']);
  assert.deepEqual(ids(sized('height', 100)), ['small']);
  const original = { ...track, resolutionControl: { type: 'original', size: null } as const };
  assert.deepEqual(ids(original, sized('height', 1080)), ['tall'], 'each once');
  assert.deepEqual(listProgressiveIds([profile], renditions), []);
  const disabled: PresetProfile = { ...profile, enabled: false, formatType: 'mp4' };
  assert.deepEqual(listProgressiveIds([disabled], renditions), []);
  assert.deepEqual(listProgressiveIds([{ ...profile, formatType: 'mp4' }], []), []);
});

test('the default resolution means the nearest rendition along its side', () => {
  assert.equal(findDefaultRendition({ type: 'shortestSide', size: 1000 }, renditions), 'tall');
  assert.equal(findDefaultRendition({ type: 'width', size: 1200 }, renditions), 'wide');
  assert.equal(findDefaultRendition({ type: 'height', size: 1900 }, renditions), 'tall');
  assert.equal(findDefaultRendition({ type: 'height', size: 1000 }, renditions), 'wide');
  assert.equal(findDefaultRendition({ type: 'height', size: 400 }, renditions), 'small');
  assert.equal(findDefaultRendition({ type: 'original', size: null }, renditions), null);
  assert.equal(findDefaultRendition(null, renditions), null);
  assert.equal(findDefaultRendition({ type: 'width', size: 100 }, []), null);
});
