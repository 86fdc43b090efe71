import { WrongKeyError } from '@kinora/media/protect/replace-key';
import { Tinypool } from 'tinypool';
import type { replaceSegments, SegmentsTask } from './replace-segments.ts';

const IDLE_MS = 60_000;

/**
 * Threads that replace keys, begun when there is something to do. Segments come and go by the gigabyte: here
 * collecting them walks a small heap, and not that of the whole worker.
 */
const threads = new Tinypool({
  filename: new URL('./replace-segments.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: IDLE_MS,
  // Ciphers answer with memory outside the heap, which goes with small objects in it: a nursery that is soon
  // full frees it soon, and the whole heap is hardly walked for it.
  resourceLimits: { maxYoungGenerationSizeMb: 1 },
});

/**
 * Stores segments with other keys in a thread.
 *
 * @returns the sizes in bytes of each track's segments
 * @throws WrongKeyError; other Errors of the thread; AbortError when it is stopped half-way
 */
export async function replaceInThread(
  task: SegmentsTask,
  signal: AbortSignal,
): Promise<number[][]> {
  type Made = Awaited<ReturnType<typeof replaceSegments>>;
  const made = (await threads.run(task, { name: 'replaceSegments', signal })) as Made;
  // An error leaves its class behind on the way out of a thread.
  if ('wrongKey' in made) throw new WrongKeyError(made.wrongKey);
  return made.sizes;
}
