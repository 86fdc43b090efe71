import type { KyselyPlugin } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from './db.ts';

const Named = z.object({
  /** `job`: what the product does by itself, in a queue or beside one. */
  kind: z.enum(['account', 'token', 'form', 'job']),
  /** Its row's; of what has no row its name. */
  id: z.string(),
  /** As it was called then: the row may be gone when somebody reads it. */
  name: z.string(),
});

/** Says who writes. The person behind a token, or behind a job where that is known, is in `onBehalfOf`. */
export const Actor = Named.extend({ onBehalfOf: Named.optional() });
export type Actor = z.infer<typeof Actor>;

const actorKey = Symbol('actor');
type ActorPlugin = KyselyPlugin & { [actorKey]: Actor };

/**
 * The same database, or transaction, for one actor: all of its transactions know whose they are. A plugin and
 * not a note, as it then goes along into each transaction and each database that is made from this one.
 */
export function actingFor<Either extends Db | Tx>(db: Either, actor: Actor): Either {
  const plugin: ActorPlugin = {
    [actorKey]: actor,
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin) as Either;
}

/** The actor of a transaction; null where nobody was named. */
export function findActor(tx: Db | Tx): Actor | null {
  const plugin = tx.getExecutor().plugins.findLast((one) => actorKey in one);
  return (plugin as ActorPlugin | undefined)?.[actorKey] ?? null;
}

/** What runs by itself, without a person or a job of the queue. */
export function ownActor(name: string): Actor {
  return { kind: 'job', id: name, name };
}

/** The person for whom a job works that an actor queues; absent where none is known. */
export function findPrincipal({ kind, id, name, onBehalfOf }: Actor): Actor['onBehalfOf'] {
  return onBehalfOf ?? (kind === 'job' ? undefined : { kind, id, name });
}
