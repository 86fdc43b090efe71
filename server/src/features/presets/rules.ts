import type { DeliveryModel, PresetProfile } from '@kinora/contract/preset-tracks';
import {
  createUsualVideoTrack,
  USUAL_AUDIO,
  USUAL_SIZES,
} from '@kinora/contract/preset-rules/ladder';

const AUDIO_TRACK = { key: 'stereo', name: 'Stereo', ...USUAL_AUDIO };

/** One profile with a track of each size. */
function profile(formatType: 'hls' | 'cmaf', sizes: readonly number[]): PresetProfile[] {
  const name = formatType.toUpperCase();
  const videoTracks = sizes.map((size) => createUsualVideoTrack(size, AUDIO_TRACK.key));
  const audioTracks = [AUDIO_TRACK];
  return [{ name, enabled: true, formatType, videoTracks, audioTracks, audioVariants: [] }];
}

export type SystemPreset = {
  name: string;
  vodDeliveryModel: DeliveryModel;
  profiles: PresetProfile[];
};

/**
 * Every new team gets these; the first is the default. Migration 0002 gave the last two to the teams
 * that were there.
 */
export const SYSTEM_PRESETS: readonly SystemPreset[] = [
  { name: 'Standard 1080p', vodDeliveryModel: 'classic', profiles: profile('hls', USUAL_SIZES) },
  {
    name: 'Compact 720p',
    vodDeliveryModel: 'classic',
    profiles: profile('hls', USUAL_SIZES.slice(1)),
  },
  { name: 'Adaptive 1080p', vodDeliveryModel: 'model-k', profiles: profile('cmaf', USUAL_SIZES) },
  { name: 'On demand 1080p', vodDeliveryModel: 'model-c', profiles: profile('cmaf', USUAL_SIZES) },
];
