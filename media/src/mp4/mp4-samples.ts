import { readChildren, readTableCount } from './mp4-boxes.ts';

/**
 * The samples of a track in decode order; times in ticks of the track's timescale, edit lists not
 * applied. Each chunk of raw audio counts as one sample.
 */
export type Mp4Samples = {
  count: number;
  offset: Float64Array;
  size: Uint32Array;
  /** decode times, with one more entry for the end of the last sample */
  dts: Float64Array;
  pts: Float64Array;
  /** 1 for sync samples */
  isSync: Uint8Array;
  /** for raw audio: each entry is a chunk of many samples */
  areChunks: boolean;
  /** more than one of the sample entries is in use */
  mixesEntries: boolean;
};

/** The remaining limits: samples of the whole file, and the file's bytes. */
export type SampleLimits = { samples: number; sizeBytes: number };

type Tables = ReadonlyMap<string, Buffer>;
type Sizes = { count: number; uniform: number; at: (n: number) => number };

/**
 * Unfolds the tables of an `stbl` (ISO/IEC 14496-12 §8.6 to §8.7). Every count is checked against
 * the bytes behind it before memory is taken. Throws RangeError on tables that contradict each
 * other.
 */
export function readSamples(stbl: Buffer, handler: string, limits: SampleLimits): Mp4Samples {
  const tables: Tables = new Map(
    readChildren(stbl)
      .toReversed()
      .map(({ type, body }) => [type, body]),
  );
  const sizes = readSizes(tables);
  const steps = readSteps(tables);
  const areChunks = handler === 'soun' && sizes.uniform > 0 && steps.isUnit;
  const chunks = readChunks(tables);
  if (areChunks) return toChunkSamples(chunks, sizes, limits);
  if (sizes.count > limits.samples) throw new RangeError('too many samples');
  if (sizes.uniform * sizes.count > limits.sizeBytes)
    throw new RangeError('samples of more bytes than the file has');
  const samples = allocateSamples(sizes.count);
  for (let n = 0; n < sizes.count; n++) samples.size[n] = sizes.at(n);
  samples.mixesEntries = placeSamples(samples, chunks);
  steps.fill(samples.dts);
  addOffsets(samples, tables.get('ctts'));
  markSync(samples.isSync, tables.get('stss'));
  return samples;
}

function allocateSamples(count: number): Mp4Samples {
  return {
    count,
    offset: new Float64Array(count),
    size: new Uint32Array(count),
    dts: new Float64Array(count + 1),
    pts: new Float64Array(count),
    isSync: new Uint8Array(count),
    areChunks: false,
    mixesEntries: false,
  };
}

function requireTable(tables: Tables, type: string): Buffer {
  const body = tables.get(type);
  if (!body) throw new RangeError(`no ${type}`);
  return body;
}

function readSizes(tables: Tables): Sizes {
  const compact = tables.get('stz2');
  if (compact) return readCompactSizes(compact);
  const body = requireTable(tables, 'stsz');
  const uniform = body.readUInt32BE(4);
  if (uniform > 0) return { count: body.readUInt32BE(8), uniform, at: () => uniform };
  return {
    count: readTableCount(body, 8, 4),
    uniform: 0,
    at: (n) => body.readUInt32BE(12 + 4 * n),
  };
}

function readCompactSizes(body: Buffer): Sizes {
  const bits = body.readUInt8(7);
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new RangeError('stz2 with an odd field size');
  const count = readTableCount(body, 8, bits / 8);
  const at = (n: number): number => {
    if (bits === 16) return body.readUInt16BE(12 + 2 * n);
    if (bits === 8) return body.readUInt8(12 + n);
    const pair = body.readUInt8(12 + (n >> 1));
    return n % 2 === 0 ? pair >> 4 : pair & 15;
  };
  return { count, uniform: 0, at };
}

// A run for each chunk of half a second in a day of video would be a fifth of this.
const MAX_RUNS = 1_000_000;

type Chunks = {
  count: number;
  offset: (chunk: number) => number;
  /** samples in each chunk, and which sample entry they use */
  runs: { first: number; samples: number; entry: number }[];
};

function readChunks(tables: Tables): Chunks {
  const wideTable = tables.get('co64');
  const body = wideTable ?? requireTable(tables, 'stco');
  const count = readTableCount(body, 4, wideTable ? 8 : 4);
  const offset = wideTable
    ? (chunk: number) => Number(body.readBigUInt64BE(8 + 8 * chunk))
    : (chunk: number) => body.readUInt32BE(8 + 4 * chunk);
  const stsc = requireTable(tables, 'stsc');
  const entries = readTableCount(stsc, 4, 12);
  if (entries > MAX_RUNS) throw new RangeError('too many runs of chunks');
  const runs: Chunks['runs'] = [];
  for (let n = 0; n < entries; n++) {
    const first = stsc.readUInt32BE(8 + 12 * n) - 1;
    if (first <= (runs.at(-1)?.first ?? -1) || (n === 0 && first !== 0))
      throw new RangeError('chunks out of order');
    const entry = stsc.readUInt32BE(16 + 12 * n);
    runs.push({ first, samples: stsc.readUInt32BE(12 + 12 * n), entry });
  }
  return { count, offset, runs };
}

/** Visits each chunk with its run, in order, until `visit` returns false. */
function visitChunks(
  { count, runs }: Chunks,
  visit: (chunk: number, run: Chunks['runs'][number]) => boolean,
): void {
  for (const [n, run] of runs.entries()) {
    const end = Math.min(count, runs[n + 1]?.first ?? count);
    for (let chunk = run.first; chunk < end; chunk++) if (!visit(chunk, run)) return;
  }
}

/** Sets every sample's offset; true when they use different sample entries. */
function placeSamples(samples: Mp4Samples, chunks: Chunks): boolean {
  let n = 0;
  const used = new Set<number>();
  visitChunks(chunks, (chunk, run) => {
    if (n === samples.count) return false;
    let at = chunks.offset(chunk);
    const end = Math.min(samples.count, n + run.samples);
    if (end > n) used.add(run.entry);
    for (; n < end; n++) {
      samples.offset[n] = at;
      at += samples.size[n] ?? 0;
    }
    if (!Number.isSafeInteger(at)) throw new RangeError('a chunk beyond all files');
    return true;
  });
  if (n < samples.count) throw new RangeError('samples without a chunk');
  return used.size > 1;
}

function toChunkSamples(chunks: Chunks, sizes: Sizes, limits: SampleLimits): Mp4Samples {
  if (chunks.count > limits.samples) throw new RangeError('too many chunks');
  const samples = allocateSamples(chunks.count);
  let left = sizes.count;
  let n = 0;
  const used = new Set<number>();
  visitChunks(chunks, (chunk, run) => {
    const count = Math.min(run.samples, left);
    if (count === 0) return left > 0;
    left -= count;
    used.add(run.entry);
    samples.offset[n] = chunks.offset(chunk);
    samples.size[n] = Math.min(count * sizes.uniform, 0xffffffff);
    samples.dts[n + 1] = (samples.dts[n] ?? 0) + count;
    n += 1;
    return true;
  });
  const take = <T extends Float64Array | Uint32Array>(array: T, end: number): T =>
    array.subarray(0, end) as T;
  return {
    count: n,
    offset: take(samples.offset, n),
    size: take(samples.size, n),
    dts: take(samples.dts, n + 1),
    pts: samples.dts.slice(0, n),
    isSync: new Uint8Array(n).fill(1),
    areChunks: true,
    mixesEntries: used.size > 1,
  };
}

/** Reads the decode times of `stts`. `isUnit`: each sample lasts one tick, as in raw audio. */
function readSteps(tables: Tables): { isUnit: boolean; fill: (dts: Float64Array) => void } {
  const body = requireTable(tables, 'stts');
  const entries = readTableCount(body, 4, 8);
  const isUnit = entries === 1 && body.readUInt32BE(12) === 1;
  const fill = (dts: Float64Array): void => {
    const count = dts.length - 1;
    let n = 0;
    for (let entry = 0; entry < entries && n < count; entry++) {
      const end = Math.min(count, n + body.readUInt32BE(8 + 8 * entry));
      const step = body.readUInt32BE(12 + 8 * entry);
      // Broken muxers write this for a negative step; ffmpeg corrects that in its own ways.
      if (step > 0x7fffffff) throw new RangeError('decode times run back');
      for (; n < end; n++) dts[n + 1] = (dts[n] ?? 0) + step;
    }
    if (n < count) throw new RangeError('samples without a decode time');
  };
  return { isUnit, fill };
}

// ffmpeg ignores greater offsets as junk.
const MAX_OFFSET = 2 ** 28;

function addOffsets({ count, dts, pts }: Mp4Samples, ctts: Buffer | undefined): void {
  pts.set(dts.subarray(0, count));
  if (!ctts) return;
  const entries = readTableCount(ctts, 4, 8);
  let n = 0;
  for (let entry = 0; entry < entries && n < count; entry++) {
    const end = Math.min(count, n + ctts.readUInt32BE(8 + 8 * entry));
    // Version 0 is unsigned by the standard, but everyone writes and reads it as signed.
    const offset = ctts.readInt32BE(12 + 8 * entry);
    if (Math.abs(offset) > MAX_OFFSET) throw new RangeError('an absurd composition offset');
    for (; n < end; n++) pts[n] = (pts[n] ?? 0) + offset;
  }
}

function markSync(isSync: Uint8Array, stss: Buffer | undefined): void {
  if (!stss) {
    isSync.fill(1);
    return;
  }
  const entries = readTableCount(stss, 4, 4);
  for (let entry = 0; entry < entries; entry++) {
    const sample = stss.readUInt32BE(8 + 4 * entry) - 1;
    if (sample < isSync.length) isSync[sample] = 1;
  }
}
