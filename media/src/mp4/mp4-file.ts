import { type FileHandle, open } from 'node:fs/promises';
import { readBoxHeader } from './boxes.ts';

/** Bytes that can be read at any place, such as a file's. */
export type ByteSource = {
  /** size of the whole, even while parts of it are still arriving */
  sizeBytes: number;
  /** `[start, end)`; shorter where the bytes end */
  read: (start: number, end: number) => Promise<Buffer>;
};

/**
 * Opens a file as a ByteSource; the caller closes it. `sizeBytes` is given for a file that is still
 * growing. Rejects with the system's error.
 */
export async function openByteSource(
  path: string,
  sizeBytes?: number,
): Promise<ByteSource & AsyncDisposable> {
  const file = await open(path, 'r');
  const size = sizeBytes ?? (await file.stat()).size;
  return {
    sizeBytes: size,
    read: (start, end) => readRange(file, start, Math.min(end, size)),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

export type BoxPlace = { type: string; start: number; headerSize: number; end: number };

// A file has a handful of boxes side by side; fragmented files have two for each fragment.
const MAX_BOXES = 1000;

/**
 * Walks the top boxes of a file in order, up to the first that is missing or invalid. A size of 0
 * means to the end (ISO/IEC 14496-12 §4.2).
 */
export async function* walkFile(
  source: ByteSource,
  maxBoxes: number = MAX_BOXES,
): AsyncGenerator<BoxPlace> {
  let start = 0;
  for (let n = 0; n < maxBoxes && start + 8 <= source.sizeBytes; n++) {
    const header = readBoxHeader(await source.read(start, start + 16));
    if (!header || !/^[\x20-\x7e\xa9]{4}$/.test(header.type)) return;
    const size = header.size === 0 ? source.sizeBytes - start : header.size;
    if (size < header.headerSize || !Number.isSafeInteger(start + size)) return;
    yield { type: header.type, start, headerSize: header.headerSize, end: start + size };
    start += size;
  }
}

/** The place of a file's index. `moov` is null when it is missing, or has not arrived. */
export type Mp4Layout = {
  moov: BoxPlace | null;
  /** the index comes before the media, so that a file can be read while it arrives */
  isIndexFirst: boolean;
  isFragmented: boolean;
};

/** Looks for the index among the boxes of a file, reading little more than their headers. */
export async function readMp4Layout(source: ByteSource): Promise<Mp4Layout> {
  let moov: BoxPlace | null = null;
  let sawMedia = false;
  let isIndexFirst = false;
  for await (const box of walkFile(source)) {
    if (box.type === 'moof') return { moov, isIndexFirst, isFragmented: true };
    if (box.type === 'mdat') {
      sawMedia = true;
      if (moov) break;
    }
    if (box.type !== 'moov' || moov) continue;
    moov = box;
    isIndexFirst = !sawMedia;
    if (sawMedia) break;
  }
  return { moov, isIndexFirst, isFragmented: false };
}
