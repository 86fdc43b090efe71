import { getPublishedKeysKey, getPublishedKeysPrefix } from '@kinora/contract/published';
import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { defineWork } from '../../../base/jobs.ts';
import { sweepPackagingsJob } from '../jobs.ts';
import { findPackagings, listIds } from '../queries.ts';
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
  const { protection, renditions } = found.stream;
  const watched = (renditions.earlier ?? []).filter((one) =>
    listIds(one).some((id) => !isLeftOver(id, found, replaced)),
  );
  await sweepKeys(storage, revisionKey, [protection, ...watched]);
}

/** Removes the documents of keys that no licence is given for any more: those that no packaging of these has. */
async function sweepKeys(
  storage: Storage,
  revisionKey: string,
  packagings: readonly (Pick<StreamDescription, 'encryption'> | null)[],
): Promise<void> {
  const used = packagings
    .map((one) => one?.encryption)
    .filter((one) => one?.method === 'cbcs')
    .map((one) => getPublishedKeysKey(revisionKey, one));
  for await (const key of storage.list(getPublishedKeysPrefix(revisionKey))) {
    if (!used.includes(key)) await storage.delete(key);
  }
}
