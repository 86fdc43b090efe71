import {
  ERROR_CODES,
  type ErrorCode,
  type FieldError,
  type ProblemMembers,
} from '@kinora/contract/errors';
import type problems from '@kinora/i18n/en/problems';

export type ErrorData = {
  /** This was not found. */
  item?: ErrorItem;
  fields?: FieldError[];
  members?: ProblemMembers;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
};

/** `problems.items` has a word for each thing that may be missing. */
export type ErrorItem = keyof typeof problems.items;

/** A broken rule, thrown where it is broken; `http` turns it into problem+json. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  constructor(code: ErrorCode, data: ErrorData = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** 404 for a thing that is absent, or that the caller may not see. */
export function notFound(item: ErrorItem): AppError {
  return new AppError('not_found', { item });
}

/** 422 for one field whose fault only the server can see. */
export function invalidField(path: string, code: string, message: string): AppError {
  return new AppError('validation_failed', { fields: [{ path, code, message }] });
}
