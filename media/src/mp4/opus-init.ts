import { findBox, readBoxes } from './boxes.ts';

/**
 * The init segment of an Opus track, stating that nothing is to be skipped: the frame that held the
 * encoder's look-ahead was dropped, so the first one that is left is heard at 0.
 * Encapsulation of Opus in ISO BMFF §4.3.2.
 */
export function withoutPreSkip(init: Buffer): Buffer {
  const changed = Buffer.from(init);
  const stsd = findBox(changed, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && readBoxes(stsd.body.subarray(8))[0];
  const dOps = entry && readBoxes(entry.body.subarray(28)).find(({ type }) => type === 'dOps');
  if (!dOps) throw new RangeError('no Opus track');
  // Boxes are views of the same memory.
  dOps.body.writeUInt16BE(0, 2);
  return changed;
}
