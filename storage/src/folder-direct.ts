import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { getErrno } from './folder-paths.ts';

// Bytes that nobody reads soon are better not kept by the kernel: that copies them once more, and a
// thousand videos that are packaged anew would push out what viewers watch. Linux writes whole blocks
// from memory as it is (open(2), O_DIRECT).

/** No disk has larger blocks. */
const BLOCK_BYTES = 4096;
/** WebAssembly counts its memory in these. */
const PAGE_BYTES = 65_536;
/** So that the next object, which is a little larger, has room. */
const STEP_PAGES = 16;

/** The types of browsers have it, and those of Node not. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
};

const allocated = new WeakSet<ArrayBufferLike>();

/**
 * The same memory if it has room, or larger one that begins where a block may: of all that JavaScript can
 * allocate, WebAssembly's does for certain. What lies at its begin is written to a folder directly.
 */
export function growBlocks(memory: Buffer, sizeBytes: number): Buffer {
  if (memory.length >= sizeBytes) return memory;
  const pages = Math.ceil(sizeBytes / (PAGE_BYTES * STEP_PAGES)) * STEP_PAGES;
  const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages });
  allocated.add(buffer);
  return Buffer.from(buffer);
}

/**
 * Writes a new file past the kernel's cache, and to the disk itself.
 *
 * @returns false, and leaves no file, where the memory or the file system is none for that
 */
export async function writeDirect(file: string, body: Uint8Array): Promise<boolean> {
  if (!isAllocated(body)) return false;
  try {
    const { O_CREAT, O_DIRECT, O_EXCL, O_WRONLY } = constants;
    const handle = await open(file, O_CREAT | O_EXCL | O_WRONLY | O_DIRECT);
    try {
      if (await writeBlocks(handle, body)) return true;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (getErrno(error) !== 'EINVAL') throw error;
  }
  await rm(file, { force: true });
  return false;
}

async function writeBlocks(handle: FileHandle, body: Uint8Array): Promise<boolean> {
  const whole = Math.ceil(body.length / BLOCK_BYTES) * BLOCK_BYTES;
  const blocks = Buffer.from(body.buffer, 0, whole);
  for (let at = 0; at < whole;) {
    const { bytesWritten } = await handle.write(blocks, at, whole - at, at);
    const taken = bytesWritten - (bytesWritten % BLOCK_BYTES);
    if (taken === 0) return false;
    at += taken;
  }
  await handle.truncate(body.length);
  await handle.datasync();
  return true;
}

/** Other systems than Linux have no such way. */
function isAllocated({ buffer, byteOffset, length }: Uint8Array): boolean {
  const isKnown = 'O_DIRECT' in constants;
  return isKnown && length > 0 && byteOffset === 0 && allocated.has(buffer);
}
