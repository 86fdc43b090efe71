import { FTYP, type MovieTrack, isProtected, writeMoov } from './progressive-boxes.ts';
import { type TrackSamples, addSegment, emptySamples, segmentData } from './progressive-samples.ts';
import type { StoredTrack } from './stored-track.ts';

export type ProgressiveMp4 = {
  sizeBytes: number;
  /** the file from its first byte; may be asked for again when sending it failed */
  chunks: () => AsyncGenerator<Buffer, void, undefined>;
};

/**
 * One plain MP4 of clear renditions of one stream, with its index in front, so that it plays while it
 * is loaded. Nothing is encoded or kept: the segments are read twice, one at a time, for their tables
 * now and for their samples by `chunks`. Sound comes before the pictures of the same time, because it
 * is small. Throws RangeError on what is no clear track, and the reader's own errors.
 */
export async function prepareProgressive(
  tracks: readonly StoredTrack[],
  options: { signal?: AbortSignal | undefined } = {},
): Promise<ProgressiveMp4> {
  const read: Read[] = [];
  for (const track of tracks) {
    if (isProtected(track.init)) throw new RangeError('the track is encrypted');
    const samples = emptySamples(track.init);
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

/** Chunks in the order of the file: sound first among those of one number. */
function interleave(read: readonly Read[]): Chunk[] {
  const ordered = read.toSorted(
    (a, b) => Number(a.track.kind === 'video') - Number(b.track.kind === 'video'),
  );
  const most = Math.max(0, ...read.map(({ samples }) => samples.chunks.length));
  return Array.from({ length: most }, (_, n) => n).flatMap((n) =>
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
  const movie = (firstByte: number, wide: boolean): Buffer => {
    const offsets = new Map<Read['samples'], number[]>(read.map(({ samples }) => [samples, []]));
    let at = firstByte;
    for (const { samples, bytes } of order) {
      offsets.get(samples)?.push(at);
      at += bytes;
    }
    const tracks: MovieTrack[] = read.map(({ track: { kind, init }, samples }) => ({
      ...{ kind, init, samples, chunkOffsets: offsets.get(samples) ?? [] },
    }));
    return writeMoov(tracks, wide);
  };
  const wideMdat = 16 + dataBytes > HIGHEST_32_BIT;
  const mdat = mdatHeader(dataBytes, wideMdat);
  // Offsets don't change the size of moov, so that a first one tells where the data begin.
  const begin = (wide: boolean): number => FTYP.length + movie(0, wide).length + mdat.length;
  const wide = begin(true) + dataBytes > HIGHEST_32_BIT;
  const head = Buffer.concat([FTYP, movie(begin(wide), wide), mdat]);
  return { head, sizeBytes: head.length + dataBytes };
}

function mdatHeader(dataBytes: number, wide: boolean): Buffer {
  const header = Buffer.alloc(wide ? 16 : 8);
  // ISO/IEC 14496-12 §4.2: size 1 says that the real one comes after the type, in 64 bits.
  header.writeUInt32BE(wide ? 1 : 8 + dataBytes, 0);
  header.write('mdat', 4, 'latin1');
  if (wide) header.writeBigUInt64BE(BigInt(16 + dataBytes), 8);
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
    const data = segmentData(await track.segment(number));
    const length = data.reduce((sum, part) => sum + part.length, 0);
    // The tables are already sent.
    if (length !== bytes) throw new RangeError(`segment ${number} has changed`);
    yield* data;
  }
}
