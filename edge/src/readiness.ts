import { StorageError } from '@kinora/storage/storage';
import type { EdgeStorage } from './edge-storage.ts';

/** Resolves to null when the edge can serve, else to the reason why not. */
export type Readiness = () => Promise<string | null>;

/** Anyone may request this, so storage is checked at most once a second. */
const FRESH_MS = 1000;
const TIMEOUT_MS = 3000;

export function createReadiness(storage: Pick<EdgeStorage, 'check'>, now: () => number): Readiness {
  let checkedAtMs = -Infinity;
  let last: Promise<string | null> = Promise.resolve(null);
  return () => {
    if (now() - checkedAtMs >= FRESH_MS) {
      checkedAtMs = now();
      last = findReasonNotReady(storage);
    }
    return last;
  };
}

async function findReasonNotReady(storage: Pick<EdgeStorage, 'check'>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('storage: no answer'), TIMEOUT_MS);
  });
  try {
    return await Promise.race([storage.check().then(() => null), timeout]);
  } catch (error) {
    // The kind and not the message, which may name folders and hosts.
    return `storage: ${error instanceof StorageError ? error.kind : 'unavailable'}`;
  } finally {
    clearTimeout(timer);
  }
}
