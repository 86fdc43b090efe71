import type { EdgeReason } from '@kinora/contract/published';

export type ProblemKind =
  | 'signatureInvalid'
  | 'websiteBlocked'
  | 'notFound'
  | 'notReady'
  | 'signatureExpired'
  | 'deleted'
  | 'countryBlocked'
  | 'network'
  | 'unavailable'
  | 'unplayable';

/** Why a video does not play. `status` is what the edge answered, null without an answer. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly status: number | null;
}

const REASONS: Record<EdgeReason, { status: number; kind: ProblemKind }> = {
  signature_missing: { status: 403, kind: 'signatureInvalid' },
  signature_invalid: { status: 403, kind: 'signatureInvalid' },
  website_blocked: { status: 403, kind: 'websiteBlocked' },
  video_not_found: { status: 404, kind: 'notFound' },
  video_not_ready: { status: 404, kind: 'notReady' },
  signature_expired: { status: 410, kind: 'signatureExpired' },
  video_deleted: { status: 410, kind: 'deleted' },
  country_blocked: { status: 451, kind: 'countryBlocked' },
};

const STATUSES: Readonly<Record<number, ProblemKind>> = {
  403: 'signatureInvalid',
  404: 'notFound',
  410: 'signatureExpired',
  451: 'countryBlocked',
};

function isEdgeReason(reason: string | null): reason is EdgeReason {
  return reason !== null && Object.hasOwn(REASONS, reason);
}

/**
 * The problem behind an answer of the edge. The status decides; a reason that belongs to the
 * status makes it exact. A null status means that no answer came.
 */
export function problemOf(status: number | null, reason: string | null): Problem {
  if (status === null) return { kind: 'network', status };
  if (isEdgeReason(reason) && REASONS[reason].status === status) {
    return { kind: REASONS[reason].kind, status };
  }
  return { kind: STATUSES[status] ?? 'unavailable', status };
}

/** True when the player asks again by itself: what time or a better connection mends. */
export function mendsItself(problem: Problem): boolean {
  if (problem.kind === 'network' || problem.kind === 'notReady') return true;
  const { status } = problem;
  return status !== null && (status === 408 || status === 425 || status === 429 || status >= 500);
}

/** True when a button to try again makes sense to a viewer. */
export function mayRetry(problem: Problem): boolean {
  return ['network', 'unavailable', 'unplayable'].includes(problem.kind);
}

/**
 * Milliseconds before try number `attempt` (from 1): 1, 2, 4, 8, 15, 15 … seconds; 3 to 30 for a
 * video that is being prepared. `random` in [0, 1) spreads viewers by ±20 %.
 */
export function retryDelayMs(problem: Problem, attempt: number, random: number): number {
  const waiting = problem.kind === 'notReady';
  const steady = Math.min((waiting ? 3000 : 1000) * 2 ** (attempt - 1), waiting ? 30_000 : 15_000);
  return Math.round(steady * (0.8 + 0.4 * random));
}
