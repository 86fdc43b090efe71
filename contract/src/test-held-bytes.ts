import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Measures by how many bytes the memory has grown that is still held after some work. */
export async function measureHeldBytes(work: () => unknown): Promise<number> {
  const before = await countHeldBytes();
  await work();
  return (await countHeldBytes()) - before;
}

/** Buffers are freed some turns after the collection, so the figure is awaited until it stops falling. */
async function countHeldBytes(): Promise<number> {
  for (let least = Infinity, same = 0; ;) {
    collect();
    await sleep(20);
    const { heapUsed, external } = process.memoryUsage();
    same = heapUsed + external < least - 100_000 ? 0 : same + 1;
    least = Math.min(least, heapUsed + external);
    if (same === 3) return least;
  }
}
