import { FTYP, type MovieTrack, isProtected, writeMoov } from './progressive-boxes.ts';
import {
  type TrackSamples,
  addSegment,
  createSamples,
  readSegmentData,
} from './progressive-samples.ts';
import type { StoredTrack } from './stored-track.ts';

export type ProgressiveMp4 = {
  sizeBytes: number;
  /** the file from its first byte; may be called again when sending it failed */
  chunks: () => AsyncGenerator<Buffer, void, undefined>;
};

/**
 * Prepares one plain MP4 of clear renditions of one stream, with its index in front, so that it
 * plays while it loads. Nothing is encoded or kept: the segments are read twice, one at a time, for
 * their tables now and for their samples by `chunks`. Audio comes before the video of the same
 * time, because it is small. Throws RangeError on a track that is not clear, and the reader's own
 * errors.
 */
export async function prepareProgressive(
  tracks: readonly StoredTrack[],
  options: { signal?: AbortSignal | undefined } = {},
): Promise<ProgressiveMp4> {
  const read: Read[] = [];
  for (const track of tracks) {
    if (isProtected(track.init)) throw new RangeError('the track is encrypted');
    const samples = createSamples(track.init);
    for (let number = 1; number <= track.segmentCount; number++) {
      options.signal?.throwIfAborted();
      addSegment(samples, await track.segment(number));
    }
    read.push({ track, samples });
  }
  const order = interleave(read);
  const { head, sizeBytes } = layOut(read, order);
  return { sizeBytes, chunks: () => send(head, order, options.signal) };
}

type Read = { track: StoredTrack; samples: TrackSamples };
type Chunk = Read & { number: number; bytes: number };

/** Orders chunks as in the file: audio first among those of one number. */
function interleave(read: readonly Read[]): Chunk[] {
  const ordered = read.toSorted(
    (a, b) => Number(a.track.kind === 'video') - Number(b.track.kind === 'video'),
  );
  const count = Math.max(0, ...read.map(({ samples }) => samples.chunks.length));
  return Array.from({ length: count }, (_, n) => n).flatMap((n) =>
    ordered.flatMap(({ track, samples }) => {
      const chunk = samples.chunks[n];
      return chunk ? [{ track, samples, number: n + 1, bytes: chunk.bytes }] : [];
    }),
  );
}

const HIGHEST_32_BIT = 2 ** 32 - 1;

function layOut(
  read: readonly Read[],
  order: readonly Chunk[],
): { head: Buffer; sizeBytes: number } {
  const dataBytes = order.reduce((sum, { bytes }) => sum + bytes, 0);
  const writeMovie = (firstByte: number, isWide: boolean): Buffer => {
    const offsets = new Map<Read['samples'], number[]>(read.map(({ samples }) => [samples, []]));
    let at = firstByte;
    for (const { samples, bytes } of order) {
      offsets.get(samples)?.push(at);
      at += bytes;
    }
    const tracks: MovieTrack[] = read.map(({ track: { kind, init }, samples }) => ({
      kind,
      init,
      samples,
      chunkOffsets: offsets.get(samples) ?? [],
    }));
    return writeMoov(tracks, isWide);
  };
  const wideMdat = 16 + dataBytes > HIGHEST_32_BIT;
  const mdat = writeMdatHeader(dataBytes, wideMdat);
  // Offsets don't change the size of moov, so a first one shows where the data begin.
  const findDataStart = (isWide: boolean): number =>
    FTYP.length + writeMovie(0, isWide).length + mdat.length;
  const isWide = findDataStart(true) + dataBytes > HIGHEST_32_BIT;
  const head = Buffer.concat([FTYP, writeMovie(findDataStart(isWide), isWide), mdat]);
  return { head, sizeBytes: head.length + dataBytes };
}

function writeMdatHeader(dataBytes: number, isWide: boolean): Buffer {
  const header = Buffer.alloc(isWide ? 16 : 8);
  // ISO/IEC 14496-12 §4.2: size 1 means that the real one follows the type, in 64 bits.
  header.writeUInt32BE(isWide ? 1 : 8 + dataBytes, 0);
  header.write('mdat', 4, 'latin1');
  if (isWide) header.writeBigUInt64BE(BigInt(16 + dataBytes), 8);
  return header;
}

async function* send(
  head: Buffer,
  order: readonly Chunk[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  yield head;
  for (const { track, number, bytes } of order) {
    signal?.throwIfAborted();
    const data = readSegmentData(await track.segment(number));
    const length = data.reduce((sum, part) => sum + part.length, 0);
    // The tables have been sent already.
    if (length !== bytes) throw new RangeError(`segment ${number} has changed`);
    yield* data;
  }
}
