import { totalmem } from 'node:os';
import type { Limits } from './cage-arguments.ts';

/** What media processes may take of the machine's memory. */
export type MemoryShare = {
  /** what one of many may take */
  eachBytes: number;
  /** what one may take that works on very large pictures, of which one runs at a time */
  largestBytes: number;
};

const GIB = 2 ** 30;

/** ffmpeg with pictures of 4096 × 2304, its libraries and the address space of its threads. */
const ENOUGH = 2 * GIB;

/**
 * All processes of a worker together stay within the machine: beside each slot's, as many again read
 * sources, make covers and protect. A machine that is too small for that gives each what ordinary
 * videos need, and the kernel ends media processes first if it comes to that.
 */
export function memoryShare(slots: number, usable: number = usableBytes()): MemoryShare {
  const half = usable / 2;
  const eachBytes = Math.min(half, Math.max(usable / (2 * slots), ENOUGH));
  return { eachBytes, largestBytes: half };
}

/** Of the machine, or of the container or service that we run in (memory.max of its cgroup). */
function usableBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

// A source of 4096 × 2304 and all its renditions: these are to be many at once on any machine.
const ORDINARY_PIXELS = 3 * 4096 * 2304;

// Twice what H.264 of 8 bits takes, from decoder to encoder.
const BYTES_OF_PIXEL = 96;

/** Whether a process works on so large pictures that its share may not do: then it waits its turn. */
export function isLarge({ eachBytes }: MemoryShare, { pixels = 0 }: Limits): boolean {
  return pixels > Math.max(ORDINARY_PIXELS, eachBytes / BYTES_OF_PIXEL);
}

/** What a process may have of the memory that it asks for. */
export function allowedBytes(share: MemoryShare, limits: Limits): number {
  const most = isLarge(share, limits) ? share.largestBytes : share.eachBytes;
  return Math.min(limits.memoryBytes, most);
}

let lastTurn: Promise<void> = Promise.resolve();

/** Waits until no other large process of ours runs. @returns what ends the turn */
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
