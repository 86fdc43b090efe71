import { getStreamPrefix, type StreamPlace } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';

/** The largest file of a rendition that is read at once. */
const MAX_FILE_BYTES = 512 * 2 ** 20;

/** Reads a segment, or `init.mp4`. @throws Error when it is not stored */
export async function readRenditionFile(
  storage: Storage,
  stream: StreamPlace,
  renditionId: string,
  name: string,
): Promise<Buffer> {
  const key = `${getStreamPrefix(stream)}${renditionId}/${name}`;
  const bytes = await storage.read(key, MAX_FILE_BYTES);
  if (!bytes) throw new Error(`${name} of ${renditionId} is not there`);
  return bytes;
}
