import { type Box, readBoxHeader } from './boxes.ts';

// No box that is read here has so many children; each costs memory.
const MOST_CHILDREN = 4096;

/**
 * The boxes within a box of a stranger's file. QuickTime ends some lists with four zero bytes: what
 * is too short or too small for a box ends the list. Throws RangeError on a box that leaves its
 * parent, or on too many.
 */
export function readChildren(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start + 8 <= bytes.length;) {
    const header = readBoxHeader(bytes.subarray(start, start + 16));
    if (!header || header.size < header.headerSize) break;
    if (start + header.size > bytes.length)
      throw new RangeError(`${header.type} leaves its parent`);
    if (boxes.length === MOST_CHILDREN) throw new RangeError('too many boxes');
    const body = bytes.subarray(start + header.headerSize, start + header.size);
    boxes.push({ ...header, start, body });
    start += header.size;
  }
  return boxes;
}

/** Body of the first child of a type, or null. */
export function childBody(bytes: Buffer, type: string): Buffer | null {
  return readChildren(bytes).find((box) => box.type === type)?.body ?? null;
}

/** As `childBody`, but throws RangeError when there is none. */
export function needChild(bytes: Buffer, type: string): Buffer {
  const body = childBody(bytes, type);
  if (!body) throw new RangeError(`no ${type}`);
  return body;
}

/** Number of entries of a table, refused with RangeError unless the bytes for all of them are there. */
export function tableCount(body: Buffer, countAt: number, entryBytes: number): number {
  const count = body.readUInt32BE(countAt);
  if (count * entryBytes > body.length - countAt - 4)
    throw new RangeError('a table promises more entries than it holds');
  return count;
}
