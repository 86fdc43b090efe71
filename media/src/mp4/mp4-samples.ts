import { readChildren, tableCount } from './mp4-boxes.ts';

/**
 * The samples of a track in decode order; times in ticks of the track's timescale, edit lists not
 * applied. Of raw sound each chunk counts as one sample.
 */
export type Mp4Samples = {
  count: number;
  offset: Float64Array;
  size: Uint32Array;
  /** decode times, with one more entry for the end of the last sample */
  dts: Float64Array;
  pts: Float64Array;
  /** 1 for samples that stand alone */
  isSync: Uint8Array;
  /** of raw sound: each entry is a chunk of many samples */
  areChunks: boolean;
  /** more than one of the sample entries is in use */
  mixesEntries: boolean;
};

/** What may still be taken: samples of the whole file, and the bytes that it has. */
export type SampleLimits = { samples: number; sizeBytes: number };

type Tables = ReadonlyMap<string, Buffer>;
type Sizes = { count: number; uniform: number; at: (n: number) => number };

/**
 * Unfolds the tables of an `stbl` (ISO/IEC 14496-12 §8.6 to §8.7). Every count is held against the
 * bytes behind it before memory is taken. Throws RangeError on tables that contradict each other.
 */
export function readSamples(stbl: Buffer, handler: string, limits: SampleLimits): Mp4Samples {
  const tables: Tables = new Map(
    readChildren(stbl)
      .toReversed()
      .map(({ type, body }) => [type, body]),
  );
  const sizes = readSizes(tables);
  const steps = readSteps(tables);
  const asChunks = handler === 'soun' && sizes.uniform > 0 && steps.isUnit;
  const chunks = readChunks(tables);
  if (asChunks) return chunksAsSamples(chunks, sizes, limits);
  if (sizes.count > limits.samples) throw new RangeError('too many samples');
  if (sizes.uniform * sizes.count > limits.sizeBytes)
    throw new RangeError('samples of more bytes than the file has');
  const samples = allocate(sizes.count);
  for (let n = 0; n < sizes.count; n++) samples.size[n] = sizes.at(n);
  samples.mixesEntries = placeSamples(samples, chunks);
  steps.fill(samples.dts);
  addOffsets(samples, tables.get('ctts'));
  markSync(samples.isSync, tables.get('stss'));
  return samples;
}

function allocate(count: number): Mp4Samples {
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

function need(tables: Tables, type: string): Buffer {
  const body = tables.get(type);
  if (!body) throw new RangeError(`no ${type}`);
  return body;
}

function readSizes(tables: Tables): Sizes {
  const compact = tables.get('stz2');
  if (compact) return readCompactSizes(compact);
  const body = need(tables, 'stsz');
  const uniform = body.readUInt32BE(4);
  if (uniform > 0) return { count: body.readUInt32BE(8), uniform, at: () => uniform };
  return { count: tableCount(body, 8, 4), uniform: 0, at: (n) => body.readUInt32BE(12 + 4 * n) };
}

function readCompactSizes(body: Buffer): Sizes {
  const bits = body.readUInt8(7);
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new RangeError('stz2 with an odd field size');
  const count = tableCount(body, 8, bits / 8);
  const at = (n: number): number => {
    if (bits === 16) return body.readUInt16BE(12 + 2 * n);
    if (bits === 8) return body.readUInt8(12 + n);
    const pair = body.readUInt8(12 + (n >> 1));
    return n % 2 === 0 ? pair >> 4 : pair & 15;
  };
  return { count, uniform: 0, at };
}

// A run for each chunk of half a second in a day of video is a fifth of this.
const MOST_RUNS = 1_000_000;

type Chunks = {
  count: number;
  offset: (chunk: number) => number;
  /** samples in each chunk, and which sample entry they use */
  runs: { first: number; samples: number; entry: number }[];
};

function readChunks(tables: Tables): Chunks {
  const wide = tables.get('co64');
  const body = wide ?? need(tables, 'stco');
  const count = tableCount(body, 4, wide ? 8 : 4);
  const offset = wide
    ? (chunk: number) => Number(body.readBigUInt64BE(8 + 8 * chunk))
    : (chunk: number) => body.readUInt32BE(8 + 4 * chunk);
  const stsc = need(tables, 'stsc');
  const entries = tableCount(stsc, 4, 12);
  if (entries > MOST_RUNS) throw new RangeError('too many runs of chunks');
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

/** Calls back for each chunk with its run, in order. */
function eachChunk(
  { count, runs }: Chunks,
  visit: (chunk: number, run: Chunks['runs'][number]) => boolean,
): void {
  for (const [n, run] of runs.entries()) {
    const end = Math.min(count, runs[n + 1]?.first ?? count);
    for (let chunk = run.first; chunk < end; chunk++) if (!visit(chunk, run)) return;
  }
}

/** Gives every sample its place; true when they use different sample entries. */
function placeSamples(samples: Mp4Samples, chunks: Chunks): boolean {
  let n = 0;
  const used = new Set<number>();
  eachChunk(chunks, (chunk, run) => {
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

function chunksAsSamples(chunks: Chunks, sizes: Sizes, limits: SampleLimits): Mp4Samples {
  if (chunks.count > limits.samples) throw new RangeError('too many chunks');
  const samples = allocate(chunks.count);
  let left = sizes.count;
  let n = 0;
  const used = new Set<number>();
  eachChunk(chunks, (chunk, run) => {
    const held = Math.min(run.samples, left);
    if (held === 0) return left > 0;
    left -= held;
    used.add(run.entry);
    samples.offset[n] = chunks.offset(chunk);
    samples.size[n] = Math.min(held * sizes.uniform, 0xffffffff);
    samples.dts[n + 1] = (samples.dts[n] ?? 0) + held;
    n += 1;
    return true;
  });
  const until = <T extends Float64Array | Uint32Array>(array: T, end: number): T =>
    array.subarray(0, end) as T;
  return {
    count: n,
    offset: until(samples.offset, n),
    size: until(samples.size, n),
    dts: until(samples.dts, n + 1),
    pts: samples.dts.slice(0, n),
    isSync: new Uint8Array(n).fill(1),
    areChunks: true,
    mixesEntries: used.size > 1,
  };
}

/** The decode times of `stts`. `isUnit`: each sample lasts one tick, as in raw sound. */
function readSteps(tables: Tables): { isUnit: boolean; fill: (dts: Float64Array) => void } {
  const body = need(tables, 'stts');
  const entries = tableCount(body, 4, 8);
  const isUnit = entries === 1 && body.readUInt32BE(12) === 1;
  const fill = (dts: Float64Array): void => {
    const count = dts.length - 1;
    let n = 0;
    for (let entry = 0; entry < entries && n < count; entry++) {
      const end = Math.min(count, n + body.readUInt32BE(8 + 8 * entry));
      const step = body.readUInt32BE(12 + 8 * entry);
      // Written by broken muxers for a negative step; ffmpeg has its own ways to mend that.
      if (step > 0x7fffffff) throw new RangeError('decode times run back');
      for (; n < end; n++) dts[n + 1] = (dts[n] ?? 0) + step;
    }
    if (n < count) throw new RangeError('samples without a decode time');
  };
  return { isUnit, fill };
}

// ffmpeg takes greater offsets for junk.
const MOST_OFFSET = 2 ** 28;

function addOffsets({ count, dts, pts }: Mp4Samples, ctts: Buffer | undefined): void {
  pts.set(dts.subarray(0, count));
  if (!ctts) return;
  const entries = tableCount(ctts, 4, 8);
  let n = 0;
  for (let entry = 0; entry < entries && n < count; entry++) {
    const end = Math.min(count, n + ctts.readUInt32BE(8 + 8 * entry));
    // Version 0 is unsigned by the letter, but everyone writes and reads it as signed.
    const offset = ctts.readInt32BE(12 + 8 * entry);
    if (Math.abs(offset) > MOST_OFFSET) throw new RangeError('an absurd composition offset');
    for (; n < end; n++) pts[n] = (pts[n] ?? 0) + offset;
  }
}

function markSync(isSync: Uint8Array, stss: Buffer | undefined): void {
  if (!stss) {
    isSync.fill(1);
    return;
  }
  const entries = tableCount(stss, 4, 4);
  for (let entry = 0; entry < entries; entry++) {
    const sample = stss.readUInt32BE(8 + 4 * entry) - 1;
    if (sample < isSync.length) isSync[sample] = 1;
  }
}
