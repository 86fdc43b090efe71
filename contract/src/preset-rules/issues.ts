import type { PresetProfile } from '../preset-tracks.ts';
import type { PresetContent } from './normalise.ts';
import { listAudioIssues } from './audio-issues.ts';
import { FORMATS } from './codecs.ts';
import { type Issue, toIssue } from './issue.ts';
import { findKeyServerId } from './key-server.ts';
import { isSameSize, listVideoIssues } from './video-issues.ts';

/**
 * Finds the contradictions in a normalised preset, each with a stable code and the dotted path of
 * its field. `before` is the preset that is changed.
 */
export function listPresetIssues(content: PresetContent, before: PresetContent | null): Issue[] {
  const { profiles } = content;
  return [
    ...profiles.flatMap((profile, at) => [
      ...listProfileIssues(content, profile, at),
      ...listVideoIssues(profile, `profiles.${at}`, {
        audioKeysBefore: getKeysBefore(before, profile),
        keyServerId: findKeyServerId(content),
      }),
      ...listAudioIssues(profile, `profiles.${at}`),
    ]),
    ...(profiles.some(({ enabled }) => enabled) ? [] : [toIssue('profiles', 'no_enabled_profile')]),
    ...listDefaultResolutionIssues(content),
  ];
}

function listProfileIssues(
  { vodDeliveryModel, profiles }: PresetContent,
  { formatType, enabled, videoTracks, audioTracks }: PresetProfile,
  at: number,
): Issue[] {
  const issues: Issue[] = [];
  const path = `profiles.${at}`;
  if (profiles.slice(0, at).some((earlier) => earlier.formatType === formatType)) {
    issues.push(toIssue(`${path}.formatType`, 'duplicate_format'));
  }
  if (!FORMATS[formatType].models.includes(vodDeliveryModel)) {
    issues.push(toIssue(`${path}.formatType`, 'format_not_of_model'));
  }
  if (enabled && videoTracks.length === 0 && audioTracks.length === 0) {
    issues.push(toIssue(path, 'profile_empty'));
  }
  return issues;
}

/** A track that goes is another fault than a track that never was. */
function getKeysBefore(before: PresetContent | null, { formatType }: PresetProfile): Set<string> {
  const same = before?.profiles.filter((profile) => profile.formatType === formatType) ?? [];
  return new Set(same.flatMap(({ audioTracks }) => audioTracks.map(({ key }) => key)));
}

function listDefaultResolutionIssues({ defaultResolution, profiles }: PresetContent): Issue[] {
  if (defaultResolution === null) return [];
  const path = 'defaultResolution';
  if (defaultResolution.type === 'original') {
    return [toIssue(`${path}.type`, 'default_resolution_original')];
  }
  if (defaultResolution.size === null) return [toIssue(`${path}.size`, 'required')];
  const tracks = profiles
    .filter(({ enabled }) => enabled)
    .flatMap(({ videoTracks }) => videoTracks);
  if (tracks.some((track) => isSameSize(track.resolutionControl, defaultResolution))) return [];
  return [toIssue(`${path}.size`, 'default_resolution_unknown')];
}
