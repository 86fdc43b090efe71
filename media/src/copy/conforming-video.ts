import { measureBandwidth } from '../plan/bandwidth.ts';
import { STYP } from '../mp4/boxes.ts';
import type { CopyRefusal, Judged } from './conformity.ts';
import {
  type Gop,
  chooseBorders,
  getFragmentHeaderBytes,
  groupGops,
  listGops,
  sumSampleBytes,
} from './copy-gops.ts';
import type { VideoCopy } from '../plan/copy-plan.ts';
import { toFramesPerSecond } from '../probe/frame-rate.ts';
import { measureReorderDepth, toDelayTicks } from '../mp4/decode-times.ts';
import { type AvcConfig, readAvcConfig } from '../mp4/mp4-avc.ts';
import {
  type Presentation,
  findLastFrame,
  readPresentation,
  listShownSamples,
} from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { Mp4Samples } from '../mp4/mp4-samples.ts';
import type { SourceProbe, VideoSource } from '../probe/source-probe.ts';

// Phones and televisions decode 1080p of either orientation everywhere, but not larger frames.
const MAX_SIDE = 2048;
// Baseline, Main and High. No one writes a Baseline stream with slice groups.
const PROFILES = new Set([66, 77, 100]);
const MAX_LEVEL = 52;
// Apple's authoring rules end at 60 frames a second; cameras are off by some thousandths.
const MAX_FRAME_RATE = 61;
// Segments begin with key frames and should last about 6 s; 6.006 is six seconds of 29.97.
const MAX_GOP_SECONDS = 6.1;
// Half above the top rung of any usual ladder; a higher rate stalls on ordinary lines.
const MAX_AVERAGE_BPS = 20_000_000;
const MAX_PEAK_BPS = 30_000_000;
// The plan lists key frames: five hours of one a second.
const MAX_KEY_FRAMES = 20_000;
// Audio that begins earlier would be cut off, for a copy's clock begins with its first frame…
const AUDIO_LEAD_SECONDS = 0.1;
// …and audio that lasts longer has no frame to repeat.
const AUDIO_OVERHANG_SECONDS = 0.5;
// Frames of a coarse clock may have to be decoded longer before they are shown than players expect.
const MAX_DELAY_SECONDS = 1;
// Edit lists end by whole milliseconds, and reordered frames around that; more was cut off.
const TAIL_SECONDS = 0.2;

/** Judges a video track by its index alone. */
export function judgeVideo(
  index: Mp4Index,
  track: Mp4Track,
  probe: SourceProbe,
  video: VideoSource,
): Judged<VideoCopy> {
  const { samples } = track;
  const [entry] = track.entries;
  if (!samples || !entry || entry.format !== 'avc1') return { reason: 'codec' };
  if (samples.mixesEntries || track.entries.length > 1) return { reason: 'several_entries' };
  const avc = readConfig(track);
  if (!avc) return { reason: 'profile' };
  const refusal = findFrameRefusal(avc, track, video) ?? findAudioRefusal(probe, video);
  if (refusal) return { reason: refusal };
  const shown = findShownRun(index, track);
  if (!shown) return { reason: 'edit_list' };
  const { first, count } = shown;
  const gops = listGops(samples, first, count);
  const endTick = getEndTick(index, track, first, count);
  const timesRefusal = findTimesRefusal(samples, gops, endTick, track.timescale);
  if (timesRefusal) return { reason: timesRefusal };
  const delayTicks = getDelayTicks(samples, gops, video, track.timescale);
  if (delayTicks > MAX_DELAY_SECONDS * track.timescale) return { reason: 'picture_times' };
  const keyTicks = gops.map(({ startTick }) => startTick);
  const borders = chooseBorders(keyTicks, endTick, track.timescale);
  const rates = measureRates(samples, groupGops(gops, borders), endTick, track.timescale);
  if (rates.averageBps > MAX_AVERAGE_BPS || rates.peakBps > MAX_PEAK_BPS)
    return { reason: 'bit_rate' };
  return {
    copy: {
      trackId: track.id,
      streamIndex: video.streamIndex,
      timescale: track.timescale,
      borders,
      keyTicks,
      endTick,
      firstSample: first,
      frameCount: count,
      originSeconds: video.startSeconds,
      frameRate: video.frameRate,
      codec: avc.codec,
      width: avc.frame.width,
      height: avc.frame.height,
      delayTicks,
      ...(video.colour ? { colour: video.colour } : {}),
      ...rates,
    },
  };
}

function readConfig({ entries: [entry] }: Mp4Track): AvcConfig | null {
  try {
    return entry ? readAvcConfig(entry) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function findFrameRefusal(avc: AvcConfig, track: Mp4Track, video: VideoSource): CopyRefusal | null {
  const { frame } = avc;
  if (!PROFILES.has(avc.profile) || avc.level > MAX_LEVEL || !frame.is8Bit420) return 'profile';
  if (avc.lengthBytes === 3) return 'codec';
  if (track.rotation !== 0 || video.rotation !== 0) return 'turned';
  if (video.interlaced || !frame.isProgressive) return 'interlaced';
  const { width, height } = frame;
  if (!frame.isSquare || video.displayWidth !== width || video.displayHeight !== height)
    return 'pixel_shape';
  if (video.changesSize) return 'picture_size';
  if (width > MAX_SIDE || height > MAX_SIDE || width < 16 || height < 16) return 'picture_size';
  if (video.transfer !== 'sdr') return 'not_sdr';
  if (toFramesPerSecond(video.frameRate) > MAX_FRAME_RATE) return 'frame_rate';
  return null;
}

function findAudioRefusal({ audio }: SourceProbe, video: VideoSource): CopyRefusal | null {
  if (audio.some((one) => one.startSeconds < video.startSeconds - AUDIO_LEAD_SECONDS))
    return 'sound_first';
  if (audio.some((one) => one.endSeconds > video.endSeconds + AUDIO_OVERHANG_SECONDS))
    return 'sound_longer';
  return null;
}

/**
 * Finds the one run of samples, from a key frame on, that a simple edit list shows; null when its
 * ends would split a GOP.
 */
function findShownRun(index: Mp4Index, track: Mp4Track): { first: number; count: number } | null {
  const { samples, timescale } = track;
  const presentation = readPresentation(track, index.timescale);
  const shown = presentation && listShownSamples(track, presentation);
  const first = shown?.indexes[0];
  const last = shown?.indexes.at(-1);
  if (!samples || !presentation || first === undefined || last === undefined) return null;
  if (samples.isSync[first] !== 1) return null;
  const isNear = createNearTest(presentation, timescale);
  let end = last + 1;
  for (let n = first; n <= last; n++) if (!isNear(samples.pts[n] ?? 0)) return null;
  while (end < samples.count && samples.isSync[end] !== 1 && isNear(samples.pts[end] ?? 0)) end++;
  return { first, count: end - first };
}

function createNearTest({ mediaStart, mediaEnd }: Presentation, timescale: number) {
  const end = mediaEnd + TAIL_SECONDS * timescale;
  return (pts: number): boolean => pts >= mediaStart && pts < end;
}

function getEndTick(index: Mp4Index, track: Mp4Track, first: number, count: number): number {
  const { samples } = track;
  if (!samples) return 0;
  const indexes = Uint32Array.from({ length: count }, (_, n) => first + n);
  const { latest, lastTicks } = findLastFrame(samples, indexes, {
    mediaEnd: readPresentation(track, index.timescale)?.mediaEnd ?? Infinity,
    roundedTicks: track.timescale / index.timescale,
  });
  return latest + lastTicks - (samples.pts[first] ?? 0);
}

function getDelayTicks(
  { pts }: Mp4Samples,
  gops: readonly Gop[],
  { frameRate }: VideoSource,
  timescale: number,
): number {
  const depths = gops.map(({ first, end }) => measureReorderDepth([...pts.subarray(first, end)]));
  const depth = depths.reduce((max, one) => Math.max(max, one), 0);
  return toDelayTicks(depth, timescale / toFramesPerSecond(frameRate), timescale);
}

/** GOPs must follow each other in time without overlap, each beginning with its key frame. */
function findTimesRefusal(
  samples: Mp4Samples,
  gops: readonly Gop[],
  endTick: number,
  timescale: number,
): CopyRefusal | null {
  if (gops.length > MAX_KEY_FRAMES) return 'key_frames';
  const origin = samples.pts[gops[0]?.first ?? 0] ?? 0;
  for (const [n, gop] of gops.entries()) {
    const end = gops[n + 1]?.startTick ?? endTick;
    if (end - gop.startTick > MAX_GOP_SECONDS * timescale) return 'long_gops';
    const times = samples.pts.slice(gop.first, gop.end).sort();
    if ((times[0] ?? 0) - origin !== gop.startTick) return 'open_gops';
    if ((times.at(-1) ?? 0) - origin >= end) return 'open_gops';
    for (let m = 1; m < times.length; m++) if (times[m] === times[m - 1]) return 'picture_times';
    for (let m = gop.first; m < gop.end; m++) if (!samples.size[m]) return 'empty_samples';
  }
  return null;
}

function measureRates(
  samples: Mp4Samples,
  segments: readonly Gop[][],
  endTick: number,
  timescale: number,
): { peakBps: number; averageBps: number } {
  return measureBandwidth(
    segments.map((gops, n) => {
      const end = segments[n + 1]?.[0]?.startTick ?? endTick;
      const ticks = end - (gops[0]?.startTick ?? 0);
      return { seconds: ticks / timescale, ticks, bytes: getSegmentBytes(samples, gops) };
    }),
  );
}

function getSegmentBytes(samples: Mp4Samples, gops: readonly Gop[]): number {
  return gops.reduce(
    (sum, { first, end }) =>
      sum + getFragmentHeaderBytes(end - first) + sumSampleBytes(samples, first, end),
    STYP.length,
  );
}
