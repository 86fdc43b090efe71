import type { ErrorCode, FieldError, Problem } from '@kinora/contract/errors';

/**
 * `unreachable`: the request got no answer; `unreadable`: an answer that is no problem+json;
 * `outdated`: code that this tab can no longer load, as after a deployment.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unreadable' | 'outdated';

/** A failed call. Its texts are the server's, in the interface's language where the server spoke. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode | (string & {});
  readonly title: string;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    problem: Partial<Omit<Problem, 'code'>> & { status: number; code: string },
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(problem.detail ?? problem.title ?? problem.code, { cause: options.cause });
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title ?? '';
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.errors = problem.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** RFC 9110 §10.2.3: seconds or a date. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

/** The error that a refusing answer stands for (RFC 9457). Reads the body. */
export async function readApiError(response: Response): Promise<ApiError> {
  const options = {
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
  };
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) {
    const body: unknown = await response.json().catch(() => undefined);
    if (typeof body === 'object' && body !== null && 'code' in body) {
      return new ApiError({ ...(body as Problem), status: response.status }, options);
    }
  }
  return new ApiError(
    { status: response.status, code: 'unreadable', ...(requestId && { requestId }) },
    options,
  );
}

/** Turns any thrown value into an ApiError; values of other kinds mean that no answer came. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ status: 0, code: 'unreachable' }, { cause: error });
}
