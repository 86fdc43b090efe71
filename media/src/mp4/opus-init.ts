import { findBox, readBoxes } from './boxes.ts';

/**
 * Sets the pre-skip of an Opus init segment to 0: the frame with the encoder's look-ahead was
 * dropped, so the next one is played at 0. Encapsulation of Opus in ISO BMFF §4.3.2.
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
