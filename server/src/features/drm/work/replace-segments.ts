import type { ContentKey } from '@kinora/media/protect/content-key';
import { openKeyReplacement } from '@kinora/media/protect/replace-cbcs';
import { replaceSegmentKey, WrongKeyError } from '@kinora/media/protect/replace-key';
import { openStorage } from '@kinora/storage/storage';

/** How a track is encrypted, and how it is to be. */
export type TrackKeys =
  | { method: 'aes-128'; before: Buffer; after: Buffer }
  | { method: 'cbcs'; init: Buffer; before: ContentKey; after: ContentKey & { iv: Buffer } };

export type SegmentsTask = {
  storageUrl: string;
  storageEnv: Record<string, string | undefined>;
  /** `from` and `to` are prefixes of storage keys. */
  tracks: { from: string; to: string; segmentCount: number; keys: TrackKeys }[];
};

/** So many segments are made at once: each waits for the disk, or the store, more than it computes. */
const SEGMENTS_AT_ONCE = 6;
const MAX_SEGMENT_BYTES = 512 * 2 ** 20;

/**
 * Stores the segments of tracks encrypted with other keys. It runs in a thread of its own that has to start
 * fast, so no schemas are imported here.
 *
 * @returns the sizes in bytes of each track's segments, or a segment that the old key doesn't open
 */
export async function replaceSegments(
  task: SegmentsTask,
): Promise<{ sizes: number[][] } | { wrongKey: string }> {
  const storage = await openStorage(task.storageUrl, task.storageEnv);
  const sizes = task.tracks.map((): number[] => []);
  const waiting = listSegments(task);
  const replaceNext = async () => {
    for (const { from, to, replace, number, track } of waiting) {
      const name = `${number}.m4s`;
      const bytes = await storage.read(`${from}${name}`, MAX_SEGMENT_BYTES);
      if (!bytes) throw new Error(`${from}${name} is not there`);
      replace(bytes, number);
      await storage.put(`${to}${name}`, bytes);
      (sizes[track] ?? [])[number - 1] = bytes.length;
    }
  };
  // One that fails ends the list; what the others still store is there before it is thrown away.
  const ends = await Promise.allSettled(Array.from({ length: SEGMENTS_AT_ONCE }, replaceNext));
  await storage.close();
  for (const end of ends) {
    if (end.status === 'fulfilled') continue;
    if (end.reason instanceof WrongKeyError) return { wrongKey: end.reason.message };
    throw end.reason;
  }
  return { sizes };
}

function* listSegments({ tracks }: SegmentsTask) {
  for (const [track, { from, to, segmentCount, keys }] of tracks.entries()) {
    const replace = openReplacement(keys);
    for (let number = 1; number <= segmentCount; number += 1)
      yield { from, to, replace, number, track };
  }
}

function openReplacement(sent: TrackKeys): (bytes: Buffer, number: number) => void {
  if (sent.method === 'aes-128') {
    const keys = { before: toBuffer(sent.before), after: toBuffer(sent.after) };
    return (bytes, number) => replaceSegmentKey(keys, number, bytes);
  }
  const [before, after] = [toContentKey(sent.before), toContentKey(sent.after)];
  const keys = { before, after: { ...after, iv: toBuffer(sent.after.iv) } };
  const replacement = openKeyReplacement(toBuffer(sent.init), keys);
  return (bytes) => replacement.segment(bytes);
}

function toContentKey({ keyId, key }: ContentKey): ContentKey {
  return { keyId: toBuffer(keyId), key: toBuffer(key) };
}

/** A buffer comes to a thread as plain bytes. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
