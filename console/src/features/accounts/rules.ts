import { passwordLetters } from '@kinora/contract/bounds';
import { graphemeCount } from '@kinora/contract/field-rules';

/**
 * Where to go after signing in: a path of this console, or its home. Whatever a browser could read
 * as another site (`//host`, `/\host`, tabs and line ends, which it drops) counts as none.
 */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  if (/^\/[/\\]/.test(next) || /[\u0000-\u001f\\]/.test(next)) return '/';
  return next.startsWith('/accounts/') ? '/' : next;
}

export type PasswordProblem = 'tooShort' | 'mismatch';

/** A new password, typed twice. */
export type NewPassword = { newPassword: string; again: string };

/** Finds what keeps a new password from being sent; undefined when nothing does. */
export function passwordProblem({ newPassword, again }: NewPassword): PasswordProblem | undefined {
  if (graphemeCount(newPassword) < passwordLetters.min) return 'tooShort';
  return newPassword === again ? undefined : 'mismatch';
}
