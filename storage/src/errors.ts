/**
 * The kinds of storage errors, in the caller's terms:
 * - `unavailable`: storage does not answer or answers nonsense; trying again later may help
 * - `full`: no space or quota left
 * - `denied`: wrong credentials or permissions
 * - `misconfigured`: the address of the storage is invalid
 * - `invalid_key`: an invalid key or prefix, or one that continues another object's key
 * - `not_found`: an appendable that was never created or is removed
 * - `too_large`: more bytes than the caller's limit
 * - `bad_offset`: an appendable has no such size to continue from
 * - `bad_range`: a range that begins behind the last byte, or an invalid layout
 */
export type StorageErrorKind =
  | 'unavailable'
  | 'full'
  | 'denied'
  | 'misconfigured'
  | 'invalid_key'
  | 'not_found'
  | 'too_large'
  | 'bad_offset'
  | 'bad_range';

export class StorageError extends Error {
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.kind = kind;
  }
}
