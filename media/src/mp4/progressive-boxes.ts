import { findBox, readBoxes, writeBox } from './boxes.ts';
import type { Run, TrackSamples } from './progressive-samples.ts';

// ISO/IEC 14496-12; §8 has the box of each name.

export type MovieTrack = {
  kind: 'video' | 'audio';
  init: Buffer;
  samples: TrackSamples;
  /** offset of each chunk in the file */
  chunkOffsets: readonly number[];
};

const MOVIE_TIMESCALE = 1000;

export const FTYP = writeBox('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));

/** Writes the `moov` box of a plain MP4. Its size depends on `isWide` and not on the offsets. */
export function writeMoov(tracks: readonly MovieTrack[], isWide: boolean): Buffer {
  const duration = Math.max(...tracks.map(({ samples }) => toMovieTicks(samples, samples.end)));
  const first = tracks[0];
  if (!first) throw new RangeError('a file without tracks');
  const mvhd = Buffer.from(readPart(first.init, ['moov', 'mvhd']));
  if (mvhd.length !== 100) throw new RangeError('mvhd of another version');
  mvhd.writeUInt32BE(MOVIE_TIMESCALE, 12);
  mvhd.writeUInt32BE(duration, 16);
  mvhd.writeUInt32BE(tracks.length + 1, 96);
  const traks = tracks.map((track, n) => writeTrack(track, n + 1, isWide));
  return writeBox('moov', writeBox('mvhd', mvhd), ...traks);
}

function toMovieTicks({ timescale }: TrackSamples, ticks: number): number {
  return Math.round((ticks * MOVIE_TIMESCALE) / timescale);
}

function readPart(init: Buffer, path: readonly string[]): Buffer {
  const box = findBox(init, path);
  if (!box) throw new RangeError(`init segment without ${path.join('/')}`);
  return box.body;
}

function writeTrack(track: MovieTrack, id: number, isWide: boolean): Buffer {
  const { init, samples } = track;
  const tkhd = Buffer.from(readPart(init, ['moov', 'trak', 'tkhd']));
  if (tkhd.length !== 84) throw new RangeError('tkhd of another version');
  tkhd.writeUInt32BE(id, 12);
  tkhd.writeUInt32BE(toMovieTicks(samples, samples.end), 20);
  // The media header has version 1: a day at 90 kHz exceeds 32 bits.
  const mdhd = allocateFullBox(1, 32);
  mdhd.writeUInt32BE(samples.timescale, 20);
  mdhd.writeBigUInt64BE(BigInt(samples.end - samples.start + getDelay(samples)), 24);
  const old = readPart(init, ['moov', 'trak', 'mdia', 'mdhd']);
  old.copy(mdhd, 32, old.length - 4, old.length - 2);
  return writeBox(
    'trak',
    writeBox('tkhd', tkhd),
    writeEdits(samples),
    writeBox(
      'mdia',
      writeBox('mdhd', mdhd),
      copyBox(init, ['moov', 'trak', 'mdia', 'hdlr']),
      writeMediaInformation(track, isWide),
    ),
  );
}

function copyBox(init: Buffer, path: readonly string[]): Buffer {
  return writeBox(path.at(-1) ?? '', readPart(init, path));
}

/**
 * Video frames are shown after they are decoded: all by `-minOffset` more than the fragments say,
 * where offsets may be negative. The edit list compensates for that and for the fragments' own
 * delay. Time before the first sample is empty.
 */
function writeEdits(samples: TrackSamples): Buffer {
  const { start, end } = samples;
  const lead = toMovieTicks(samples, start);
  const edits = [
    ...(lead > 0 ? [{ duration: lead, mediaTime: -1 }] : []),
    { duration: toMovieTicks(samples, end) - lead, mediaTime: getDelay(samples) },
  ];
  const elst = allocateFullBox(0, 4 + 12 * edits.length);
  elst.writeUInt32BE(edits.length, 4);
  for (const [n, { duration, mediaTime }] of edits.entries()) {
    elst.writeUInt32BE(duration, 8 + 12 * n);
    elst.writeInt32BE(mediaTime, 12 + 12 * n);
    elst.writeUInt32BE(0x00010000, 16 + 12 * n);
  }
  return writeBox('edts', writeBox('elst', elst));
}

function getDelay({ delay, minOffset }: TrackSamples): number {
  return delay - minOffset;
}

function writeMediaInformation(track: MovieTrack, isWide: boolean): Buffer {
  const { init, kind, samples, chunkOffsets } = track;
  const minf = ['moov', 'trak', 'mdia', 'minf'];
  const { keys, sizes, minOffset } = samples;
  const shown = samples.offsets.map(({ count, value }) => ({ count, value: value - minOffset }));
  const stsz = allocateFullBox(0, 8);
  stsz.writeUInt32BE(sizes.length, 8);
  return writeBox(
    'minf',
    copyBox(init, [...minf, kind === 'video' ? 'vmhd' : 'smhd']),
    copyBox(init, [...minf, 'dinf']),
    writeBox(
      'stbl',
      copyBox(init, [...minf, 'stbl', 'stsd']),
      writeRuns('stts', samples.durations),
      ...(shown.some(({ value }) => value !== 0) ? [writeRuns('ctts', shown)] : []),
      // The box is left out where every sample is a sync sample (§8.6.2).
      ...(keys.length < sizes.length ? [writeList('stss', keys)] : []),
      writeChunkRuns(samples),
      writeBox('stsz', stsz, writeWords(sizes)),
      isWide ? writeWideOffsets(chunkOffsets) : writeList('stco', chunkOffsets),
    ),
  );
}

/** Allocates the body of a box with version and flags, and `length` zero bytes. */
function allocateFullBox(version: number, length: number): Buffer {
  const body = Buffer.alloc(4 + length);
  body[0] = version;
  return body;
}

function writeWords(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
}

function writeList(type: string, values: readonly number[]): Buffer {
  return writeBox(type, allocateFullBox(0, 0), writeWords([values.length, ...values]));
}

function writeRuns(type: string, runs: readonly Run[]): Buffer {
  const values = runs.flatMap(({ count, value }) => [count, value]);
  return writeBox(type, allocateFullBox(0, 0), writeWords([runs.length, ...values]));
}

/** Writes `stsc`: the first chunk of each run of chunks with equally many samples. */
function writeChunkRuns({ chunks }: TrackSamples): Buffer {
  const changes = chunks.flatMap(({ samples }, n) =>
    chunks[n - 1]?.samples === samples ? [] : [[n + 1, samples, 1]],
  );
  return writeBox('stsc', allocateFullBox(0, 0), writeWords([changes.length, ...changes.flat()]));
}

function writeWideOffsets(offsets: readonly number[]): Buffer {
  const body = allocateFullBox(0, 4 + 8 * offsets.length);
  body.writeUInt32BE(offsets.length, 4);
  for (const [n, offset] of offsets.entries()) body.writeBigUInt64BE(BigInt(offset), 8 + 8 * n);
  return writeBox('co64', body);
}

/** True for an init segment whose samples are encrypted (ISO/IEC 23001-7). */
export function isProtected(init: Buffer): boolean {
  const stsd = readPart(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  return readBoxes(stsd.subarray(8)).some(({ type }) => type === 'encv' || type === 'enca');
}
