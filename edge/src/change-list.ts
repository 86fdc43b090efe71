import { CHANGE_LIST_KEY, ChangeList } from '@kinora/contract/published';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** The server writes the list at least each 20 s: after so long a standstill it no longer does. */
const MAX_STANDSTILL_MS = 60_000;
/** A short failure to read the list does not make the edge read each document. */
const MAX_SILENCE_MS = 5000;

/** The state of the list when a document was read. */
export type Mark = { readonly epoch: number; readonly sequence: number };

export type SeenChanges = {
  /** Reads the list unless that was done within this time; does not wait for one that is lost. */
  refresh(maxAgeMs: number): Promise<void>;
  /** Returns the mark for documents that are read from now on; null while no list is known. */
  findMark(): Mark | null;
  /**
   * Returns when the list was read, if it names no change of the document since the mark; null where it
   * can't tell.
   */
  findUnchangedAtMs(key: string, since: Mark | null): number | 'changed' | null;
};

/**
 * Follows the list of changes. The list is lost while it is missing or broken, can't be read, or
 * stands still: the server then writes none or is gone, and each document has to be read.
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
  /** Marks of other epochs can't be compared with the list. */
  let mark: Mark | null = null;
  let epoch = 0;
  let isLost = false;
  let checkedAtMs = -Infinity;
  let readAtMs = -Infinity;
  let changedAtMs = -Infinity;
  let pendingRead: Promise<void> | null = null;

  function recordList(next: ChangeList | null, atMs: number): void {
    if (!next || (list && next.sequence < list.sequence)) epoch += 1;
    if (next?.sequence !== list?.sequence) changedAtMs = atMs;
    list = next;
    mark = next && { epoch, sequence: next.sequence };
    readAtMs = atMs;
    isLost = !next || atMs - changedAtMs > MAX_STANDSTILL_MS;
  }

  async function read(): Promise<void> {
    const startedAtMs = now();
    try {
      const bytes = await withTimeout(storage.read(CHANGE_LIST_KEY));
      recordList(bytes && ChangeList.parse(JSON.parse(bytes.toString('utf8'))), startedAtMs);
      checkedAtMs = startedAtMs;
    } catch (error) {
      checkedAtMs = now();
      if (isLost || now() - readAtMs <= MAX_SILENCE_MS) return;
      isLost = true;
      log.warn({ err: error }, 'the list of changes is lost; documents are asked for one by one');
    }
  }

  return {
    async refresh(maxAgeMs) {
      if (!pendingRead && now() - checkedAtMs >= maxAgeMs) {
        pendingRead = read().finally(() => (pendingRead = null));
      }
      if (!isLost) await pendingRead;
    },
    findMark: () => mark,
    findUnchangedAtMs(key, since) {
      if (isLost || !list || since?.epoch !== epoch || since.sequence < list.since) return null;
      return (list.changes[key] ?? 0) <= since.sequence ? readAtMs : 'changed';
    },
  };
}
