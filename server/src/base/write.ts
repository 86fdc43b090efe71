import { actingFor, type Actor } from './actor.ts';
import type { Db, Tx } from './db.ts';

/**
 * The caller's identity, or their rights in a team, as proven. Null for a call open to anyone, and
 * for a job, whose database knows its actor.
 */
type Proof = { actor: Actor | null } | { team: { actor: Actor } } | null;

/**
 * The only way for a request to write: one transaction that acts for the caller and sees the rows of the
 * proven team. Actions announce in it what happened, so that what follows commits with it.
 */
export function write<T>(
  { app: { db } }: { app: { db: Db } },
  proof: Proof,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const actor = proof && ('team' in proof ? proof.team.actor : proof.actor);
  return (actor ? actingFor(db, actor) : db).transaction().execute(change);
}
