import { ORPCError, ValidationError } from '@orpc/server';
import {
  ERROR_CODES,
  type ErrorCode,
  type FieldError,
  type Problem,
} from '@kinora/contract/errors';
import type { Language } from '@kinora/contract/fields';
import { TAKEN_KINDS } from '@kinora/contract/media-kinds';
import en from '@kinora/i18n/en/problems' with { type: 'json' };
import th from '@kinora/i18n/th/problems' with { type: 'json' };
import { AppError } from './errors.ts';

type Texts = typeof en;
const TEXTS: Record<Language, Texts> = { en, th };

function lookUp(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** RFC 9457. Text follows the reader's language; the code does not. */
export function toProblem(error: AppError, lang: Language, requestId: string): Problem {
  const words = TEXTS[lang];
  const item = error.data.item ? words.items[error.data.item] : words.items.page;
  const title = lookUp(words.titles, error.code) ?? words.titles.internal_error;
  const detail = lookUp(words.details, error.code);
  return {
    type: 'about:blank',
    title: fill(title, { item }),
    status: ERROR_CODES[error.code].status,
    ...(detail === undefined ? {} : { detail: fill(detail, { item }) }),
    code: error.code,
    requestId,
    ...error.data.members,
    ...(error.data.fields ? { errors: translate(error.data.fields, words) } : {}),
  };
}

function translate(fields: FieldError[], words: Texts): FieldError[] {
  return fields.map((field) => {
    const text = lookUp(words.fields, field.code);
    return text === undefined ? field : { ...field, message: fill(text, { kinds: TAKEN_KINDS }) };
  });
}

/** Turns anything thrown into an `AppError`; unknown errors become `internal_error` with their cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof URIError || error instanceof SyntaxError) {
    return new AppError('malformed_request', {}, { cause: error });
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return error.cause instanceof ValidationError
      ? new AppError('validation_failed', {
          fields: error.cause.issues.flatMap(listFaults).map(toFieldError),
        })
      : new AppError('malformed_request', {}, { cause: error });
  }
  if (isFastifyError(error)) {
    const code = FASTIFY_CODES[error.code];
    if (code) return new AppError(code, {}, { cause: error });
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return new AppError('malformed_request', {}, { cause: error });
    }
  }
  if (isRefusal(error)) return new AppError('not_found', {}, { cause: error });
  if (isLostConnection(error)) return new AppError('unavailable', {}, { cause: error });
  return new AppError('internal_error', {}, { cause: error });
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

function isFastifyError(error: unknown): error is Error & { code: string; statusCode?: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}

/** A folder, or another path below which files are served that is none of a file. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false;
  return error.status === 403 || error.status === 404;
}

/**
 * PostgreSQL is away, ends, is short of something, or broke the transaction off (classes 08, 57, 53
 * and 40 of its error codes): worth trying again, unlike a fault of ours.
 */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|40|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}

type Issue = {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  readonly code?: unknown;
  readonly input?: unknown;
  readonly origin?: unknown;
  readonly params?: unknown;
  /** For a union: the faults found by each of its shapes. */
  readonly errors?: unknown;
  /** Names of fields that there are none of. */
  readonly keys?: unknown;
};

/** Reports a union's faults by the one shape whose own fields were given, where there is one. */
function listFaults(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys as readonly string[];
    return names.map((name) => ({ ...issue, path: [...(issue.path ?? []), name] }));
  }
  if (issue.code !== 'invalid_union') return [issue];
  const shapes = issue.errors as readonly (readonly Issue[])[];
  const meant = shapes.filter((faults) => faults.every(({ path }) => path?.length));
  const [faults] = meant;
  if (faults === undefined || meant.length > 1) return [issue];
  const within = issue.path ?? [];
  return faults
    .map((fault) => ({ ...fault, path: [...within, ...(fault.path ?? [])] }))
    .flatMap(listFaults);
}

function toFieldError(issue: Issue): FieldError {
  const path = (issue.path ?? [])
    .map((part) => String(typeof part === 'object' ? part.key : part))
    .join('.');
  return { path, code: toFieldCode(issue), message: issue.message };
}

function toFieldCode(issue: Issue): string {
  const params = issue.params;
  if (params && typeof params === 'object' && 'code' in params) return String(params.code);
  const isSized = issue.origin === 'string' || issue.origin === 'array';
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined/.test(issue.message) ? 'required' : 'invalid_type';
    case 'too_small':
      return isSized ? 'too_short' : 'too_small';
    case 'too_big':
      return isSized ? 'too_long' : 'too_big';
    case 'invalid_format':
      return 'invalid_format';
    default:
      return 'invalid_value';
  }
}
