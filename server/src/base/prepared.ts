import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { Database } from './database-types.ts';

/** Texts that one name stands for: a list has one for each direction, a filter none. */
const MAX_TEXTS = 16;

const markedAs = new WeakMap<WeakKey, string>();
const namesOfTexts = new Map<string, Map<string, string>>();

/**
 * Makes each connection plan the statements of this database once and keep the plan. It is for the few that run
 * all the time: planning takes a fifth of a caller's look-up, three quarters of a video's page and nine tenths
 * of a worker's search for its next piece. A query must come in few texts; values may vary freely.
 */
export function prepared<Of extends Kysely<Database>>(db: Of, name: string): Of {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      markedAs.set(queryId, name);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin) as Of;
}

/**
 * The name under which a connection keeps the statement; undefined for statements that are planned each time.
 *
 * @throws Error for `*`: PostgreSQL refuses a kept statement once a migration adds a column
 */
export function preparedName({ queryId, sql }: CompiledQuery): string | undefined {
  const mark = markedAs.get(queryId);
  if (mark === undefined) return undefined;
  const names = namesOfTexts.get(mark) ?? new Map<string, string>();
  namesOfTexts.set(mark, names);
  const known = names.get(sql);
  if (known !== undefined || names.size >= MAX_TEXTS) return known;
  if (/(?:\b(?:select|returning)\s|[,.])\s*\*/i.test(sql)) {
    throw new Error(`Name the columns of what is kept prepared: ${mark}`);
  }
  const name = `${mark}_${names.size}`;
  names.set(sql, name);
  return name;
}
