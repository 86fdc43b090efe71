import { readBoxHeader } from '../mp4/boxes.ts';
import { replaceKey } from './aes-128.ts';

/** A key opens no segment: it is another one than the segment was encrypted with. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError';
}

/**
 * Encrypts a whole segment with another key, in place: same bytes, same length.
 *
 * @throws WrongKeyError when `before` is not its key
 */
export function replaceSegmentKey(
  keys: { before: Buffer; after: Buffer },
  sequenceNumber: number,
  bytes: Buffer,
): void {
  try {
    replaceKey(keys, sequenceNumber, bytes, requireFragment);
  } catch (cause) {
    throw new WrongKeyError(`segment ${sequenceNumber} does not open`, { cause });
  }
}

/** A wrong key ends in right padding once in some 256 times. */
function requireFragment(beginning: Buffer): void {
  for (let at = 0; at < beginning.length;) {
    const box = readBoxHeader(beginning.subarray(at));
    if (!box || box.size < box.headerSize) break;
    if (box.type === 'moof') return;
    at += box.size;
  }
  throw new Error('it has no fragment');
}
