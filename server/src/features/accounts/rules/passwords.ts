import { invalidField } from '../../../base/errors.ts';
import { isGuessable } from '../../../base/guessable.ts';

/** @throws AppError validation_failed for a password that is tried first */
export function requireGoodPassword(field: string, password: string, email: string): void {
  if (!isGuessable(password, email)) return;
  throw invalidField(field, 'guessable_password', 'One of those that are tried first');
}
