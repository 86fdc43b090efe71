import type { PresetProfile } from '../preset-tracks.ts';
import type { PresetContent } from './normalise.ts';
import { audioIssues } from './audio-issues.ts';
import { formats } from './codecs.ts';
import { issue, type Issue } from './issue.ts';
import { isSameSize, videoIssues } from './video-issues.ts';

/**
 * Finds the contradictions in a normalised preset, each with a stable code and the dotted path of
 * its field. `before` is the preset that is changed.
 */
export function presetIssues(content: PresetContent, before: PresetContent | null): Issue[] {
  const { profiles } = content;
  return [
    ...profiles.flatMap((profile, at) => [
      ...profileIssues(content, profile, at),
      ...videoIssues(profile, `profiles.${at}`, audioKeysBefore(before, profile)),
      ...audioIssues(profile, `profiles.${at}`),
    ]),
    ...(profiles.some(({ enabled }) => enabled) ? [] : [issue('profiles', 'no_enabled_profile')]),
    ...defaultResolutionIssues(content),
  ];
}

function profileIssues(
  { vodDeliveryModel, profiles }: PresetContent,
  { formatType, enabled, videoTracks, audioTracks }: PresetProfile,
  at: number,
): Issue[] {
  const issues: Issue[] = [];
  const path = `profiles.${at}`;
  if (profiles.slice(0, at).some((earlier) => earlier.formatType === formatType)) {
    issues.push(issue(`${path}.formatType`, 'duplicate_format'));
  }
  if (!formats[formatType].models.includes(vodDeliveryModel)) {
    issues.push(issue(`${path}.formatType`, 'format_not_of_model'));
  }
  if (enabled && videoTracks.length === 0 && audioTracks.length === 0) {
    issues.push(issue(path, 'profile_empty'));
  }
  return issues;
}

/** A track that goes is another fault than a track that never was. */
function audioKeysBefore(before: PresetContent | null, { formatType }: PresetProfile): Set<string> {
  const same = before?.profiles.filter((profile) => profile.formatType === formatType) ?? [];
  return new Set(same.flatMap(({ audioTracks }) => audioTracks.map(({ key }) => key)));
}

function defaultResolutionIssues({ defaultResolution, profiles }: PresetContent): Issue[] {
  if (defaultResolution === null) return [];
  const path = 'defaultResolution';
  if (defaultResolution.type === 'original') {
    return [issue(`${path}.type`, 'default_resolution_original')];
  }
  if (defaultResolution.size === null) return [issue(`${path}.size`, 'required')];
  const tracks = profiles
    .filter(({ enabled }) => enabled)
    .flatMap(({ videoTracks }) => videoTracks);
  if (tracks.some((track) => isSameSize(track.resolutionControl, defaultResolution))) return [];
  return [issue(`${path}.size`, 'default_resolution_unknown')];
}
