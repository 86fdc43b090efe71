/**
 * Large buffers for reuse: fresh memory costs a page fault per 4 KB, which is more than the read
 * that fills it.
 */
export interface BufferPool {
  /** At least `sizeBytes` long, with whatever was in it before. */
  take(sizeBytes: number): Buffer;
  /** Nobody may read or write it any more. */
  giveBack(buffer: Buffer): void;
}

const SMALLEST = 64 * 1024;

export function createBufferPool(maxFreeBytes: number): BufferPool {
  const free = new Map<number, Buffer[]>();
  let freeBytes = 0;
  return {
    take(sizeBytes) {
      const length = sizeClass(sizeBytes);
      const buffer = free.get(length)?.pop();
      if (!buffer) return Buffer.allocUnsafeSlow(length);
      freeBytes -= length;
      return buffer;
    },
    giveBack(buffer) {
      if (freeBytes + buffer.length > maxFreeBytes) return;
      freeBytes += buffer.length;
      const alike = free.get(buffer.length);
      if (alike) alike.push(buffer);
      else free.set(buffer.length, [buffer]);
    },
  };
}

/** Four sizes per doubling: segments of one rung share a few, and at most a fifth is unused. */
export function sizeClass(sizeBytes: number): number {
  if (sizeBytes <= SMALLEST) return SMALLEST;
  const step = 2 ** (Math.ceil(Math.log2(sizeBytes)) - 3);
  return Math.ceil(sizeBytes / step) * step;
}
