import { statfs } from 'node:fs/promises';
import { guarded } from './folder-paths.ts';
import type { Space } from './types.ts';

/** The room of the file system that `path` lies on. */
export async function spaceAt(path: string): Promise<Space> {
  const { bsize, blocks, bavail } = await guarded(statfs(path));
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
