// ISO/IEC 14496-12 boxes: enough to read ffmpeg's output and to rewrite movie fragments.

export type Box = { type: string; start: number; headerSize: number; size: number; body: Buffer };

const CONTAINERS = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'mvex',
  'moof',
  'traf',
  'edts',
  'dinf',
]);

/** Reads the header that starts `bytes`, or null when it is not whole yet. */
export function readBoxHeader(
  bytes: Buffer,
): { type: string; headerSize: number; size: number } | null {
  if (bytes.length < 8) return null;
  const size32 = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4, 8);
  if (size32 !== 1) return { type, headerSize: 8, size: size32 };
  if (bytes.length < 16) return null;
  return { type, headerSize: 16, size: Number(bytes.readBigUInt64BE(8)) };
}

/** Reads the boxes side by side in `bytes`. Throws RangeError on a box that leaves its parent. */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start < bytes.length;) {
    const header = readBoxHeader(bytes.subarray(start));
    if (!header || header.size < header.headerSize || start + header.size > bytes.length)
      throw new RangeError(`box at ${start} leaves its parent`);
    const body = bytes.subarray(start + header.headerSize, start + header.size);
    boxes.push({ ...header, start, body });
    start += header.size;
  }
  return boxes;
}

/** Finds the first box at a path such as `['moov', 'trak', 'mdia', 'mdhd']`, or null. */
export function findBox(bytes: Buffer, path: readonly string[]): Box | null {
  const [type, ...rest] = path;
  const box = readBoxes(bytes).find((candidate) => candidate.type === type);
  if (!box) return null;
  if (rest.length === 0) return box;
  return CONTAINERS.has(box.type) ? findBox(box.body, rest) : null;
}

/** Writes one box with its header. */
export function writeBox(type: string, ...parts: Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts], size);
}

/** A sample of a fragment; all times in ticks of the track's timescale. */
export type Sample = {
  duration: number;
  size: number;
  flags: number;
  /** presentation time minus decode time; may be negative (trun version 1) */
  compositionOffset: number;
};

export type Fragment = { decodeTime: number; samples: Sample[] };

type Defaults = { duration: number; size: number; flags: number };

function readDefaults(tfhd: Buffer): Defaults {
  const flags = tfhd.readUInt32BE(0) & 0xffffff;
  let at = 8;
  if (flags & 0x01) at += 8;
  if (flags & 0x02) at += 4;
  const next = (mask: number): number => {
    if (!(flags & mask)) return 0;
    at += 4;
    return tfhd.readUInt32BE(at - 4);
  };
  return { duration: next(0x08), size: next(0x10), flags: next(0x20) };
}

function readRun(trun: Buffer, defaults: Defaults): Sample[] {
  const flags = trun.readUInt32BE(0) & 0xffffff;
  const count = trun.readUInt32BE(4);
  let at = 8;
  if (flags & 0x1) at += 4;
  const firstFlags = flags & 0x4 ? trun.readUInt32BE((at += 4) - 4) : null;
  const samples: Sample[] = [];
  for (let i = 0; i < count; i++) {
    const sample: Sample = { ...defaults, compositionOffset: 0 };
    if (flags & 0x100) sample.duration = trun.readUInt32BE((at += 4) - 4);
    if (flags & 0x200) sample.size = trun.readUInt32BE((at += 4) - 4);
    if (flags & 0x400) sample.flags = trun.readUInt32BE((at += 4) - 4);
    else if (i === 0 && firstFlags !== null) sample.flags = firstFlags;
    // Version 0 offsets are unsigned by the standard, but ffmpeg and players read them as signed.
    if (flags & 0x800) sample.compositionOffset = trun.readInt32BE((at += 4) - 4);
    samples.push(sample);
  }
  return samples;
}

/**
 * Reads the body of a `moof` with one track. The decode time is read as signed, because ffmpeg
 * writes the AAC priming packet at -1024.
 */
export function readFragment(moofBody: Buffer): Fragment {
  const tfhd = findBox(moofBody, ['traf', 'tfhd']);
  const tfdt = findBox(moofBody, ['traf', 'tfdt']);
  const traf = findBox(moofBody, ['traf']);
  if (!tfhd || !tfdt || !traf) throw new RangeError('moof without tfhd or tfdt');
  const defaults = readDefaults(tfhd.body);
  const decodeTime =
    tfdt.body[0] === 1 ? Number(tfdt.body.readBigInt64BE(4)) : tfdt.body.readUInt32BE(4);
  const runs = readBoxes(traf.body).filter((box) => box.type === 'trun');
  return { decodeTime, samples: runs.flatMap((run) => readRun(run.body, defaults)) };
}

function allocateFullBox(version: number, flags: number, length: number): Buffer {
  const body = Buffer.alloc(4 + length);
  body.writeUInt32BE(((version << 24) | flags) >>> 0, 0);
  return body;
}

/**
 * Writes a `moof` for one track (id 1) and the header of the `mdat` that must follow with exactly
 * the samples' bytes. Every sample states all its fields (ISO/IEC 23000-19 §7.5).
 */
export function writeFragment(sequence: number, fragment: Fragment): Buffer {
  const mfhd = allocateFullBox(0, 0, 4);
  mfhd.writeUInt32BE(sequence, 4);
  const tfhd = allocateFullBox(0, 0x020000, 4);
  tfhd.writeUInt32BE(1, 4);
  const tfdt = allocateFullBox(1, 0, 8);
  tfdt.writeBigUInt64BE(BigInt(fragment.decodeTime), 4);
  const trun = allocateFullBox(1, 0x000f01, 8 + 16 * fragment.samples.length);
  trun.writeUInt32BE(fragment.samples.length, 4);
  let at = 12;
  for (const sample of fragment.samples) {
    trun.writeUInt32BE(sample.duration, at);
    trun.writeUInt32BE(sample.size, at + 4);
    trun.writeUInt32BE(sample.flags, at + 8);
    trun.writeInt32BE(sample.compositionOffset, at + 12);
    at += 16;
  }
  // mfhd 16 + tfhd 16 + tfdt 20 + trun + headers of moof and traf; the data begin after mdat's header.
  const moofSize = 8 + 16 + 8 + 16 + 20 + (8 + trun.length);
  trun.writeInt32BE(moofSize + 8, 8);
  const moof = writeBox(
    'moof',
    writeBox('mfhd', mfhd),
    writeBox('traf', writeBox('tfhd', tfhd), writeBox('tfdt', tfdt), writeBox('trun', trun)),
  );
  const mdat = Buffer.alloc(8);
  mdat.writeUInt32BE(8 + fragment.samples.reduce((sum, sample) => sum + sample.size, 0), 0);
  mdat.write('mdat', 4, 'latin1');
  return Buffer.concat([moof, mdat]);
}

/** Segment type box: a CMAF segment that begins with a random access point (ISO/IEC 23000-19). */
export const STYP = writeBox('styp', Buffer.from('msdh\0\0\0\0msdhmsixcmfs', 'latin1'));
