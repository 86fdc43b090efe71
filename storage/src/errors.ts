/**
 * What went wrong in storage, in the caller's terms:
 * - `unavailable`: storage does not answer or answers nonsense; trying again later may help
 * - `full`: no space or quota left
 * - `denied`: wrong credentials or permissions
 * - `misconfigured`: the address of the storage makes no sense
 * - `invalid_key`: a key or prefix that is none, or that continues another object's key
 * - `not_found`: an appendable that was never created or is removed
 * - `too_large`: more bytes than the caller's limit
 * - `bad_offset`: an appendable has no such size to go on from
 * - `bad_range`: a range that begins behind the last byte, or a layout that is none
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
