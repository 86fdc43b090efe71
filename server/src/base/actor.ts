import type { KyselyPlugin } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from './db.ts';

const Named = z.object({
  /** `job`: work that the product does by itself, in a queue or outside of one. */
  kind: z.enum(['account', 'token', 'form', 'job']),
  /** The id of its row, or its name when it has none. */
  id: z.string(),
  /** The name at the time of the write, since the row may be deleted later. */
  name: z.string(),
});

/**
 * Identifies the author of a write. `onBehalfOf` is the person behind a token or, where known, behind a job.
 */
export const Actor = Named.extend({ onBehalfOf: Named.optional() });
export type Actor = z.infer<typeof Actor>;

const actorKey = Symbol('actor');
type ActorPlugin = KyselyPlugin & { [actorKey]: Actor };

/**
 * Binds a database or transaction to one actor, whom all of its transactions then carry. It is a plugin rather
 * than a note because plugins go along into every database and transaction made from this one.
 */
export function actingFor<Either extends Db | Tx>(db: Either, actor: Actor): Either {
  const plugin: ActorPlugin = {
    [actorKey]: actor,
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin) as Either;
}

/** The actor of a transaction; null when none was set. */
export function findActor(tx: Db | Tx): Actor | null {
  const plugin = tx.getExecutor().plugins.findLast((one) => actorKey in one);
  return (plugin as ActorPlugin | undefined)?.[actorKey] ?? null;
}

/** The actor of work that runs by itself, without a person or a queued job. */
export function ownActor(name: string): Actor {
  return { kind: 'job', id: name, name };
}

/** The person on whose behalf a job that this actor queues will work; absent when unknown. */
export function findPrincipal({ kind, id, name, onBehalfOf }: Actor): Actor['onBehalfOf'] {
  return onBehalfOf ?? (kind === 'job' ? undefined : { kind, id, name });
}
