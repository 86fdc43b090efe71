import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Samples } from '../mp4/mp4-samples.ts';

/**
 * The source does not contain what its index states. `source_short`: bytes are missing, perhaps
 * only until they arrive; `not_pictures`: they are no H.264; `not_alone`: a key frame is no IDR
 * frame. The last two are final: such a source is encoded.
 */
export class CopyError extends Error {
  readonly reason: 'source_short' | 'not_pictures' | 'not_alone';

  constructor(reason: CopyError['reason']) {
    super(`copy failed: ${reason}`);
    this.name = 'CopyError';
    this.reason = reason;
  }
}

// Bytes between a segment's samples, mostly audio, are read along up to this.
const MAX_GAP = 256 * 1024;
const MAX_RANGE = 64 * 1024 * 1024;

/**
 * Reads the samples [first, end) in decode order, one after the other, into a buffer of exactly
 * their size; the file is read in a few large ranges. Throws CopyError `source_short`.
 */
export async function readSamples(
  source: ByteSource,
  samples: Mp4Samples,
  { first, end }: { first: number; end: number },
  into: Buffer,
): Promise<void> {
  const ranges = listRanges(samples, first, end);
  let written = 0;
  for (const range of ranges) {
    const bytes = await source.read(range.start, range.end);
    if (bytes.length < range.end - range.start) throw new CopyError('source_short');
    for (let n = range.first; n < range.last; n++) {
      const at = (samples.offset[n] ?? 0) - range.start;
      written += bytes.copy(into, written, at, at + (samples.size[n] ?? 0));
    }
  }
}

type Range = { first: number; last: number; start: number; end: number };

/** Joins samples that lie close together. */
function listRanges({ offset, size }: Mp4Samples, first: number, end: number): Range[] {
  const ranges: Range[] = [];
  for (let n = first; n < end; n++) {
    const start = offset[n] ?? 0;
    const until = start + (size[n] ?? 0);
    const range = ranges.at(-1);
    const joins =
      range !== undefined &&
      start >= range.end &&
      start - range.end <= MAX_GAP &&
      until - range.start <= MAX_RANGE;
    if (!joins) ranges.push({ first: n, last: n + 1, start, end: until });
    else [range.last, range.end] = [n + 1, until];
  }
  return ranges;
}

const IDR = 5;

/**
 * Walks the NAL units of a frame (ISO/IEC 14496-15 §5.3.3): they must fill the sample and contain a
 * slice; a key frame's slices must be IDR. Throws CopyError.
 */
export function checkFrame(sample: Buffer, lengthBytes: number, isSync: boolean): void {
  let slices = 0;
  for (let at = 0; at < sample.length;) {
    if (at + lengthBytes >= sample.length) throw new CopyError('not_pictures');
    const length = sample.readUIntBE(at, lengthBytes);
    const type = (sample[at + lengthBytes] ?? 0) & 31;
    at += lengthBytes + length;
    if (length === 0 || at > sample.length) throw new CopyError('not_pictures');
    if (type < 1 || type > IDR) continue;
    slices += 1;
    if (isSync && type !== IDR) throw new CopyError('not_alone');
  }
  if (slices === 0) throw new CopyError('not_pictures');
}
