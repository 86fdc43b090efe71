/**
 * Reuses large buffers: fresh memory costs a page fault per 4 KB, which is more than the read that
 * fills it.
 */
export type BufferPool = {
  /** Returns at least `sizeBytes`, with earlier content in them. */
  take(sizeBytes: number): Buffer;
  /** The caller may no longer read or write the buffer. */
  release(buffer: Buffer): void;
};

const MIN_BUFFER_BYTES = 64 * 1024;

export function createBufferPool(maxFreeBytes: number): BufferPool {
  const free = new Map<number, Buffer[]>();
  let freeBytes = 0;
  return {
    take(sizeBytes) {
      const length = getSizeClass(sizeBytes);
      const buffer = free.get(length)?.pop();
      if (!buffer) return Buffer.allocUnsafeSlow(length);
      freeBytes -= length;
      return buffer;
    },
    release(buffer) {
      if (freeBytes + buffer.length > maxFreeBytes) return;
      freeBytes += buffer.length;
      const sameSize = free.get(buffer.length);
      if (sameSize) sameSize.push(buffer);
      else free.set(buffer.length, [buffer]);
    },
  };
}

/** There are four sizes per doubling: segments of one rung share a few, and at most a fifth is unused. */
export function getSizeClass(sizeBytes: number): number {
  if (sizeBytes <= MIN_BUFFER_BYTES) return MIN_BUFFER_BYTES;
  const step = 2 ** (Math.ceil(Math.log2(sizeBytes)) - 3);
  return Math.ceil(sizeBytes / step) * step;
}
