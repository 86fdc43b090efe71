import { readBoxHeader } from './boxes.ts';
import { type ByteSource, walkFile } from './mp4-file.ts';

// A fragmented file has two for each fragment, and some writers make one for each frame.
const MAX_BOXES = 50_000;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 8;

/**
 * Finds what an MP4 or MOV states about itself that its bytes can't contain, or null. Programs take
 * memory for stated sizes, gigabytes for a file of some kilobytes. Reads the index and the headers
 * of fragments.
 */
export async function findFalseClaim(
  source: ByteSource,
): Promise<{ claim: string; isCutOff: boolean } | null> {
  const file: File = { sizeBytes: source.sizeBytes, unsized: 0 };
  for await (const { type, start, headerSize, end } of walkFile(source, MAX_BOXES)) {
    if ((type !== 'moov' && type !== 'moof') || end - start > MAX_INDEX_BYTES) continue;
    const body = await source.read(start + headerSize, end);
    const claim = findClaimWithin(body, file, { isAudio: false, depth: 0 });
    if (claim) return { claim, isCutOff: end > source.sizeBytes };
  }
  return null;
}

type File = {
  sizeBytes: number;
  /** samples of fragments without a stated size */
  unsized: number;
};
type Place = { isAudio: boolean; depth: number };

const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'traf', 'cmov']);

function findClaimWithin(bytes: Buffer, file: File, { isAudio, depth }: Place): string | null {
  if (depth > MAX_DEPTH) return null;
  const boxes = [...listChildren(bytes)];
  const hdlr = boxes.find(({ type }) => type === 'hdlr')?.body;
  const place = {
    isAudio: hdlr ? hdlr.toString('latin1', 8, 12) === 'soun' : isAudio,
    depth: depth + 1,
  };
  for (const { type, body } of boxes) {
    const claim = CONTAINERS.has(type) ? findClaimWithin(body, file, place) : null;
    const isFalse =
      (type === 'stbl' && tablesLie(body, file, place.isAudio)) ||
      (type === 'trun' && runLies(body, file)) ||
      (type === 'cmvd' && packedLies(body));
    if (claim ?? isFalse) return claim ?? `${type} states more than there is`;
  }
  return null;
}

type Child = { type: string; body: Buffer };

/** Lists boxes as ffmpeg reads them: a box that leaves its parent ends where the parent ends. */
function* listChildren(bytes: Buffer): Generator<Child> {
  for (let start = 0; start + 8 <= bytes.length;) {
    const header = readBoxHeader(bytes.subarray(start, start + 16));
    if (!header || header.size < header.headerSize) return;
    const { type, headerSize, size } = header;
    yield { type, body: bytes.subarray(start + headerSize, start + size) };
    start += size;
  }
}

/** Bytes per entry of tables that begin with their count behind version and flags. */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  stts: 8,
  ctts: 8,
  stss: 4,
  stps: 4,
  stco: 4,
  co64: 8,
  stsc: 12,
};

function readNumber(body: Buffer | undefined, at: number): number {
  return body && body.length >= at + 4 ? body.readUInt32BE(at) : 0;
}

/** A table that is cut off may be damaged; one that no byte of the file is left for is false. */
function tablesLie(stbl: Buffer, file: File, isAudio: boolean): boolean {
  const boxes = [...listChildren(stbl)];
  const tooMany = boxes.some(
    ({ type, body }) => readNumber(body, 4) * (ENTRY_BYTES[type] ?? 0) > file.sizeBytes,
  );
  if (tooMany) return true;
  const tables = new Map(boxes.map(({ type, body }) => [type, body]));
  const stsz = tables.get('stsz');
  const count = readNumber(stsz, 8);
  if (readNumber(stsz, 4) === 0) return count * 4 > file.sizeBytes;
  const stts = tables.get('stts');
  const isRaw = isAudio && readNumber(stts, 4) === 1 && readNumber(stts, 12) === 1;
  return isRaw ? chunksLie(tables, file) : count > file.sizeBytes;
}

// QuickTime counts raw samples of compressed audio: no codec packs more of them into a byte.
const MAX_SAMPLES_PER_BYTE = 256;

/** Raw audio is read by its chunks; the number of its samples is ignored. */
function chunksLie(tables: ReadonlyMap<string, Buffer>, file: File): boolean {
  const chunks = readNumber(tables.get('co64') ?? tables.get('stco'), 4);
  const stsc = tables.get('stsc');
  const runs = Math.min(readNumber(stsc, 4), Math.floor(((stsc?.length ?? 0) - 8) / 12));
  let samples = 0;
  for (let n = 0; n < runs; n++) {
    const at = 8 + 12 * n;
    const next = n + 1 < runs ? readNumber(stsc, at + 12) : chunks + 1;
    const count = Math.max(0, Math.min(next, chunks + 1) - readNumber(stsc, at));
    samples += count * readNumber(stsc, at + 4);
  }
  return samples > file.sizeBytes * MAX_SAMPLES_PER_BYTE;
}

// Fields of each sample (ISO/IEC 14496-12 §8.8.8): duration, size, flags, composition offset.
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800];

function runLies(trun: Buffer, file: File): boolean {
  const flags = readNumber(trun, 0);
  const count = readNumber(trun, 4);
  const bytes = 4 * RUN_FIELDS.filter((mask) => flags & mask).length;
  if (bytes > 0) return count * bytes > file.sizeBytes;
  // The run leaves everything to the defaults of the fragment.
  file.unsized += count;
  return file.unsized > file.sizeBytes;
}

/** An index that is packed (QuickTime File Format, "Compressed movie resources") states its true size. */
function packedLies(cmvd: Buffer): boolean {
  return readNumber(cmvd, 0) > MAX_INDEX_BYTES;
}
