import { graphemeCount } from '@kinora/contract/field-rules';

/** The shortest password the API takes (`contract/src/accounts.ts`, `Password`). */
export const passwordLeast = 8;

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

/** What keeps a new password, typed twice, from being sent; undefined when nothing does. */
export function passwordProblem(password: string, again: string): PasswordProblem | undefined {
  if (graphemeCount(password) < passwordLeast) return 'tooShort';
  return password === again ? undefined : 'mismatch';
}
