import { PresetInput } from '../preset-input.ts';
import type { z } from 'zod';
import { normalisePreset, type PresetContent } from './normalise.ts';

export type Given = z.input<typeof PresetInput>;
export type GivenProfile = Given['profiles'][number];
export type GivenTrack = GivenProfile['videoTracks'][number];
export type GivenOptions = GivenTrack['videoCodecOptions'];
export type GivenAudio = GivenProfile['audioTracks'][number];

export const options: GivenOptions = {
  qualityControlMode: 'constrainedEncoding',
  crf: 23,
  maxBitRateKbps: 3000,
  profile: 'high',
};
export const audio: GivenAudio = {
  key: 'stereo',
  name: 'Stereo',
  codec: 'aac',
  bitRateKbps: 128,
  sampleRate: 48_000,
  channels: 2,
};
export const track: GivenTrack = {
  name: '720p',
  resolutionType: '720p',
  resolutionControl: { type: 'shortestSide', size: 720 },
  codec: 'h264',
  videoCodecOptions: options,
  audioTrackKey: 'stereo',
};
export const profile: GivenProfile = {
  name: 'CMAF',
  enabled: true,
  formatType: 'cmaf',
  videoTracks: [track],
  audioTracks: [audio],
};
export const given = (change: Partial<Given> = {}): Given => ({
  name: 'P',
  vodDeliveryModel: 'model-k',
  profiles: [profile],
  ...change,
});
export const withTracks = (...videoTracks: GivenTrack[]) =>
  given({ profiles: [{ ...profile, videoTracks }] });
export const withOptions = (change: Partial<GivenOptions>, codec: GivenTrack['codec'] = 'h264') =>
  withTracks({ ...track, codec, videoCodecOptions: { ...options, ...change } });
export const withAudio = (...audioTracks: GivenAudio[]) =>
  given({ profiles: [{ ...profile, audioTracks }] });

export const contentOf = (input: Given): PresetContent => normalisePreset(PresetInput.parse(input));
