import { statfs } from 'node:fs/promises';
import { mapErrors } from './folder-paths.ts';
import type { Space } from './types.ts';

/** Returns the space of the file system that `path` lies on. */
export async function getSpace(path: string): Promise<Space> {
  const { bsize, blocks, bavail } = await mapErrors(statfs(path));
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
