import { PASSWORD_LETTERS } from '@kinora/contract/bounds';
import { countGraphemes } from '@kinora/contract/field-rules';

/**
 * Where to go after signing in: a path of this console, or its home. Anything that a browser could read as
 * another site (`//host`, `/\host`, tabs and line ends, which it drops) is ignored.
 */
export function toSafeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  if (/^\/[/\\]/.test(next) || /[\u0000-\u001f\\]/.test(next)) return '/';
  const isInvitation = next.startsWith('/accounts/invitation?');
  return next.startsWith('/accounts/') && !isInvitation ? '/' : next;
}

export type PasswordProblem = 'tooShort' | 'mismatch';

/** A new password, typed twice. */
export type NewPassword = { newPassword: string; again: string };

/** Finds what keeps a new password from being sent; undefined when nothing does. */
export function checkPassword({ newPassword, again }: NewPassword): PasswordProblem | undefined {
  if (countGraphemes(newPassword) < PASSWORD_LETTERS.min) return 'tooShort';
  return newPassword === again ? undefined : 'mismatch';
}
