import { streamPrefix } from '@kinora/contract/stream';
import { extractCover } from '@kinora/media/cover';
import { mediaTools } from '@kinora/media/found-tools';
import { makeStoryboard } from '@kinora/media/storyboard';
import type { Context } from '../../../base/context.ts';
import { recordImages } from '../actions/images.ts';
import type { EncodingTask } from '../queries/task.ts';
import type { StoredPlan } from './plan-source.ts';

type Planned = EncodingTask & { plan: StoredPlan };

/** Stores the cover in its sizes; none for a source without a picture to show. */
export async function storeCovers(
  { db, storage }: Context,
  { videoKey, revisionKey, plan }: Planned,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const covers = await extractCover(await mediaTools(), path, plan.source, { signal });
  const prefix = streamPrefix(videoKey, revisionKey);
  await Promise.all(
    covers.map(({ width, jpeg }) => storage.put(`${prefix}cover-${width}.jpg`, jpeg)),
  );
  if (covers.length === 0) return;
  const coverWidths = covers.map(({ width }) => width);
  await db.transaction().execute((tx) => recordImages(tx, revisionKey, { coverWidths }));
}

/** Stores the sheets of small pictures for scrubbing. */
export async function storeStoryboard(
  { db, storage }: Context,
  { videoKey, revisionKey, plan }: Planned,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const made = await makeStoryboard(await mediaTools(), path, plan.encoding, {
    signal,
  });
  if (!made) return;
  const prefix = streamPrefix(videoKey, revisionKey);
  for (const [n, sheet] of made.sheets.entries()) {
    await storage.put(`${prefix}storyboard-${n + 1}.jpg`, sheet);
  }
  const { storyboard } = made;
  await db.transaction().execute((tx) => recordImages(tx, revisionKey, { storyboard }));
}
