import { findBox, readBoxes, writeBox } from './boxes.ts';

/**
 * When all samples of a track are composed `ticks` late, adds the compensating edit list to its init segment
 * (ISO/IEC 14496-12 §8.6.6). Its duration is 0, which covers all fragments. Throws RangeError when there is
 * no track.
 */
export function withDelay(init: Buffer, ticks: number): Buffer {
  if (ticks === 0) return init;
  const elst = Buffer.alloc(20);
  elst.writeUInt32BE(1, 4);
  elst.writeInt32BE(ticks, 12);
  elst.writeUInt32BE(0x10000, 16);
  const edts = writeBox('edts', writeBox('elst', elst));
  let isDone = false;
  const boxes = rewriteChildren(init, 'moov', (moov) =>
    rewriteChildren(moov, 'trak', (trak) =>
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

/** Rewrites boxes side by side, of one kind from their changed bodies. */
function rewriteChildren(
  bytes: Buffer,
  kind: string,
  change: (body: Buffer) => Buffer[],
): Buffer[] {
  return readBoxes(bytes).map(({ type, body }) =>
    type === kind ? writeBox(type, ...change(body)) : writeBox(type, body),
  );
}

/** Reads by how many ticks a track's samples are composed later than they are shown; 0 without edits. */
export function readDelay(init: Buffer): number {
  const elst = findBox(init, ['moov', 'trak', 'edts', 'elst'])?.body;
  if (!elst || elst.readUInt32BE(4) === 0) return 0;
  const mediaTime = elst[0] === 1 ? Number(elst.readBigInt64BE(16)) : elst.readInt32BE(12);
  return Math.max(0, mediaTime);
}
