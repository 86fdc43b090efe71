import { findBox, readBoxes, writeBox } from './boxes.ts';

/**
 * The init segment of a track whose samples are all composed `ticks` later than they are shown, with
 * the edit list that takes that back (ISO/IEC 14496-12 §8.6.6). Its duration is 0: all that follows in
 * fragments. Throws RangeError when there is no track.
 */
export function withDelay(init: Buffer, ticks: number): Buffer {
  if (ticks === 0) return init;
  const elst = Buffer.alloc(20);
  elst.writeUInt32BE(1, 4);
  elst.writeInt32BE(ticks, 12);
  elst.writeUInt32BE(0x10000, 16);
  const edts = writeBox('edts', writeBox('elst', elst));
  let isDone = false;
  const boxes = children(init, 'moov', (moov) =>
    children(moov, 'trak', (trak) =>
      readBoxes(trak).flatMap(({ type, body }) => {
        if (type !== 'tkhd') return [writeBox(type, body)];
        isDone = true;
        return [writeBox(type, body), edts];
      }),
    ),
  );
  if (!isDone) throw new RangeError('init segment without a track');
  return Buffer.concat(boxes);
}

/** Boxes side by side, one kind of them written anew from its body. */
function children(bytes: Buffer, kind: string, change: (body: Buffer) => Buffer[]): Buffer[] {
  return readBoxes(bytes).map(({ type, body }) =>
    type === kind ? writeBox(type, ...change(body)) : writeBox(type, body),
  );
}

/** By how many ticks the samples of a track are composed later than they are shown; 0 without edits. */
export function readDelay(init: Buffer): number {
  const elst = findBox(init, ['moov', 'trak', 'edts', 'elst'])?.body;
  if (!elst || elst.readUInt32BE(4) === 0) return 0;
  const mediaTime = elst[0] === 1 ? Number(elst.readBigInt64BE(16)) : elst.readInt32BE(12);
  return Math.max(0, mediaTime);
}
