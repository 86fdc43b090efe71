import { type RangeProblem, type TextProblem, textProblem } from '@kinora/contract/field-rules';
import * as bounds from '@kinora/contract/preset-rules/bounds';
import {
  audioCodecs,
  fieldsOfMode,
  isNeeded,
  videoCodecs,
} from '@kinora/contract/preset-rules/codecs';
import type { PresetProblem } from '@kinora/contract/preset-rules/issue';
import { presetIssues } from '@kinora/contract/preset-rules/issues';
import { type SpanProblem, spanProblem } from './duration.ts';
import { inputOf, type PresetForm, type ProfileForm, type VideoTrackForm } from './form.ts';
import { type NumberProblem, numberProblem } from './numbers.ts';

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
 * All that keeps a preset from being sent, in the order of the form: what can't be read of a field,
 * else the rule of presets that it breaks.
 */
export function presetProblems(form: PresetForm): FormProblems {
  const issues = new Map(presetIssues(inputOf(form), null).map((issue) => [issue.path, issue]));
  const fields: Fields = [
    ['name', textProblem(form.name.trim(), bounds.presetNameLetters)],
    ['defaultResolution.size'],
    ...form.profiles.flatMap((profile, index) =>
      below(`profiles.${index}`, profileFields(profile)),
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

function below(path: string, fields: Fields): Fields {
  return fields.map(([rest, problem]) => [rest === '' ? path : `${path}.${rest}`, problem]);
}

const partName = (name: string) => textProblem(name.trim(), bounds.partNameLetters);

function profileFields(profile: ProfileForm): Fields {
  return [
    ['name', partName(profile.name)],
    ['formatType'],
    [''],
    ...profile.videoTracks.flatMap((track, at) =>
      below(`videoTracks.${at}`, videoTrackFields(track)),
    ),
    ...profile.audioTracks.flatMap((track, at) =>
      below(`audioTracks.${at}`, [
        ['name', partName(track.name)],
        ['bitRateKbps', numberProblem(track.bitRateKbps, audioCodecs[track.codec].bitRateKbps)],
        ['sampleRate', numberProblem(track.sampleRate)],
        ['channels', numberProblem(track.channels, audioCodecs[track.codec].channels)],
      ]),
    ),
    ...profile.audioVariants.flatMap(({ name, languageCode }, at) =>
      below(`audioVariants.${at}`, [
        ['name', partName(name)],
        ['languageCode', languageCode === '' ? { code: 'language_required' } : undefined],
      ]),
    ),
  ];
}

function videoTrackFields(track: VideoTrackForm): Fields {
  const isOriginal = track.resolutionType === 'original';
  const rate = { ...bounds.frameRates, optional: true, decimals: true };
  return [
    ['name', partName(track.name)],
    ['resolutionControl.size', isOriginal ? undefined : numberProblem(track.size, bounds.sizes)],
    ['frameRateControl.maxFrameRate', numberProblem(track.maxFrameRate, rate)],
    ...fieldsOfMode[track.mode].map((field): Fields[number] => {
      const range = field.endsWith('Kbps')
        ? bounds.videoRatesKbps
        : videoCodecs[track.codec].quality;
      const optional = !isNeeded(track.mode, field);
      return [
        `videoCodecOptions.${field}`,
        numberProblem(track.quality[field], { ...range, optional }),
      ];
    }),
    ['videoDurationCondition.minimumSeconds', spanProblem(track.minimum)],
    ['videoDurationCondition.maximumSeconds', spanProblem(track.maximum)],
  ];
}

const toldOnSave = new Set<FormProblem['code']>([
  ...(['required', 'language_required', 'profile_empty', 'no_enabled_profile'] as const),
  // A copy is the same as its original until it is changed.
  'duplicate_video_track',
]);

/** Problems that are told while one types; what is only missing is told when one saves. */
export function isToldAtOnce(problem: FormProblem): boolean {
  return !toldOnSave.has(problem.code);
}

/** Whether any of the paths lies at or below `path`. */
export function hasBelow(paths: Iterable<string>, path: string): boolean {
  for (const one of paths) if (one === path || one.startsWith(`${path}.`)) return true;
  return false;
}

/** Ids of the parts that hold one of the paths, so that they can be opened. */
export function partsWith(form: PresetForm, paths: readonly string[]): string[] {
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
