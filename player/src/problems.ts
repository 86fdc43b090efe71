import { EDGE_REASONS, type EdgeProblem, type EdgeReason } from '@kinora/contract/edge-reasons';

export type ProblemKind = EdgeProblem | 'noKeySystem' | 'network' | 'unavailable' | 'unplayable';

/** The reason why a video does not play. `status` is the edge's answer, null without an answer. */
export type Problem = {
  readonly kind: ProblemKind;
  readonly status: number | null;
  /** The id by which a viewer may report the refusal. */
  readonly requestId?: string;
};

const STATUSES: Readonly<Record<number, ProblemKind>> = {
  401: 'licenceInvalid',
  403: 'signatureInvalid',
  404: 'notFound',
  410: 'signatureExpired',
  451: 'countryBlocked',
};

function isEdgeReason(reason: string | null): reason is EdgeReason {
  return reason !== null && Object.hasOwn(EDGE_REASONS, reason);
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
  if (isEdgeReason(reason) && EDGE_REASONS[reason].status === status) {
    return { kind: EDGE_REASONS[reason].problem, status, ...named };
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
