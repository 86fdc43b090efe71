import { readBoxHeader } from './boxes.ts';
import { type ByteSource, walkFile } from './mp4-file.ts';

// Of files in fragments: two for each, and some write one for each picture.
const MOST_BOXES = 50_000;
const MOST_INDEX_BYTES = 64 * 1024 * 1024;
const MOST_DEPTH = 8;

/**
 * What an MP4 or MOV states about itself that its bytes can't hold, or null. Programs take memory for
 * what is stated, gigabytes for a file of some kilobytes. Reads the index and the heads of fragments.
 */
export async function falseClaim(
  source: ByteSource,
): Promise<{ claim: string; isCutOff: boolean } | null> {
  const file: File = { sizeBytes: source.sizeBytes, unsized: 0 };
  for await (const { type, start, headerSize, end } of walkFile(source, MOST_BOXES)) {
    if ((type !== 'moov' && type !== 'moof') || end - start > MOST_INDEX_BYTES) continue;
    const body = await source.read(start + headerSize, end);
    const claim = claimWithin(body, file, { isSound: false, depth: 0 });
    if (claim) return { claim, isCutOff: end > source.sizeBytes };
  }
  return null;
}

type File = {
  sizeBytes: number;
  /** samples of fragments, of which no size is stated */
  unsized: number;
};
type Place = { isSound: boolean; depth: number };

const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'traf', 'cmov']);

function claimWithin(bytes: Buffer, file: File, { isSound, depth }: Place): string | null {
  if (depth > MOST_DEPTH) return null;
  const boxes = [...children(bytes)];
  const hdlr = boxes.find(({ type }) => type === 'hdlr')?.body;
  const place = {
    isSound: hdlr ? hdlr.toString('latin1', 8, 12) === 'soun' : isSound,
    depth: depth + 1,
  };
  for (const { type, body } of boxes) {
    const claim = CONTAINERS.has(type) ? claimWithin(body, file, place) : null;
    const isFalse =
      (type === 'stbl' && tablesLie(body, file, place.isSound)) ||
      (type === 'trun' && runLies(body, file)) ||
      (type === 'cmvd' && packedLies(body));
    if (claim ?? isFalse) return claim ?? `${type} states more than there is`;
  }
  return null;
}

type Child = { type: string; body: Buffer };

/** As ffmpeg reads them: a box that leaves its parent ends where that ends. */
function* children(bytes: Buffer): Generator<Child> {
  for (let start = 0; start + 8 <= bytes.length;) {
    const header = readBoxHeader(bytes.subarray(start, start + 16));
    if (!header || header.size < header.headerSize) return;
    const { type, headerSize, size } = header;
    yield { type, body: bytes.subarray(start + headerSize, start + size) };
    start += size;
  }
}

/** Bytes of an entry, of tables that begin with their number behind version and flags. */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  ...{ stts: 8, ctts: 8, stss: 4, stps: 4, stco: 4, co64: 8, stsc: 12 },
};

function numberAt(body: Buffer | undefined, at: number): number {
  return body && body.length >= at + 4 ? body.readUInt32BE(at) : 0;
}

/** A table that is cut off may be a damaged file's; one that no byte of the file is left for is a lie. */
function tablesLie(stbl: Buffer, file: File, isSound: boolean): boolean {
  const boxes = [...children(stbl)];
  const tooMany = boxes.some(
    ({ type, body }) => numberAt(body, 4) * (ENTRY_BYTES[type] ?? 0) > file.sizeBytes,
  );
  if (tooMany) return true;
  const tables = new Map(boxes.map(({ type, body }) => [type, body]));
  const stsz = tables.get('stsz');
  const count = numberAt(stsz, 8);
  if (numberAt(stsz, 4) === 0) return count * 4 > file.sizeBytes;
  const stts = tables.get('stts');
  const isRaw = isSound && numberAt(stts, 4) === 1 && numberAt(stts, 12) === 1;
  return isRaw ? chunksLie(tables, file) : count > file.sizeBytes;
}

// QuickTime counts raw samples of what is packed: no codec takes less than a byte for so many.
const MOST_PACKED = 256;

/** Raw sound is read by its chunks; the number of its samples counts for nothing. */
function chunksLie(tables: ReadonlyMap<string, Buffer>, file: File): boolean {
  const chunks = numberAt(tables.get('co64') ?? tables.get('stco'), 4);
  const stsc = tables.get('stsc');
  const runs = Math.min(numberAt(stsc, 4), Math.floor(((stsc?.length ?? 0) - 8) / 12));
  let samples = 0;
  for (let n = 0; n < runs; n++) {
    const at = 8 + 12 * n;
    const next = n + 1 < runs ? numberAt(stsc, at + 12) : chunks + 1;
    const held = Math.max(0, Math.min(next, chunks + 1) - numberAt(stsc, at));
    samples += held * numberAt(stsc, at + 4);
  }
  return samples > file.sizeBytes * MOST_PACKED;
}

// Fields of each sample (ISO/IEC 14496-12 §8.8.8): duration, size, flags, composition offset.
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800];

function runLies(trun: Buffer, file: File): boolean {
  const flags = numberAt(trun, 0);
  const count = numberAt(trun, 4);
  const bytes = 4 * RUN_FIELDS.filter((mask) => flags & mask).length;
  if (bytes > 0) return count * bytes > file.sizeBytes;
  // All is left to the defaults of the fragment.
  file.unsized += count;
  return file.unsized > file.sizeBytes;
}

/** An index that is packed (QuickTime File Format, "Compressed movie resources") states its true size. */
function packedLies(cmvd: Buffer): boolean {
  return numberAt(cmvd, 0) > MOST_INDEX_BYTES;
}
