import { toAvcColour } from '../mp4/avc-colour.ts';
import { isSameColour, readAvcConfig } from '../mp4/mp4-avc.ts';
import type { VideoCopy } from '../plan/copy-plan.ts';
import type { CopyRefusal } from './conformity.ts';
import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Track } from '../mp4/mp4-index.ts';

const MAX_CHECKED = 2000;
const AT_ONCE = 16;
// Parameter sets and messages in front of the slices are mostly shorter than this.
const HEAD_BYTES = 1024;
const IDR = 5;
const PARAMETER_SET = 7;

/**
 * Says why the key frames below `arrivedBytes` can't be copied, or null: key frames must be IDR frames, after
 * which nothing refers back (ITU-T H.264 §7.4.1.2.4), and hold no parameter sets that would undo the colour
 * that the copy's init segment states. Of more than 2000, evenly spread ones are read.
 */
export async function findKeyFrameRefusal(
  source: ByteSource,
  track: Mp4Track,
  copy: VideoCopy,
  arrivedBytes: number,
): Promise<CopyRefusal | null> {
  const { samples, entries } = track;
  const avc = entries[0] && readAvcConfig(entries[0]);
  if (!samples || !avc) return 'codec';
  const keepsColour = !copy.colour || isSameColour(avc.frame.colour, toAvcColour(copy.colour));
  const places: { start: number; end: number }[] = [];
  for (let n = copy.firstSample; n < copy.firstSample + copy.frameCount; n++) {
    const start = samples.offset[n] ?? 0;
    const end = start + (samples.size[n] ?? 0);
    if (samples.isSync[n] === 1 && end <= arrivedBytes) places.push({ start, end });
  }
  const step = Math.max(1, places.length / MAX_CHECKED);
  const checked = places.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
  for (let at = 0; at < checked.length; at += AT_ONCE) {
    const heads = await Promise.all(
      checked.slice(at, at + AT_ONCE).map((place) => readHead(source, place, avc.lengthBytes)),
    );
    if (heads.some(({ slice }) => slice !== IDR)) return 'open_gops';
    if (!keepsColour && heads.some(({ hasParameters }) => hasParameters)) return 'colour';
  }
  return null;
}

type Head = {
  /** NAL unit type of the first slice (1 to 5), or null when there is none */
  slice: number | null;
  /** a sequence parameter set stands before it */
  hasParameters: boolean;
};

/** Reads a sample up to its first slice. */
async function readHead(
  source: ByteSource,
  place: { start: number; end: number },
  lengthBytes: number,
): Promise<Head> {
  let head = await source.read(place.start, Math.min(place.end, place.start + HEAD_BYTES));
  let headAt = place.start;
  let hasParameters = false;
  for (let at = place.start; at + lengthBytes < place.end;) {
    if (at + lengthBytes + 1 > headAt + head.length) {
      head = await source.read(at, Math.min(place.end, at + HEAD_BYTES));
      headAt = at;
      if (head.length <= lengthBytes) break;
    }
    const length = head.readUIntBE(at - headAt, lengthBytes);
    const type = (head[at - headAt + lengthBytes] ?? 0) & 31;
    if (length === 0) break;
    if (type >= 1 && type <= IDR) return { slice: type, hasParameters };
    hasParameters ||= type === PARAMETER_SET;
    at += lengthBytes + length;
  }
  return { slice: null, hasParameters };
}
