import { findChild } from './mp4-boxes.ts';
import type { ByteSource } from './mp4-file.ts';
import { listParameterSets, readParameterSet } from './mp4-avc.ts';
import type { Mp4Track, SampleEntry } from './mp4-index.ts';

/** Pixels of a frame, cropped. */
export type AvcSize = { width: number; height: number };

const MAX_CHECKED = 2000;
const AT_ONCE = 16;
// A delimiter and parameter sets stand in front of all else, and are mostly shorter than this.
const HEAD_BYTES = 1024;
const VISUAL_ENTRY_BYTES = 78;
const PARAMETER_SET = 7;
const LAST_SLICE = 5;

/**
 * Lists the distinct sizes in an H.264 track's parameter sets: in its sample entries, and at the head of its
 * key frames below `arrivedBytes`, 2000 at most. Empty for other tracks, and where frames are not 4:2:0.
 */
export async function listAvcSizes(
  source: ByteSource,
  { entries, samples }: Mp4Track,
  arrivedBytes: number,
): Promise<AvcSize[]> {
  const [first] = entries;
  if (!samples || !first || !/^avc[13]$/.test(first.format)) return [];
  const used = samples.mixesEntries ? entries : [first];
  const lengthBytes = ((findConfig(first)?.[4] ?? 3) & 3) + 1;
  const sets = used.flatMap((entry) => {
    const avcC = findConfig(entry);
    return avcC ? listParameterSets(avcC) : [];
  });
  const keys: number[] = [];
  for (let n = 0; n < samples.count; n++) {
    const end = (samples.offset[n] ?? 0) + (samples.size[n] ?? 0);
    if (samples.isSync[n] === 1 && end <= arrivedBytes) keys.push(n);
  }
  const step = Math.max(1, keys.length / MAX_CHECKED);
  const checked = keys.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
  for (let at = 0; at < checked.length; at += AT_ONCE) {
    const heads = checked.slice(at, at + AT_ONCE).map(async (n) => {
      const start = samples.offset[n] ?? 0;
      const end = start + Math.min(HEAD_BYTES, samples.size[n] ?? 0);
      return listHeadSets(await source.read(start, end), lengthBytes);
    });
    sets.push(...(await Promise.all(heads)).flat());
  }
  return toSizes(sets);
}

function findConfig({ body }: SampleEntry): Buffer | null {
  return findChild(body.subarray(VISUAL_ENTRY_BYTES), 'avcC');
}

/** Lists the parameter sets in front of a sample's first slice (ISO/IEC 14496-15 §5.3.4.2). */
function listHeadSets(head: Buffer, lengthBytes: number): Buffer[] {
  const sets: Buffer[] = [];
  for (let at = 0; at + lengthBytes < head.length;) {
    const start = at + lengthBytes;
    const end = start + head.readUIntBE(at, lengthBytes);
    const type = (head[start] ?? 0) & 31;
    // Zeros stand where bytes are still to come.
    if (end <= start || end > head.length || (type >= 1 && type <= LAST_SLICE)) break;
    if (type === PARAMETER_SET) sets.push(head.subarray(start, end));
    at = end;
  }
  return sets;
}

function toSizes(sets: readonly Buffer[]): AvcSize[] {
  const distinct = new Map(sets.map((set) => [set.toString('latin1'), set]));
  const sizes = new Map<string, AvcSize>();
  for (const set of distinct.values()) {
    const { width, height, is8Bit420 } = readParameterSet(set).frame;
    if (!is8Bit420) return [];
    if (width > 0 && height > 0) sizes.set(`${width}x${height}`, { width, height });
  }
  return [...sizes.values()];
}
