import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Measures by how many bytes the memory has grown that is still held after some work. */
export async function measureHeldBytes(work: () => unknown): Promise<number> {
  const before = countHeldBytes();
  await work();
  return countHeldBytes() - before;
}

function countHeldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
