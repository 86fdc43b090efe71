import { findChild, requireChild, readChildren, readTableCount } from './mp4-boxes.ts';
import { type ByteSource, readMp4Layout, openByteSource } from './mp4-file.ts';
import { type Mp4Samples, readSamples } from './mp4-samples.ts';

/** One line of an edit list. `mediaTime` is null where nothing is shown. */
export type Mp4Edit = {
  /** ticks of the movie's timescale */
  duration: number;
  /** ticks of the track's timescale */
  mediaTime: number | null;
  rate: number;
};

export type SampleEntry = {
  /** `avc1`, `hvc1`, `mp4a`, … */
  format: string;
  /** the entry without its box header */
  body: Buffer;
};

export type Mp4Track = {
  /** track_ID */
  id: number;
  /** `vide`, `soun`, … */
  handler: string;
  isEnabled: boolean;
  /** clockwise degrees by which frames are turned; null for any other matrix */
  rotation: 0 | 90 | 180 | 270 | null;
  timescale: number;
  /** ISO 639-2/T, or null when none is stated */
  language: string | null;
  edits: Mp4Edit[];
  entries: SampleEntry[];
  /** null for tracks that are neither video nor audio */
  samples: Mp4Samples | null;
};

/** The index (`moov`) of an unfragmented MP4 or MOV file. */
export type Mp4Index = {
  sizeBytes: number;
  /** where the `moov` box lies */
  moov: { start: number; end: number };
  isIndexFirst: boolean;
  /** ticks per second of edit durations */
  timescale: number;
  tracks: Mp4Track[];
};

// Twelve hours at 60 frames a second with audio need some 40 MB.
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
// 24 hours at 60 frames a second and one audio track.
const MAX_SAMPLES = 10_000_000;
const MAX_TRACKS = 64;
const MAX_EDITS = 10_000;

/**
 * Reads the index of an MP4 or MOV file, before or behind its media, even while the media are still
 * arriving. Returns null without a whole index, for fragmented files, and for indexes that exceed
 * bounds or contradict themselves: those are left to ffprobe.
 */
export async function readMp4Index(source: ByteSource): Promise<Mp4Index | null> {
  const { moov, isIndexFirst, isFragmented } = await readMp4Layout(source);
  if (!moov || isFragmented || moov.end - moov.start > MAX_INDEX_BYTES) return null;
  const body = await source.read(moov.start + moov.headerSize, moov.end);
  if (body.length < moov.end - moov.start - moov.headerSize) return null;
  try {
    const read = readMoov(body, source.sizeBytes);
    if (!read) return null;
    const place = { start: moov.start, end: moov.end };
    return { sizeBytes: source.sizeBytes, moov: place, isIndexFirst, ...read };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** As `readMp4Index`, of a file. `sizeBytes` is given for one that is still growing. */
export async function readMp4IndexFile(path: string, sizeBytes?: number): Promise<Mp4Index | null> {
  await using source = await openByteSource(path, sizeBytes);
  return await readMp4Index(source);
}

/**
 * Reads the body of a `moov`; null for a fragmented file. Throws RangeError when it is damaged or
 * exceeds bounds.
 */
export function readMoov(
  moov: Buffer,
  sizeBytes: number,
): Pick<Mp4Index, 'timescale' | 'tracks'> | null {
  const children = readChildren(moov);
  if (children.some(({ type }) => type === 'mvex')) return null;
  const mvhd = requireChild(moov, 'mvhd');
  const timescale = mvhd.readUInt32BE(mvhd[0] === 1 ? 20 : 12);
  const traks = children.filter(({ type }) => type === 'trak');
  if (traks.length > MAX_TRACKS) throw new RangeError('too many tracks');
  if (timescale === 0) throw new RangeError('a movie without a timescale');
  let left = MAX_SAMPLES;
  const tracks = traks.map(({ body }) => {
    const track = readTrack(body, left, sizeBytes);
    left -= track.samples?.count ?? 0;
    return track;
  });
  return { timescale, tracks };
}

function readTrack(trak: Buffer, samplesLeft: number, sizeBytes: number): Mp4Track {
  const tkhd = requireChild(trak, 'tkhd');
  const mdia = requireChild(trak, 'mdia');
  const mdhd = requireChild(mdia, 'mdhd');
  const hdlr = requireChild(mdia, 'hdlr');
  const isWide = mdhd[0] === 1;
  const timescale = mdhd.readUInt32BE(isWide ? 20 : 12);
  const handler = hdlr.toString('latin1', 8, 12);
  const isMedia = handler === 'vide' || handler === 'soun';
  const edts = findChild(trak, 'edts');
  if (isMedia && timescale === 0) throw new RangeError('a track without a timescale');
  const minf = isMedia ? requireChild(mdia, 'minf') : null;
  if (minf) refuseOtherFiles(minf);
  const stbl = minf && requireChild(minf, 'stbl');
  const limits = { samples: samplesLeft, sizeBytes };
  return {
    id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
    handler,
    isEnabled: ((tkhd[3] ?? 0) & 1) === 1,
    rotation: readRotation(tkhd),
    timescale,
    language: readLanguage(mdhd.readUInt16BE(isWide ? 32 : 20)),
    edits: edts ? readEdits(findChild(edts, 'elst')) : [],
    entries: stbl ? readEntries(requireChild(stbl, 'stsd')) : [],
    samples: stbl ? readSamples(stbl, handler, limits) : null,
  };
}

/** A data reference without the flag "in this file" means offsets into another file (§8.7.2). */
function refuseOtherFiles(minf: Buffer): void {
  const dinf = findChild(minf, 'dinf');
  const dref = dinf && findChild(dinf, 'dref');
  if (!dref) return;
  if (readChildren(dref.subarray(8)).some(({ body }) => ((body[3] ?? 0) & 1) === 0))
    throw new RangeError('media in another file');
}

/** Reads the four turns of the transformation matrix (§8.3.2): a, b, c, d as 16.16 fixed point. */
function readRotation(tkhd: Buffer): Mp4Track['rotation'] {
  const at = tkhd[0] === 1 ? 52 : 40;
  const [a, b, c, d] = [0, 4, 12, 16].map((n) => tkhd.readInt32BE(at + n) / 65536);
  if (a === 1 && b === 0 && c === 0 && d === 1) return 0;
  if (a === 0 && b === 1 && c === -1 && d === 0) return 90;
  if (a === -1 && b === 0 && c === 0 && d === -1) return 180;
  if (a === 0 && b === -1 && c === 1 && d === 0) return 270;
  return null;
}

/** Three letters of five bits; QuickTime's own language numbers are below them (§8.4.2). */
function readLanguage(packed: number): string | null {
  if (packed < 0x400 || packed === 0x7fff) return null;
  const letters = [packed >> 10, packed >> 5, packed].map((bits) => (bits & 31) + 0x60);
  const language = String.fromCharCode(...letters);
  return /^[a-z]{3}$/.test(language) && language !== 'und' ? language : null;
}

function readEdits(elst: Buffer | null): Mp4Edit[] {
  if (!elst) return [];
  const isWide = elst[0] === 1;
  const length = isWide ? 20 : 12;
  const count = readTableCount(elst, 4, length);
  if (count > MAX_EDITS) throw new RangeError('too many edits');
  return Array.from({ length: count }, (_, n) => {
    const at = 8 + n * length;
    const duration = isWide ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at);
    const time = isWide ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    const rate = elst.readInt32BE(at + length - 4) / 65536;
    return { duration, mediaTime: time === -1 ? null : time, rate };
  });
}

function readEntries(stsd: Buffer): SampleEntry[] {
  return readChildren(stsd.subarray(8)).map(({ type, body }) => ({
    format: type,
    // A copy, so that it does not keep the whole index in memory.
    body: Buffer.from(body),
  }));
}
