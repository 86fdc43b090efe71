import { getStreamPrefix, type Storyboard } from '@kinora/contract/stream';
import { extractCover } from '@kinora/media/images/cover';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import type { DrawnOverlay } from '@kinora/media/encode/overlay-filter';
import { makeStoryboard } from '@kinora/media/images/storyboard';
import type { Context } from '../../../base/context.ts';
import type { EncodingTask } from '../queries/task.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';

type Planned = EncodingTask & { plan: StoredPlan };
type Options = { signal: AbortSignal; overlay: DrawnOverlay | null };

/**
 * Stores the cover in its sizes.
 *
 * @returns their widths; empty when nothing of the source can be decoded
 */
export async function storeCovers(
  { storage }: Context,
  task: Planned,
  path: string,
  options: Options,
): Promise<number[]> {
  const covers = await extractCover(await getMediaTools(), path, task.plan.source, options);
  const prefix = getStreamPrefix(task);
  await Promise.all(
    covers.map(({ width, jpeg }) => storage.put(`${prefix}cover-${width}.jpg`, jpeg)),
  );
  return covers.map(({ width }) => width);
}

/** Stores the sheets of small pictures for scrubbing; null when none can be made. */
export async function storeStoryboard(
  { storage }: Context,
  task: Planned,
  path: string,
  options: Options,
): Promise<Storyboard | null> {
  const made = await makeStoryboard(await getMediaTools(), path, task.plan.encoding, options);
  if (!made) return null;
  const prefix = getStreamPrefix(task);
  for (const [n, sheet] of made.sheets.entries()) {
    await storage.put(`${prefix}storyboard-${n + 1}.jpg`, sheet);
  }
  return made.storyboard;
}
