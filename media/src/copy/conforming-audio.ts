import { measureBandwidth } from '../plan/bandwidth.ts';
import { STYP } from '../mp4/boxes.ts';
import type { Judged } from './conformity.ts';
import { getFragmentHeaderBytes, sumSampleBytes } from './copy-gops.ts';
import type { AudioCopy } from '../plan/copy-plan.ts';
import { AAC_FRAME } from '../plan/grid.ts';
import { type AacConfig, readAacConfig } from '../mp4/mp4-aac.ts';
import { readPresentation, listShownSamples } from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { Mp4Samples } from '../mp4/mp4-samples.ts';
import type { AudioSource } from '../probe/source-probe.ts';

const AAC_LC = 2;
const RATES = new Set([44100, 48000]);
// This is twice the highest audible frequency; higher rates belong to a master, not to a stream.
const MAX_BPS = 520_000;
// Encoders end within some frames of the video; players wait at the end of shorter audio.
const MAX_EARLY_SECONDS = 0.25;

/** The clock that audio is judged by: its 0, and the end of the video, if there is any. */
export type AudioClock = { originSeconds: number; endSeconds: number | null };

/**
 * Judges an audio track by its index alone. The copy begins with the frame nearest to the clock's
 * 0, so that it contains neither an encoder's priming nor audio before the video.
 */
export function judgeAudio(
  index: Mp4Index,
  track: Mp4Track,
  audio: AudioSource,
  clock: AudioClock,
): Judged<AudioCopy> {
  const { samples } = track;
  if (!samples || samples.areChunks || audio.codec !== 'aac') return { reason: 'codec' };
  if (samples.mixesEntries || track.entries.length > 1) return { reason: 'several_entries' };
  const aac = readConfig(track);
  if (!aac) return { reason: 'codec' };
  if (aac.objectType !== AAC_LC || !aac.isPlain) return { reason: 'profile' };
  if (aac.channels < 1 || aac.channels > 2 || aac.channels !== audio.channels)
    return { reason: 'channels' };
  if (!RATES.has(aac.sampleRate) || aac.sampleRate !== audio.sampleRate)
    return { reason: 'sample_rate' };
  const presentation = readPresentation(track, index.timescale);
  const shown = presentation && listShownSamples(track, presentation);
  if (!shown) return { reason: 'edit_list' };
  return judgeFrames({ track, samples, audio, clock, aac }, shown);
}

function readConfig({ entries: [entry] }: Mp4Track): AacConfig | null {
  try {
    return entry ? readAacConfig(entry) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Candidate = {
  track: Mp4Track;
  samples: Mp4Samples;
  audio: AudioSource;
  clock: AudioClock;
  aac: AacConfig;
};

function judgeFrames(
  { track, samples, audio, clock, aac }: Candidate,
  { indexes, shift }: { indexes: Uint32Array; shift: number },
): Judged<AudioCopy> {
  const secondsAt = (n: number): number => ((samples.pts[n] ?? 0) + shift) / track.timescale;
  const half = AAC_FRAME / 2 / aac.sampleRate;
  const skipped = indexes.findIndex((n) => secondsAt(n) >= clock.originSeconds - half - 1e-6);
  const first = indexes[skipped];
  const last = indexes.at(-1);
  if (first === undefined || last === undefined) return { reason: 'not_aligned' };
  const startSeconds = secondsAt(first);
  if (startSeconds > clock.originSeconds + half + 1e-6) return { reason: 'not_aligned' };
  const frameCount = last - first + 1;
  if (frameCount !== indexes.length - skipped) return { reason: 'edit_list' };
  for (let n = first; n <= last; n++) {
    const expected = startSeconds + ((n - first) * AAC_FRAME) / aac.sampleRate;
    if (Math.abs(secondsAt(n) - expected) > half) return { reason: 'gaps' };
    if (!samples.size[n]) return { reason: 'empty_samples' };
  }
  const end = startSeconds + (frameCount * AAC_FRAME) / aac.sampleRate;
  if (clock.endSeconds !== null && end < clock.endSeconds - MAX_EARLY_SECONDS)
    return { reason: 'ends_early' };
  const rates = measureFrames(samples, first, frameCount, aac.sampleRate);
  if (rates.averageBps > MAX_BPS) return { reason: 'bit_rate' };
  return {
    copy: {
      trackId: track.id,
      streamIndex: audio.streamIndex,
      codec: `mp4a.40.${aac.objectType}`,
      channels: aac.channels,
      sampleRate: aac.sampleRate,
      firstSample: first,
      frameCount,
      startSeconds,
      ...rates,
    },
  };
}

// The real segments follow the video; the rates of parts of 6 s come close.
const PIECE_SECONDS = 6;

function measureFrames(
  samples: Mp4Samples,
  first: number,
  count: number,
  sampleRate: number,
): { peakBps: number; averageBps: number } {
  const frames = Math.round((PIECE_SECONDS * sampleRate) / AAC_FRAME);
  const pieces = Array.from({ length: Math.ceil(count / frames) }, (_, n) => {
    const start = first + n * frames;
    const end = Math.min(first + count, start + frames);
    const ticks = (end - start) * AAC_FRAME;
    const bytes =
      STYP.length + getFragmentHeaderBytes(end - start) + sumSampleBytes(samples, start, end);
    return { seconds: ticks / sampleRate, ticks, bytes };
  });
  return measureBandwidth(pieces);
}
