import { findBox } from './boxes.ts';

/** ISO 639-2 code of an undetermined language. */
export const UNDETERMINED = 'und';

/**
 * Packs a language as in a media header: three letters of five bits (ISO/IEC 14496-12 §8.4.2), of
 * ISO 639-2/T. A two-letter code doesn't fit.
 */
export function packLanguage(code: string): number {
  const letters = /^[a-z]{3}$/.test(code) ? code : UNDETERMINED;
  return Buffer.from(letters, 'latin1').reduce((packed, byte) => packed * 32 + byte - 0x60, 0);
}

/** Sets the language of a track's init segment. Throws RangeError when it has no media header. */
export function withLanguage(init: Buffer, code: string): Buffer {
  const changed = Buffer.from(init);
  const mdhd = findBox(changed, ['moov', 'trak', 'mdia', 'mdhd']);
  if (!mdhd) throw new RangeError('init segment without mdhd');
  // Boxes are views of the same memory.
  mdhd.body.writeUInt16BE(packLanguage(code), mdhd.body[0] === 1 ? 32 : 20);
  return changed;
}
