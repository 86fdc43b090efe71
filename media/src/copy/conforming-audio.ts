import { measureBandwidth } from '../plan/bandwidth.ts';
import { STYP } from '../mp4/boxes.ts';
import type { Judged } from './conformity.ts';
import { fragmentHeaderBytes, sampleBytes } from './copy-gops.ts';
import type { AudioCopy } from '../plan/copy-plan.ts';
import { AAC_FRAME } from '../plan/grid.ts';
import { type AacConfig, readAacConfig } from '../mp4/mp4-aac.ts';
import { readPresentation, shownSamples } from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';
import type { Mp4Samples } from '../mp4/mp4-samples.ts';
import type { AudioSource } from '../probe/source-probe.ts';

const AAC_LC = 2;
const RATES = new Set([44100, 48000]);
// Twice what anyone hears; lossless-like rates belong to the master, not to a stream.
const MOST_BPS = 520_000;
// Encoders end within some frames of the pictures; players wait at the end of what is shorter.
const EARLY_SECONDS = 0.25;

/** The clock that sound is judged by: its 0, and the end of the pictures where there are any. */
export type SoundClock = { originSeconds: number; endSeconds: number | null };

/**
 * Judges an audio track by its index alone. The copy begins with the frame next to the clock's 0, so
 * that neither an encoder's priming nor sound before the pictures is in it.
 */
export function judgeAudio(
  index: Mp4Index,
  track: Mp4Track,
  sound: AudioSource,
  clock: SoundClock,
): Judged<AudioCopy> {
  const { samples } = track;
  if (!samples || samples.areChunks || sound.codec !== 'aac') return { reason: 'codec' };
  if (samples.mixesEntries || track.entries.length > 1) return { reason: 'several_entries' };
  const aac = configOf(track);
  if (!aac) return { reason: 'codec' };
  if (aac.objectType !== AAC_LC || !aac.isPlain) return { reason: 'profile' };
  if (aac.channels < 1 || aac.channels > 2 || aac.channels !== sound.channels)
    return { reason: 'channels' };
  if (!RATES.has(aac.sampleRate) || aac.sampleRate !== sound.sampleRate)
    return { reason: 'sample_rate' };
  const presentation = readPresentation(track, index.timescale);
  const shown = presentation && shownSamples(track, presentation);
  if (!shown) return { reason: 'edit_list' };
  return judgeFrames({ track, samples, sound, clock, aac }, shown);
}

function configOf({ entries: [entry] }: Mp4Track): AacConfig | null {
  try {
    return entry ? readAacConfig(entry) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Judging = {
  track: Mp4Track;
  samples: Mp4Samples;
  sound: AudioSource;
  clock: SoundClock;
  aac: AacConfig;
};

function judgeFrames(
  { track, samples, sound, clock, aac }: Judging,
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
  if (clock.endSeconds !== null && end < clock.endSeconds - EARLY_SECONDS)
    return { reason: 'ends_early' };
  const rates = measureFrames(samples, first, frameCount, aac.sampleRate);
  if (rates.averageBps > MOST_BPS) return { reason: 'bit_rate' };
  return {
    copy: {
      trackId: track.id,
      streamIndex: sound.streamIndex,
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

// The real segments follow the pictures; the rates of pieces of 6 s come close.
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
    const bytes = STYP.length + fragmentHeaderBytes(end - start) + sampleBytes(samples, start, end);
    return { seconds: ticks / sampleRate, ticks, bytes };
  });
  return measureBandwidth(pieces);
}
