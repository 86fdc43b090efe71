import { z } from 'zod';
import { streamPrefix } from '@kinora/contract/stream';
import type { Context } from '../../../base/context.ts';
import { defineJob } from '../../../base/jobs.ts';
import { packagingsOf } from '../queries.ts';
import { isLeftOver } from '../rules.ts';

/** Removes the bytes of a stream that no packaging uses: replaced ones, and those broken off. */
export const sweepPackagingsJob = defineJob({
  name: 'sweep-packagings',
  payload: z.object({ revisionKey: z.string() }),
  options: { retryLimit: 1_000_000 },
  handler: (context, { revisionKey }, { signal }) => sweepPackagings(context, revisionKey, signal),
});

/** Longer than any edge keeps the document that names them. */
export const sweepOptions = { startAfter: 5 };

export async function sweepPackagings(
  { db, storage }: Context,
  revisionKey: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await packagingsOf(db, revisionKey);
  if (!found) return;
  const prefix = streamPrefix(found.stream);
  const gone = new Set<string>();
  for await (const key of storage.list(prefix)) {
    const [id, ...rest] = key.slice(prefix.length).split('/');
    if (id && rest.length > 0 && isLeftOver(id, found)) gone.add(id);
  }
  for (const id of gone) {
    signal.throwIfAborted();
    await storage.deletePrefix(`${prefix}${id}/`);
  }
}
