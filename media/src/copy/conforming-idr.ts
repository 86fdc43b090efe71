import type { VideoCopy } from '../plan/copy-plan.ts';
import { readAvcConfig } from '../mp4/mp4-avc.ts';
import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Track } from '../mp4/mp4-index.ts';

const MAX_CHECKED = 2000;
const AT_ONCE = 16;
// Parameter sets and messages in front of the slices are mostly shorter than this.
const HEAD_BYTES = 1024;
const IDR = 5;

/**
 * True when the key frames below `arrivedBytes` are IDR frames, after which nothing refers back
 * (ITU-T H.264 §7.4.1.2.4). Of more than 2000, evenly spread ones are read.
 */
export async function hasOnlyIdr(
  source: ByteSource,
  track: Mp4Track,
  copy: VideoCopy,
  arrivedBytes: number,
): Promise<boolean> {
  const { samples, entries } = track;
  const lengthBytes = entries[0] ? readAvcConfig(entries[0])?.lengthBytes : undefined;
  if (!samples || lengthBytes === undefined) return false;
  const places: { start: number; end: number }[] = [];
  for (let n = copy.firstSample; n < copy.firstSample + copy.frameCount; n++) {
    const start = samples.offset[n] ?? 0;
    const end = start + (samples.size[n] ?? 0);
    if (samples.isSync[n] === 1 && end <= arrivedBytes) places.push({ start, end });
  }
  const step = Math.max(1, places.length / MAX_CHECKED);
  const checked = places.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
  for (let at = 0; at < checked.length; at += AT_ONCE) {
    const types = await Promise.all(
      checked.slice(at, at + AT_ONCE).map((place) => readFirstSlice(source, place, lengthBytes)),
    );
    if (types.some((type) => type !== IDR)) return false;
  }
  return true;
}

/** Reads the NAL unit type of a sample's first slice (1 to 5), or null when there is none. */
async function readFirstSlice(
  source: ByteSource,
  place: { start: number; end: number },
  lengthBytes: number,
): Promise<number | null> {
  let head = await source.read(place.start, Math.min(place.end, place.start + HEAD_BYTES));
  let headAt = place.start;
  for (let at = place.start; at + lengthBytes < place.end;) {
    if (at + lengthBytes + 1 > headAt + head.length) {
      head = await source.read(at, Math.min(place.end, at + HEAD_BYTES));
      headAt = at;
      if (head.length <= lengthBytes) return null;
    }
    const length = head.readUIntBE(at - headAt, lengthBytes);
    const type = (head[at - headAt + lengthBytes] ?? 0) & 31;
    if (length === 0) return null;
    if (type >= 1 && type <= IDR) return type;
    at += lengthBytes + length;
  }
  return null;
}
