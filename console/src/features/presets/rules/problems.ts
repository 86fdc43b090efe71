import { checkText, type RangeProblem, type TextProblem } from '@kinora/contract/field-rules';
import * as bounds from '@kinora/contract/preset-rules/bounds';
import {
  AUDIO_CODECS,
  FIELDS_OF_MODE,
  isNeeded,
  VIDEO_CODECS,
} from '@kinora/contract/preset-rules/codecs';
import type { PresetProblem } from '@kinora/contract/preset-rules/issue';
import { listPresetIssues } from '@kinora/contract/preset-rules/issues';
import { checkSpan, type SpanProblem } from './duration.ts';
import { type PresetForm, type ProfileForm, toInput, type VideoTrackForm } from './form.ts';
import { checkNumber, type NumberProblem } from './numbers.ts';

export type FormProblem =
  | TextProblem
  | RangeProblem
  | NumberProblem
  | PresetProblem
  | { code: SpanProblem | 'language_required' };

/** Problems by the path of their field, as the server names it; fields in order are missing. */
export type FormProblems = Record<string, FormProblem>;

type Fields = [path: string, problem?: FormProblem | undefined][];

/**
 * The problems that keep a preset from being sent, in the order of the form: unreadable fields, then broken
 * rules of presets.
 */
export function checkPreset(form: PresetForm): FormProblems {
  const issues = new Map(listPresetIssues(toInput(form), null).map((issue) => [issue.path, issue]));
  const fields: Fields = [
    ['name', checkText(form.name.trim(), bounds.PRESET_NAME_LETTERS)],
    ['defaultResolution.size'],
    ...form.profiles.flatMap((profile, index) =>
      prefixPaths(`profiles.${index}`, listProfileFields(profile)),
    ),
    ['profiles'],
  ];
  return Object.fromEntries(
    fields.flatMap(([path, unread]) => {
      const problem = unread ?? issues.get(path);
      return problem === undefined ? [] : [[path, problem]];
    }),
  );
}

function prefixPaths(path: string, fields: Fields): Fields {
  return fields.map(([rest, problem]) => [rest === '' ? path : `${path}.${rest}`, problem]);
}

const checkPartName = (name: string) => checkText(name.trim(), bounds.PART_NAME_LETTERS);

function listProfileFields(profile: ProfileForm): Fields {
  return [
    ['name', checkPartName(profile.name)],
    ['formatType'],
    [''],
    ...profile.videoTracks.flatMap((track, at) =>
      prefixPaths(`videoTracks.${at}`, listVideoTrackFields(track)),
    ),
    ...profile.audioTracks.flatMap((track, at) =>
      prefixPaths(`audioTracks.${at}`, [
        ['name', checkPartName(track.name)],
        ['bitRateKbps', checkNumber(track.bitRateKbps, AUDIO_CODECS[track.codec].bitRateKbps)],
        ['sampleRate', checkNumber(track.sampleRate)],
        ['channels', checkNumber(track.channels, AUDIO_CODECS[track.codec].channels)],
      ]),
    ),
    ...profile.audioVariants.flatMap(({ name, languageCode }, at) =>
      prefixPaths(`audioVariants.${at}`, [
        ['name', checkPartName(name)],
        ['languageCode', languageCode === '' ? { code: 'language_required' } : undefined],
      ]),
    ),
  ];
}

function listVideoTrackFields(track: VideoTrackForm): Fields {
  const isOriginal = track.resolutionType === 'original';
  const rate = { ...bounds.FRAME_RATES, optional: true, decimals: true };
  return [
    ['name', checkPartName(track.name)],
    ['resolutionControl.size', isOriginal ? undefined : checkNumber(track.size, bounds.SIZES)],
    ['frameRateControl.maxFrameRate', checkNumber(track.maxFrameRate, rate)],
    ...FIELDS_OF_MODE[track.mode].map((field): Fields[number] => {
      const range = field.endsWith('Kbps')
        ? bounds.VIDEO_RATES_KBPS
        : VIDEO_CODECS[track.codec].quality;
      const optional = !isNeeded(track.mode, field);
      return [
        `videoCodecOptions.${field}`,
        checkNumber(track.quality[field], { ...range, optional }),
      ];
    }),
    ['videoDurationCondition.minimumSeconds', checkSpan(track.minimum)],
    ['videoDurationCondition.maximumSeconds', checkSpan(track.maximum)],
    ['encryption.keyServerId'],
  ];
}

const SHOWN_ON_SAVE = new Set<FormProblem['code']>([
  ...(['required', 'language_required', 'profile_empty', 'no_enabled_profile'] as const),
  // A copy is the same as its original until it is changed.
  'duplicate_video_track',
]);

/** True for a problem that is shown while one types; missing values are only shown on saving. */
export function isShownAtOnce(problem: FormProblem): boolean {
  return !SHOWN_ON_SAVE.has(problem.code);
}

/** Says whether any of the paths lies at or below `path`. */
export function hasBelow(paths: Iterable<string>, path: string): boolean {
  for (const one of paths) if (one === path || one.startsWith(`${path}.`)) return true;
  return false;
}

/** Ids of the parts that hold one of the paths, so that they can be opened. */
export function listPartsWith(form: PresetForm, paths: readonly string[]): string[] {
  return form.profiles.flatMap((profile, index) => {
    const at = `profiles.${index}`;
    return [
      ...profile.videoTracks.flatMap(({ id }, part) =>
        hasBelow(paths, `${at}.videoTracks.${part}`) ? [id] : [],
      ),
      ...profile.audioTracks.flatMap(({ key }, part) =>
        hasBelow(paths, `${at}.audioTracks.${part}`) ? [`${profile.id}.${key}`] : [],
      ),
      ...profile.audioVariants.flatMap(({ key }, part) =>
        hasBelow(paths, `${at}.audioVariants.${part}`) ? [`${profile.id}.${key}`] : [],
      ),
    ];
  });
}
