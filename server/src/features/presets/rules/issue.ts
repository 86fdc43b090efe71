import type { FieldError } from '@kinora/contract/errors';
import type { Range } from './codecs.ts';

/** One broken rule of a preset. */
export type Issue = FieldError;

export function issue(path: string, code: string, message: string): Issue {
  return { path, code, message };
}

export function outOfRange(path: string, value: number, { least, most }: Range): Issue[] {
  if (value < least) return [issue(path, 'too_small', `At least ${least}`)];
  if (value > most) return [issue(path, 'too_big', `At most ${most}`)];
  return [];
}
