import type { EdgeReason } from '@kinora/contract/published';

export type ProblemKind =
  | 'signatureMissing'
  | 'signatureInvalid'
  | 'websiteBlocked'
  | 'notFound'
  | 'notReady'
  | 'failed'
  | 'signatureExpired'
  | 'deleted'
  | 'countryBlocked'
  | 'countryUnknown'
  | 'licenceMissing'
  | 'licenceInvalid'
  | 'licenceExpired'
  | 'licenceNotCovered'
  | 'outputNotProtected'
  | 'tooManyStreams'
  | 'licenceServiceFailed'
  | 'noKeySystem'
  | 'network'
  | 'unavailable'
  | 'unplayable';

/** The reason why a video does not play. `status` is the edge's answer, null without an answer. */
export type Problem = {
  readonly kind: ProblemKind;
  readonly status: number | null;
  /** By which a viewer may report the refusal. */
  readonly requestId?: string;
};

const REASONS: Record<EdgeReason, { status: number; kind: ProblemKind }> = {
  signature_missing: { status: 403, kind: 'signatureMissing' },
  signature_invalid: { status: 403, kind: 'signatureInvalid' },
  website_blocked: { status: 403, kind: 'websiteBlocked' },
  video_not_found: { status: 404, kind: 'notFound' },
  video_not_ready: { status: 404, kind: 'notReady' },
  video_failed: { status: 404, kind: 'failed' },
  signature_expired: { status: 410, kind: 'signatureExpired' },
  video_deleted: { status: 410, kind: 'deleted' },
  country_blocked: { status: 451, kind: 'countryBlocked' },
  country_unknown: { status: 451, kind: 'countryUnknown' },
  license_token_missing: { status: 401, kind: 'licenceMissing' },
  license_token_invalid: { status: 401, kind: 'licenceInvalid' },
  license_token_expired: { status: 401, kind: 'licenceExpired' },
  license_not_covered: { status: 403, kind: 'licenceNotCovered' },
  output_not_protected: { status: 403, kind: 'outputNotProtected' },
  license_streams_exceeded: { status: 403, kind: 'tooManyStreams' },
  license_service_failed: { status: 502, kind: 'licenceServiceFailed' },
};

const STATUSES: Readonly<Record<number, ProblemKind>> = {
  401: 'licenceInvalid',
  403: 'signatureInvalid',
  404: 'notFound',
  410: 'signatureExpired',
  451: 'countryBlocked',
};

function isEdgeReason(reason: string | null): reason is EdgeReason {
  return reason !== null && Object.hasOwn(REASONS, reason);
}

/**
 * Maps an answer of the edge to a problem. The status decides; a reason that belongs to the status
 * makes it exact. A null status means that no answer came.
 */
export function toProblem(
  status: number | null,
  reason: string | null,
  requestId: string | null = null,
): Problem {
  if (status === null) return { kind: 'network', status };
  const named = requestId === null ? {} : { requestId };
  if (isEdgeReason(reason) && REASONS[reason].status === status) {
    return { kind: REASONS[reason].kind, status, ...named };
  }
  return { kind: STATUSES[status] ?? 'unavailable', status, ...named };
}

/** True when the player requests again by itself: time or a better connection may solve the problem. */
export function isTransient(problem: Problem): boolean {
  if (problem.kind === 'network' || problem.kind === 'notReady') return true;
  const { status } = problem;
  return status !== null && (status === 408 || status === 425 || status === 429 || status >= 500);
}

const RETRIED: ReadonlySet<ProblemKind> = new Set([
  ...(['network', 'unavailable', 'unplayable', 'licenceServiceFailed'] as const),
  // Another device may have stopped in the meantime.
  'tooManyStreams',
  // A page may give another token when it is asked again.
  ...(['licenceInvalid', 'licenceExpired'] as const),
]);

/** True when a button to try again makes sense to a viewer. */
export function canRetry(problem: Problem): boolean {
  return RETRIED.has(problem.kind);
}

/**
 * Returns milliseconds before try number `attempt` (from 1): 1, 2, 4, 8, 15, 15 … seconds; 3 to 30
 * for a video that is being prepared. `random` in [0, 1) spreads viewers by ±20 %.
 */
export function getRetryDelayMs(problem: Problem, attempt: number, random: number): number {
  const isWaiting = problem.kind === 'notReady';
  const baseMs = Math.min(
    (isWaiting ? 3000 : 1000) * 2 ** (attempt - 1),
    isWaiting ? 30_000 : 15_000,
  );
  return Math.round(baseMs * (0.8 + 0.4 * random));
}
