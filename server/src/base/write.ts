import type { Tx } from './db.ts';
import type { AccountScope, RequestContext, TeamScope } from './request.ts';

/** The caller has proven who he is, or what he may do in a team; null for a call open to anyone. */
type Proof = AccountScope | TeamScope | { team: TeamScope } | { teamId: string } | null;

/**
 * A request writes in here and nowhere else: one transaction, behind the wall of the team that was
 * proven. Actions say in it what happened (`announce`), and what follows from that is in it too.
 */
export function write<T>(
  context: Pick<RequestContext, 'app'>,
  _proof: Proof,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.app.db.transaction().execute(change);
}
