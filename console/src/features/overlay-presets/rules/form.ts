import {
  MAX_OVERLAY_IMAGE_BYTES,
  MAX_OVERLAY_IMAGE_PIXELS,
  OVERLAY_IMAGE_TYPES,
  OVERLAY_NAME_LETTERS,
  OVERLAY_PERCENTS,
} from '@kinora/contract/bounds';
import { checkText, type TextProblem } from '@kinora/contract/field-rules';
import type { OverlayPosition, OverlayPreset } from '@kinora/contract/overlay-presets';
import { checkNumber, type NumberProblem, parseWhole } from '../../presets/rules/numbers.ts';

/** An overlay preset as it is typed. */
export type OverlayForm = {
  name: string;
  position: OverlayPosition;
  sizePercent: string;
  opacityPercent: string;
  marginPercent: string;
};

export const EMPTY_FORM: OverlayForm = {
  name: '',
  position: 'topRight',
  sizePercent: '12',
  opacityPercent: '90',
  marginPercent: '3',
};

export type PercentField = keyof typeof OVERLAY_PERCENTS;

export const PERCENT_FIELDS = ['sizePercent', 'opacityPercent', 'marginPercent'] as const;

export type ImageProblem = 'imageRequired' | 'imageType' | 'imageBytes' | 'imagePixels';

/** Finds what keeps a chosen file from being sent, as far as it shows without reading it. */
export function checkFile(file: { type: string; size: number }): ImageProblem | undefined {
  if (!(OVERLAY_IMAGE_TYPES as readonly string[]).includes(file.type)) return 'imageType';
  return file.size > MAX_OVERLAY_IMAGE_BYTES ? 'imageBytes' : undefined;
}

export function checkPixels(width: number, height: number): ImageProblem | undefined {
  return width * height > MAX_OVERLAY_IMAGE_PIXELS ? 'imagePixels' : undefined;
}

export function toForm(preset: OverlayPreset): OverlayForm {
  return {
    name: preset.name,
    position: preset.position,
    sizePercent: String(preset.sizePercent),
    opacityPercent: String(preset.opacityPercent),
    marginPercent: String(preset.marginPercent),
  };
}

/** Reads the typed numbers; invalid ones become those of a new preset. */
export function toInput(form: OverlayForm) {
  const readPercent = (field: PercentField) => parseWhole(form[field]) ?? Number(EMPTY_FORM[field]);
  return {
    name: form.name.trim(),
    position: form.position,
    sizePercent: readPercent('sizePercent'),
    opacityPercent: readPercent('opacityPercent'),
    marginPercent: readPercent('marginPercent'),
  };
}

export type OverlayProblems = {
  name?: TextProblem;
} & Partial<Record<PercentField, NumberProblem>>;

/** Finds what keeps a form from being sent, but for its picture; fields in order are missing. */
export function checkOverlay(form: OverlayForm): OverlayProblems {
  const problems: OverlayProblems = {};
  const name = checkText(form.name.trim(), OVERLAY_NAME_LETTERS);
  if (name) problems.name = name;
  for (const field of PERCENT_FIELDS) {
    const problem = checkNumber(form[field], OVERLAY_PERCENTS[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}
