import { ChangeList, changeListKey } from '@kinora/contract/published';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** A list is written at least each 20 s: one that stands still for so long nobody writes. */
const MAX_STANDSTILL_MS = 60_000;
/** A list that can't be read for a moment does not make the edge ask for each document. */
const MAX_SILENCE_MS = 5000;

/** How much of the list was known when a document was read. */
export type Mark = { readonly epoch: number; readonly sequence: number };

export type SeenChanges = {
  /** Reads the list unless that was done within this time; does not wait for one that is lost. */
  look(maxAgeMs: number): Promise<void>;
  /** To be kept with what is read from now on; null while no list is known. */
  mark(): Mark | null;
  /** When the list was read that names no change of the document since the mark; null without. */
  unchangedAtMs(key: string, since: Mark | null): number | null;
};

/**
 * Follows the list of changes. It is lost while it is missing or broken, can't be read, or stands
 * still: the server beside this edge is then one that writes none, or gone, and each document has to
 * be asked for.
 */
export function createSeenChanges({
  storage,
  log,
  now,
}: {
  storage: Pick<EdgeStorage, 'read'>;
  log: EdgeLog;
  now: () => number;
}): SeenChanges {
  let list: ChangeList | null = null;
  /** Of the list; marks of other epochs can't be compared with it. */
  let mark: Mark | null = null;
  let epoch = 0;
  let isLost = false;
  let lookedAtMs = -Infinity;
  let readAtMs = -Infinity;
  let movedAtMs = -Infinity;
  let looking: Promise<void> | null = null;

  function see(next: ChangeList | null, atMs: number): void {
    if (!next || (list && next.sequence < list.sequence)) epoch += 1;
    if (next?.sequence !== list?.sequence) movedAtMs = atMs;
    list = next;
    mark = next && { epoch, sequence: next.sequence };
    readAtMs = atMs;
    isLost = !next || atMs - movedAtMs > MAX_STANDSTILL_MS;
  }

  async function read(): Promise<void> {
    const beganAtMs = now();
    try {
      const bytes = await withTimeout(storage.read(changeListKey));
      see(bytes && ChangeList.parse(JSON.parse(bytes.toString('utf8'))), beganAtMs);
      lookedAtMs = beganAtMs;
    } catch (error) {
      lookedAtMs = now();
      if (isLost || now() - readAtMs <= MAX_SILENCE_MS) return;
      isLost = true;
      log.warn({ err: error }, 'the list of changes is lost; documents are asked for one by one');
    }
  }

  return {
    async look(maxAgeMs) {
      if (!looking && now() - lookedAtMs >= maxAgeMs) {
        looking = read().finally(() => (looking = null));
      }
      if (!isLost) await looking;
    },
    mark: () => mark,
    unchangedAtMs(key, since) {
      if (isLost || !list || since?.epoch !== epoch || since.sequence < list.since) return null;
      return (list.changes[key] ?? 0) <= since.sequence ? readAtMs : null;
    },
  };
}
