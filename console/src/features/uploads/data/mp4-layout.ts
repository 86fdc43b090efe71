import type { ByteRange, UploadLayout } from '@kinora/contract/uploads';

// ISO/IEC 14496-12 §4.2: a box is a 32-bit size and a type; size 1 means that 64 bits of size
// follow the type, size 0 that the box reaches to the end of the file.

type Box = ByteRange & { type: string };

/** MP4 files, and QuickTime's older ones without `ftyp`, begin with one of these. */
const FIRST_TYPES = new Set(['ftyp', 'wide', 'free', 'skip', 'mdat', 'pnot']);
/** Files of cameras and editors have fewer than ten boxes before their index. */
const MAX_BOXES = 64;
const LONG_HEADER_BYTES = 16;

/**
 * The order in which to send an MP4 or MOV file whose index follows its media: the part before the media, the
 * index, the rest. Null when the index comes first or can't be found, or when it is another kind of file.
 * Reads headers of boxes only; rejects when the file can't be read.
 */
export async function findMp4Layout(file: Blob): Promise<UploadLayout | null> {
  let mediaStart: number | null = null;
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at < file.size; count += 1) {
    const box = await readBox(file, at);
    if (box === null || (count === 0 && !FIRST_TYPES.has(box.type))) return null;
    if (box.type === 'moov') {
      return mediaStart === null ? null : putIndexFirst(mediaStart, box, file.size);
    }
    if (box.type === 'mdat') mediaStart ??= box.start;
    at = box.end;
  }
  return null;
}

function putIndexFirst(mediaStart: number, index: ByteRange, fileSize: number): UploadLayout {
  return [
    { start: 0, end: mediaStart },
    { start: index.start, end: index.end },
    { start: mediaStart, end: index.start },
    { start: index.end, end: fileSize },
  ].filter(({ start, end }) => start < end);
}

/** Null when there is no box, or not all of it. */
async function readBox(file: Blob, start: number): Promise<Box | null> {
  const header = new DataView(await file.slice(start, start + LONG_HEADER_BYTES).arrayBuffer());
  if (header.byteLength < 8) return null;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => header.getUint8(at)));
  const size = readBoxSize(header, file.size - start);
  return size === null || start + size > file.size ? null : { type, start, end: start + size };
}

function readBoxSize(header: DataView, toEnd: number): number | null {
  const size = header.getUint32(0);
  if (size === 0) return toEnd;
  if (size !== 1) return size < 8 ? null : size;
  if (header.byteLength < LONG_HEADER_BYTES) return null;
  const long = header.getBigUint64(8);
  return long < BigInt(LONG_HEADER_BYTES) || long > BigInt(toEnd) ? null : Number(long);
}
