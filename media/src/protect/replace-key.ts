import { readBoxes } from '../mp4/boxes.ts';
import { decryptSegment, encryptSegment } from './aes-128.ts';

/** A key opens no segment: it is another one than the segment was encrypted with. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError';
}

/**
 * Encrypts a whole segment with another key: same bytes, same length.
 *
 * @throws WrongKeyError when `before` is not its key
 */
export function replaceSegmentKey(
  { before, after }: { before: Buffer; after: Buffer },
  sequenceNumber: number,
  bytes: Buffer,
): Buffer {
  const clear = openSegment(before, sequenceNumber, bytes);
  return encryptSegment(after, sequenceNumber, clear);
}

function openSegment(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  try {
    const clear = decryptSegment(key, sequenceNumber, bytes);
    // A wrong key ends in right padding once in some 256 times.
    if (readBoxes(clear).some(({ type }) => type === 'moof')) return clear;
  } catch (cause) {
    throw new WrongKeyError(`segment ${sequenceNumber} does not open`, { cause });
  }
  throw new WrongKeyError(`segment ${sequenceNumber} holds no fragment`);
}
