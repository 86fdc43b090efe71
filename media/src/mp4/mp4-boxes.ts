import { type Box, readBoxHeader } from './boxes.ts';

// No box that we read has so many children; each costs memory.
const MAX_CHILDREN = 4096;

/**
 * Reads the boxes within a box of an untrusted file. QuickTime ends some lists with four zero
 * bytes: a box that is too short or too small ends the list. Throws RangeError on a box that leaves
 * its parent, or on too many.
 */
export function readChildren(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start + 8 <= bytes.length;) {
    const header = readBoxHeader(bytes.subarray(start, start + 16));
    if (!header || header.size < header.headerSize) break;
    if (start + header.size > bytes.length)
      throw new RangeError(`${header.type} leaves its parent`);
    if (boxes.length === MAX_CHILDREN) throw new RangeError('too many boxes');
    const body = bytes.subarray(start + header.headerSize, start + header.size);
    boxes.push({ ...header, start, body });
    start += header.size;
  }
  return boxes;
}

/** Finds the body of the first child of a type, or null. */
export function findChild(bytes: Buffer, type: string): Buffer | null {
  return readChildren(bytes).find((box) => box.type === type)?.body ?? null;
}

/** As `findChild`, but throws RangeError when there is none. */
export function requireChild(bytes: Buffer, type: string): Buffer {
  const body = findChild(bytes, type);
  if (!body) throw new RangeError(`no ${type}`);
  return body;
}

/** Reads the number of entries of a table. Throws RangeError unless the bytes for all of them exist. */
export function readTableCount(body: Buffer, countAt: number, entryBytes: number): number {
  const count = body.readUInt32BE(countAt);
  if (count * entryBytes > body.length - countAt - 4)
    throw new RangeError('a table promises more entries than it holds');
  return count;
}
