import type { AudioVariant } from '@kinora/contract/preset-tracks';
import { type EditProblem, editProblem } from '../../../ui/edit-rules.ts';
import { type DurationProblem, durationProblems } from './duration.ts';
import type { AudioTrackForm, PresetForm, ProfileForm, VideoTrackForm } from './form.ts';
import { fieldsOfMode, type Offer, type QualityField } from './models.ts';
import { type NumberProblem, numberProblem, wholeOf } from './numbers.ts';

export type FormProblem =
  | EditProblem
  | NumberProblem
  | { code: DurationProblem }
  | { code: 'duplicateFormat' }
  | { code: 'noTracks' }
  | { code: 'noneEnabled' }
  | { code: 'belowTarget' }
  | { code: 'duplicateTrack' }
  | { code: 'defaultUnknown' }
  | { code: 'sampleRate'; rates: readonly number[] }
  | { code: 'languageRequired' };

/** Problems by the path of their field, as the server names it; fields in order are missing. */
export type FormProblems = Record<string, FormProblem>;

export const nameMost = { preset: 120, part: 60 };

type Found = [string, FormProblem | undefined][];

/** All that keeps a preset from being sent, in the order of the form. */
export function presetProblems(form: PresetForm, offer: Offer): FormProblems {
  const found: Found = [
    ['name', editProblem(form.name, { required: true, most: nameMost.preset })],
    ['defaultResolution.size', isDefaultMade(form) ? undefined : { code: 'defaultUnknown' }],
    ...form.profiles.flatMap((profile, index) =>
      below(`profiles.${index}`, profileProblems(profile, form.profiles.slice(0, index), offer)),
    ),
  ];
  if (form.profiles.every(({ enabled }) => !enabled)) {
    found.push(['profiles', { code: 'noneEnabled' }]);
  }
  return Object.fromEntries(
    found.flatMap(([path, problem]) => (problem === undefined ? [] : [[path, problem]])),
  );
}

/** Players can begin only with what an enabled profile makes. */
function isDefaultMade({ defaultResolution: { type, size }, profiles }: PresetForm): boolean {
  if (type === 'auto') return true;
  const tracks = profiles.filter(({ enabled }) => enabled).flatMap((one) => one.videoTracks);
  return tracks.some((track) => sizeOf(track) === `${type} ${wholeOf(size)}`);
}

const sizeOf = (track: VideoTrackForm) =>
  track.resolutionType === 'original' ? 'original' : `${track.sizeType} ${wholeOf(track.size)}`;

function below(path: string, problems: Found): Found {
  return problems.map(([rest, problem]) => [rest === '' ? path : `${path}.${rest}`, problem]);
}

function profileProblems(profile: ProfileForm, above: readonly ProfileForm[], offer: Offer): Found {
  const isRepeated = above.some((one) => one.formatType === profile.formatType);
  const isEmpty = profile.videoTracks.length === 0 && profile.audioTracks.length === 0;
  return [
    ['name', partName(profile.name)],
    ['formatType', isRepeated ? { code: 'duplicateFormat' } : undefined],
    ['', profile.enabled && isEmpty ? { code: 'noTracks' } : undefined],
    ...profile.videoTracks.flatMap((track, at) =>
      below(
        `videoTracks.${at}`,
        videoTrackProblems(track, profile.videoTracks.slice(0, at), offer),
      ),
    ),
    ...profile.audioTracks.flatMap((track, at) =>
      below(`audioTracks.${at}`, audioTrackProblems(track, offer)),
    ),
    ...profile.audioVariants.flatMap((variant, at) =>
      below(`audioVariants.${at}`, audioVariantProblems(variant)),
    ),
  ];
}

const partName = (name: string) => editProblem(name, { required: true, most: nameMost.part });

function videoTrackProblems(
  track: VideoTrackForm,
  above: readonly VideoTrackForm[],
  offer: Offer,
): Found {
  const isTwice = above.some(
    (other) => other.codec === track.codec && sizeOf(other) === sizeOf(track),
  );
  const spans = durationProblems(track.minimum, track.maximum);
  const end = (code: DurationProblem | undefined) => code && { code };
  return [
    ['name', partName(track.name)],
    [
      'resolutionControl.size',
      (track.resolutionType === 'original'
        ? undefined
        : numberProblem(track.size, { least: 16, most: 4320 })) ??
        (isTwice ? { code: 'duplicateTrack' } : undefined),
    ],
    [
      'frameRateControl.maxFrameRate',
      numberProblem(track.maxFrameRate, { least: 1, most: 240, optional: true, decimals: true }),
    ],
    ...fieldsOfMode[track.mode].map((field): Found[number] => [
      `videoCodecOptions.${field}`,
      qualityProblem(track, field, offer),
    ]),
    ['videoDurationCondition.minimumSeconds', end(spans.minimum)],
    ['videoDurationCondition.maximumSeconds', end(spans.maximum)],
  ];
}

const anyRate = { least: 50, most: 100_000 };

function qualityProblem(
  track: VideoTrackForm,
  field: QualityField,
  offer: Offer,
): FormProblem | undefined {
  const text = track.quality[field];
  const choice = offer.videoCodecs.find(({ codec }) => codec === track.codec);
  const isRate = field === 'targetBitRateKbps' || field === 'maxBitRateKbps';
  const range = isRate ? choice?.bitRateKbps : choice?.[field];
  const isCeiling = field === 'maxBitRateKbps' && track.mode === 'targetBitrate';
  const bounds = range ?? (isRate ? anyRate : { least: 1, most: 63 });
  const problem = numberProblem(text, { ...bounds, optional: isCeiling });
  if (problem !== undefined || !isCeiling || text.trim() === '') return problem;
  const isBelow = (wholeOf(text) ?? 0) < (wholeOf(track.quality.targetBitRateKbps) ?? 0);
  return isBelow ? { code: 'belowTarget' } : undefined;
}

function audioTrackProblems(track: AudioTrackForm, offer: Offer): Found {
  const choice = offer.audioCodecs.find(({ codec }) => codec === track.codec);
  const rates = choice?.sampleRates ?? [];
  const rate = wholeOf(track.sampleRate);
  const isOther = rates.length > 0 && rate !== null && !rates.includes(rate);
  return [
    ['name', partName(track.name)],
    [
      'bitRateKbps',
      numberProblem(track.bitRateKbps, choice?.bitRateKbps ?? { least: 16, most: 512 }),
    ],
    [
      'sampleRate',
      isOther
        ? { code: 'sampleRate', rates }
        : numberProblem(track.sampleRate, { least: 8000, most: 96_000 }),
    ],
    ['channels', numberProblem(track.channels, choice?.channels ?? { least: 1, most: 8 })],
  ];
}

function audioVariantProblems(variant: AudioVariant): Found {
  return [
    ['name', partName(variant.name)],
    ['languageCode', variant.languageCode === '' ? { code: 'languageRequired' } : undefined],
  ];
}

const toldOnSave = new Set([
  ...['required', 'languageRequired', 'noTracks', 'noneEnabled'],
  // A copy is the same as its original until it is changed.
  'duplicateTrack',
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
