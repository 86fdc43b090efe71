import type { KyselyPlugin } from 'kysely';
import type { Db, Tx } from './base/db.ts';

/** Counts the statements of a transaction, those of the queue too. */
export async function countStatements<T>(
  db: Db,
  change: (tx: Tx) => Promise<T>,
): Promise<{ count: number; result: T }> {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  const result = await db.withPlugin(counting).transaction().execute(change);
  return { count, result };
}
