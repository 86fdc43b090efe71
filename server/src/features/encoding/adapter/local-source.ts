import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProbeError } from '@kinora/media/errors';
import type { Storage } from '@kinora/storage/storage';

/**
 * Gives `use` the stored object as a file: itself where objects are files, else a copy that is
 * removed afterwards (ffmpeg has no network, and needs to seek).
 */
export async function withLocalSource<T>(
  storage: Storage,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = storage.localPath(key);
  if (path !== null) return use(path);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-source-'));
  try {
    const opened = await storage.open(key);
    if (!opened) throw new ProbeError('unreadable', 'the stored file is not there');
    const copy = join(folder, 'source');
    await pipeline(opened.body, createWriteStream(copy));
    return await use(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
