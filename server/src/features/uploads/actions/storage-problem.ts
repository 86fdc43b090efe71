import { StorageError } from '@kinora/storage/storage';
import { AppError } from '../../../base/errors.ts';

/** Turns a fault of the storage into the client's error; other errors stay as they are. */
export function toStorageProblem(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  switch (error.kind) {
    case 'full':
      return new AppError('storage_full', {}, { cause: error });
    case 'unavailable':
    case 'denied':
    case 'misconfigured':
      return new AppError('unavailable', {}, { cause: error });
    default:
      return error;
  }
}
