import { type TextProblem, textProblem } from '@kinora/contract/field-rules';
import type { OverlayPosition, OverlayPreset } from '@kinora/contract/overlay-presets';
import { type NumberProblem, numberProblem, wholeOf } from '../../presets/rules/numbers.ts';

/** An overlay preset as it is typed. */
export type OverlayForm = {
  name: string;
  position: OverlayPosition;
  sizePercent: string;
  opacityPercent: string;
  marginPercent: string;
};

export const emptyForm: OverlayForm = {
  name: '',
  position: 'topRight',
  sizePercent: '12',
  opacityPercent: '90',
  marginPercent: '3',
};

export const nameMost = 120;

/** Bounds of the numbers (`contract/src/overlay-presets.ts`). */
export const percents = {
  sizePercent: { least: 1, most: 100 },
  opacityPercent: { least: 1, most: 100 },
  marginPercent: { least: 0, most: 50 },
} as const;

export type PercentField = keyof typeof percents;

/** The picture: PNG or JPEG, at most 2 MB and 4 megapixels (`contract/src/overlay-presets.ts`). */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg'];
const mostBytes = 2 * 1024 * 1024;
const mostPixels = 4_000_000;

export type ImageProblem = 'imageRequired' | 'imageType' | 'imageBytes' | 'imagePixels';

/** What keeps a chosen file from being sent, as far as it shows without reading it. */
export function fileProblem(file: { type: string; size: number }): ImageProblem | undefined {
  if (!imageTypes.includes(file.type)) return 'imageType';
  return file.size > mostBytes ? 'imageBytes' : undefined;
}

export function pixelProblem(width: number, height: number): ImageProblem | undefined {
  return width * height > mostPixels ? 'imagePixels' : undefined;
}

export function formOf(preset: OverlayPreset): OverlayForm {
  return {
    name: preset.name,
    position: preset.position,
    sizePercent: String(preset.sizePercent),
    opacityPercent: String(preset.opacityPercent),
    marginPercent: String(preset.marginPercent),
  };
}

/** Numbers of what was typed; where it is none, what a new preset begins with. */
export function inputOf(form: OverlayForm) {
  const percent = (field: PercentField) => wholeOf(form[field]) ?? Number(emptyForm[field]);
  return {
    name: form.name.trim(),
    position: form.position,
    sizePercent: percent('sizePercent'),
    opacityPercent: percent('opacityPercent'),
    marginPercent: percent('marginPercent'),
  };
}

export type OverlayProblems = {
  name?: TextProblem;
} & Partial<Record<PercentField, NumberProblem>>;

/** What keeps a form from being sent, but for its picture; fields in order are missing. */
export function overlayProblems(form: OverlayForm): OverlayProblems {
  const problems: OverlayProblems = {};
  const name = textProblem(form.name.trim(), { least: 1, most: nameMost });
  if (name) problems.name = name;
  for (const field of ['sizePercent', 'opacityPercent', 'marginPercent'] as const) {
    const problem = numberProblem(form[field], percents[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}
