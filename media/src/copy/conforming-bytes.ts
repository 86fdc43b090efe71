import { CopyError, checkFrame } from './copy-bytes.ts';
import type { AudioCopy, VideoCopy } from '../plan/copy-plan.ts';
import { readAvcConfig } from '../mp4/mp4-avc.ts';
import type { ByteSource } from '../mp4/mp4-file.ts';
import type { Mp4Track } from '../mp4/mp4-index.ts';

// All frames of a short clip are checked; of a film enough to find damage to a hundredth of it, in
// some 50 ms.
const ALL_CHECKED = 2000;
const MAX_CHECKED = 400;
// The end, which was written last or cut off, is damaged most often.
const LAST = 8;
const AT_ONCE = 16;
const HEAD_BYTES = 16;

type Place = { start: number; end: number; isSync: boolean };

/**
 * True when frames below `arrivedBytes` are whole H.264 access units. With wrong offsets in the
 * index, or a hole in the media, a copy would play nowhere, though the source can be encoded.
 */
export async function hasVideo(
  source: ByteSource,
  track: Mp4Track,
  copy: VideoCopy,
  arrivedBytes: number,
): Promise<boolean> {
  const lengthBytes = track.entries[0] && readAvcConfig(track.entries[0])?.lengthBytes;
  if (lengthBytes === undefined) return false;
  return checkEvery(listPlaces(track, copy, arrivedBytes), async ({ start, end, isSync }) => {
    const sample = await source.read(start, end);
    try {
      checkFrame(sample, lengthBytes, isSync);
      return true;
    } catch (error) {
      if (error instanceof CopyError || error instanceof RangeError) return false;
      throw error;
    }
  });
}

// ISO/IEC 14496-3 table 4.85: a single channel, a pair, data, fill.
const [SINGLE, PAIR, DATA, FILL] = [0, 1, 4, 6];

/** True when frames below `arrivedBytes` begin as raw AAC of as many channels does. */
export async function hasAudio(
  source: ByteSource,
  track: Mp4Track,
  copy: AudioCopy,
  arrivedBytes: number,
): Promise<boolean> {
  const first = copy.channels === 1 ? SINGLE : PAIR;
  return checkEvery(listPlaces(track, copy, arrivedBytes), async ({ start, end }) => {
    const head = await source.read(start, Math.min(end, start + HEAD_BYTES));
    const element = (head[0] ?? 0xff) >> 5;
    // A hole looks like a single channel.
    if (head.every((byte) => byte === 0)) return false;
    return element === first || element === DATA || element === FILL;
  });
}

function listPlaces(
  { samples }: Mp4Track,
  { firstSample, frameCount }: { firstSample: number; frameCount: number },
  arrivedBytes: number,
): Place[] {
  const places: Place[] = [];
  for (let n = firstSample; n < firstSample + frameCount; n++) {
    const start = samples?.offset[n] ?? 0;
    const end = start + (samples?.size[n] ?? 0);
    if (end <= arrivedBytes) places.push({ start, end, isSync: samples?.isSync[n] === 1 });
  }
  if (places.length <= ALL_CHECKED) return places;
  const step = places.length / MAX_CHECKED;
  const spread = places.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
  return [...spread, ...places.slice(-LAST)];
}

async function checkEvery(
  places: readonly Place[],
  check: (place: Place) => Promise<boolean>,
): Promise<boolean> {
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const results = await Promise.all(places.slice(at, at + AT_ONCE).map(check));
    if (results.includes(false)) return false;
  }
  return true;
}
