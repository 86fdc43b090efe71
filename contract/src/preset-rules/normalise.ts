import type { PresetInput } from '../preset-input.ts';
import type { VideoCodecOptions, VideoTrack } from '../preset-tracks.ts';
import type { Preset } from '../presets.ts';
import { RESOLUTIONS } from './resolutions.ts';

/** Brings a preset into the form that is stored, and by which changes are compared. */
export type PresetContent = Pick<
  Preset,
  'name' | 'vodDeliveryModel' | 'profiles' | 'defaultResolution' | 'backgroundCompletion'
>;

/** Clears fields that do not apply; missing and invalid ones are left for `listPresetIssues`. */
export function normalisePreset(input: PresetInput): PresetContent {
  const { name, vodDeliveryModel, defaultResolution } = input;
  return {
    name,
    vodDeliveryModel,
    profiles: input.profiles.map((profile) => ({
      ...profile,
      videoTracks: profile.videoTracks.map(normaliseTrack),
    })),
    defaultResolution,
    backgroundCompletion: vodDeliveryModel === 'model-c' ? input.backgroundCompletion : 'whenIdle',
  };
}

function normaliseTrack(track: VideoTrack): VideoTrack {
  const { type, size } = track.resolutionControl;
  const resolutionControl = { type, size: type === 'original' ? null : size };
  const { isEnableVideoEncryption, keyServerId } = track.encryption;
  const duration = track.videoDurationCondition;
  const { minimumSeconds = null, maximumSeconds = null } = duration ?? {};
  const isConditional = minimumSeconds !== null || maximumSeconds !== null;
  return {
    ...track,
    resolutionControl,
    resolutionType: nameResolution(track.resolutionType, resolutionControl),
    videoCodecOptions: normaliseOptions(track.videoCodecOptions),
    videoDurationCondition: isConditional ? duration : null,
    encryption: {
      isEnableVideoEncryption,
      keyServerId: isEnableVideoEncryption ? keyServerId : null,
    },
  };
}

/** The chosen look-up as long as the size is the one that it stands for. */
function nameResolution(given: string, { type, size }: VideoTrack['resolutionControl']): string {
  if (type === 'original') return 'original';
  const chosen = RESOLUTIONS.find(({ name }) => name === given);
  return chosen?.type === type && chosen.size === size ? given : 'custom';
}

/** Specification 1, section 4: what each quality mode clears. */
function normaliseOptions(options: VideoCodecOptions): VideoCodecOptions {
  switch (options.qualityControlMode) {
    case 'constrainedEncoding':
      return { ...options, qp: null, targetBitRateKbps: null };
    case 'targetBitrate':
      return { ...options, qp: null };
    default:
      return { ...options, crf: null, targetBitRateKbps: null, maxBitRateKbps: null };
  }
}
