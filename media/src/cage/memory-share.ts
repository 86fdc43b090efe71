import { totalmem } from 'node:os';
import type { Limits } from './cage-arguments.ts';

/** Says how much of the machine's memory media processes may use. */
export type MemoryShare = {
  /** for each of many processes */
  eachBytes: number;
  /** for a process with very large frames; one of these runs at a time */
  largestBytes: number;
};

const GIB = 2 ** 30;

/** ffmpeg with frames of 4096 × 2304, its libraries and the address space of its threads. */
const ORDINARY_BYTES = 2 * GIB;

/**
 * All processes of a worker together fit into the machine: as many as there are slots encode, and
 * as many again probe, make covers and protect. On a smaller machine each process gets what
 * ordinary videos need, and the kernel kills media processes first when memory runs out.
 */
export function computeMemoryShare(slots: number, usable: number = getUsableBytes()): MemoryShare {
  const half = usable / 2;
  const eachBytes = Math.min(half, Math.max(usable / (2 * slots), ORDINARY_BYTES));
  return { eachBytes, largestBytes: half };
}

/** Returns the memory of the machine, or of our container or service (memory.max of its cgroup). */
function getUsableBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

// A source of 4096 × 2304 with all its renditions; any machine must be able to run many of these.
const ORDINARY_PIXELS = 3 * 4096 * 2304;

// Twice the need of 8-bit H.264, from decoder to encoder.
const BYTES_PER_PIXEL = 96;

/** True when a process's frames are too large for its share; such a process waits its turn. */
export function isLarge({ eachBytes }: MemoryShare, { pixels = 0 }: Limits): boolean {
  return pixels > Math.max(ORDINARY_PIXELS, eachBytes / BYTES_PER_PIXEL);
}

/** Returns how much of its requested memory a process gets. */
export function getAllowedBytes(share: MemoryShare, limits: Limits): number {
  const maxBytes = isLarge(share, limits) ? share.largestBytes : share.eachBytes;
  return Math.min(limits.memoryBytes, maxBytes);
}

let lastTurn: Promise<void> = Promise.resolve();

/** Waits until no other large process of ours runs. @returns a function that ends the turn */
export async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = lastTurn;
  lastTurn = before.then(() => promise);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    await Promise.race([before, aborted.promise]);
    return resolve;
  } catch (error) {
    resolve();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
