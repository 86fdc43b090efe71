import { getPublishedKeysKey, getPublishedKeysPrefix } from '@kinora/contract/published';
import { getStreamPrefix } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { defineWork } from '../../../base/jobs.ts';
import type { StreamParts } from '../../revisions/rules/stream-parts.ts';
import { sweepPackagingsJob } from '../jobs.ts';
import { findPackagings } from '../queries.ts';
import { isLeftOver } from '../rules.ts';

export const sweepPackagingsWork = defineWork(sweepPackagingsJob, {
  handle: (context, sweep, { signal }) => sweepPackagings(context, sweep, signal),
});

export async function sweepPackagings(
  { db, storage }: Context,
  { revisionKey, replaced }: { revisionKey: string; replaced?: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const found = await findPackagings(db, revisionKey);
  if (!found) return;
  const prefix = getStreamPrefix(found.stream);
  const gone = new Set<string>();
  for await (const key of storage.list(prefix)) {
    const [id, ...rest] = key.slice(prefix.length).split('/');
    if (id && rest.length > 0 && isLeftOver(id, found, replaced)) gone.add(id);
  }
  for (const id of gone) {
    signal.throwIfAborted();
    await storage.deletePrefix(`${prefix}${id}/`);
  }
  const isWatched = found.earlierIds.some((id) => !isLeftOver(id, found, replaced));
  await sweepKeys(storage, found.stream, isWatched);
}

/**
 * Removes the documents of keys that no licence is given for any more.
 *
 * @param isWatched whether viewers may still have the tracks that were replaced last
 */
async function sweepKeys(
  storage: Storage,
  { revisionKey, protection, renditions }: StreamParts,
  isWatched: boolean,
): Promise<void> {
  const used = [protection?.encryption, isWatched ? renditions.earlier?.encryption : null]
    .filter((one) => one?.method === 'cbcs')
    .map((one) => getPublishedKeysKey(revisionKey, one));
  for await (const key of storage.list(getPublishedKeysPrefix(revisionKey))) {
    if (!used.includes(key)) await storage.delete(key);
  }
}
