import { actingFor, type Actor } from './actor.ts';
import type { Db, Tx } from './db.ts';

/**
 * The caller's identity, or their rights in a team, as proven. Null for a call open to anyone, and
 * for a job, whose database knows its actor.
 */
type Proof = { actor: Actor | null } | { team: { actor: Actor } } | null;

/**
 * A request writes in here and nowhere else: one transaction, seeing the rows of the team that was
 * proven, which knows who acts. Actions say in it what happened (`announce`), and what follows from that
 * is in it too.
 */
export function write<T>(
  { app: { db } }: { app: { db: Db } },
  proof: Proof,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const actor = proof && ('team' in proof ? proof.team.actor : proof.actor);
  return (actor ? actingFor(db, actor) : db).transaction().execute(change);
}
