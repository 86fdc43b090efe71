import {
  MAX_OVERLAY_IMAGE_BYTES,
  MAX_OVERLAY_IMAGE_PIXELS,
  OVERLAY_IMAGE_TYPES,
  overlayNameLetters,
  overlayPercents,
} from '@kinora/contract/bounds';
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

export type PercentField = keyof typeof overlayPercents;

export const percentFields = ['sizePercent', 'opacityPercent', 'marginPercent'] as const;

export type ImageProblem = 'imageRequired' | 'imageType' | 'imageBytes' | 'imagePixels';

/** Finds what keeps a chosen file from being sent, as far as it shows without reading it. */
export function fileProblem(file: { type: string; size: number }): ImageProblem | undefined {
  if (!(OVERLAY_IMAGE_TYPES as readonly string[]).includes(file.type)) return 'imageType';
  return file.size > MAX_OVERLAY_IMAGE_BYTES ? 'imageBytes' : undefined;
}

export function pixelProblem(width: number, height: number): ImageProblem | undefined {
  return width * height > MAX_OVERLAY_IMAGE_PIXELS ? 'imagePixels' : undefined;
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

/** Finds what keeps a form from being sent, but for its picture; fields in order are missing. */
export function overlayProblems(form: OverlayForm): OverlayProblems {
  const problems: OverlayProblems = {};
  const name = textProblem(form.name.trim(), overlayNameLetters);
  if (name) problems.name = name;
  for (const field of percentFields) {
    const problem = numberProblem(form[field], overlayPercents[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}
