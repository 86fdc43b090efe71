import { chooseChannels } from './bound-ladder.ts';
import type { AudioCopy } from './copy-plan.ts';
import { AAC_FRAME, OPUS_FRAME, listAudioBorders, toSegmentRuns } from './grid.ts';
import type { AudioIntent, VideoIntent } from './ladder.ts';
import type { PlannedAudio } from './encoding-plan.ts';
import type { Clock } from './plan-clock.ts';
import { getAssumedLayout } from '../probe/audio-channels.ts';
import type { AudioSource } from '../probe/source-probe.ts';

export type NamedTrack = {
  track: AudioSource;
  named: { name: string; languageCode: string; isAudioDescription: boolean } | null;
};

// Audio that ends this much before the video is encoded, with silence behind it.
const MAX_MISSING_SECONDS = 0.5;

// One process may have to write all of them, each to its own pipe.
const MAX_RENDITIONS = 32;

/** Plans the audio renditions: each chosen track in each form of the ladder. */
export function planAudio(
  tracks: readonly NamedTrack[],
  intents: readonly AudioIntent[],
  clock: Clock,
  copies: readonly AudioCopy[],
): PlannedAudio[] {
  const names = intents.map((_, m) => (intents.length > 1 ? `-${m + 1}` : ''));
  // The source's own bytes replace the first form of AAC.
  const copied = intents.findIndex(({ codec }) => codec === 'aac');
  const all = tracks.flatMap((track, n) =>
    intents.map((intent, m): PlannedAudio => {
      const id = `a${n + 1}${names[m] ?? ''}`;
      const copy = m === copied ? findUsableCopy(track, intent, clock, copies) : null;
      return copy
        ? planCopiedAudio(id, track, clock, copy)
        : planEncodedAudio(id, track, intent, clock);
    }),
  );
  return all.slice(0, MAX_RENDITIONS);
}

export type AudioForm = { intent: AudioIntent; place: number };

/**
 * Lists the forms of audio that a rung plays with; all of them for rungs that don't say, and where
 * there are none.
 */
export function listUsedForms(
  intents: readonly AudioIntent[],
  playedBy: readonly VideoIntent['audio'][],
): AudioForm[] {
  const isAny = playedBy.length === 0 || playedBy.includes(undefined);
  return intents
    .map((intent, place) => ({ intent, place }))
    .filter(({ place }) => isAny || playedBy.includes(place));
}

/** Lists the planned audio renditions for a rung that wants the form at an index of the ladder. */
export function listIdsOfForm(
  audio: readonly PlannedAudio[],
  forms: readonly AudioForm[],
  place: VideoIntent['audio'],
): { audioIds?: string[] } {
  if (place === undefined || audio.length === 0) return {};
  if (forms.length === 1 && forms[0]?.place === place) return {};
  const ids = audio.filter((_, n) => forms[n % forms.length]?.place === place);
  return { audioIds: ids.map(({ id }) => id) };
}

function findUsableCopy(
  { track }: NamedTrack,
  intent: AudioIntent,
  clock: Clock,
  copies: readonly AudioCopy[],
): AudioCopy | null {
  const copy = copies.find(({ streamIndex }) => streamIndex === track.streamIndex);
  if (!copy || copy.channels > intent.channels) return null;
  const frame = AAC_FRAME / copy.sampleRate;
  const late = copy.startSeconds - clock.originSeconds;
  const seconds = clock.grid.endTick / clock.grid.timescale;
  const isShort = copy.frameCount * frame < seconds - MAX_MISSING_SECONDS;
  return Math.abs(late) <= frame / 2 + 1e-6 && !isShort ? copy : null;
}

function planEncodedAudio(
  id: string,
  named: NamedTrack,
  intent: AudioIntent,
  clock: Clock,
): PlannedAudio {
  const { sampleRate } = intent;
  const { track } = named;
  const frameSamples = intent.codec === 'opus' ? OPUS_FRAME : AAC_FRAME;
  // Without a layout nothing shows which of so many channels are the front ones.
  const isUnplaced = track.channelLayout === null && !getAssumedLayout(track);
  const placed = isUnplaced ? Math.min(2, track.channels) : track.channels;
  const channels = chooseChannels(Math.min(intent.channels, placed));
  const until = Math.max(
    clock.grid.endTick / clock.grid.timescale,
    track.endSeconds - clock.originSeconds,
  );
  const frameCount = Math.max(1, Math.ceil((until * sampleRate - 1e-6) / frameSamples));
  const bitrate = Math.round((intent.bitrateKbps * 1000 * channels) / intent.channels);
  return {
    source: 'encode',
    intent,
    id,
    codec: intent.codec === 'opus' ? 'opus' : 'mp4a.40.2',
    channels,
    ...toSegmented(clock, { sampleRate, frameSamples, frameCount }),
    ...toNaming(named),
    peakBps: Math.ceil(bitrate * 1.1),
    averageBps: Math.ceil(bitrate * 1.02),
  };
}

function planCopiedAudio(
  id: string,
  named: NamedTrack,
  clock: Clock,
  copy: AudioCopy,
): PlannedAudio {
  const { codec, channels, sampleRate, frameCount, peakBps, averageBps } = copy;
  return {
    source: 'copy',
    copy,
    id,
    codec,
    channels,
    ...toSegmented(clock, { sampleRate, frameSamples: AAC_FRAME, frameCount }),
    ...toNaming(named),
    peakBps,
    averageBps,
  };
}

type Frames = { sampleRate: number; frameSamples: number; frameCount: number };

function toSegmented(
  { grid }: Clock,
  frames: Frames,
): Frames & Pick<PlannedAudio, 'borders' | 'timeline'> {
  const { sampleRate, frameSamples, frameCount } = frames;
  // A last segment shorter than half an audio frame has no audio frame.
  const borders = listAudioBorders(grid, sampleRate, frameSamples).filter(
    (border) => border < frameCount,
  );
  const runs = toSegmentRuns(
    borders.map((border) => border * frameSamples),
    frameCount * frameSamples,
  );
  return { ...frames, borders, timeline: { timescale: sampleRate, runs } };
}

function toNaming({
  track,
  named,
}: NamedTrack): Pick<PlannedAudio, 'track' | 'languageCode' | 'name' | 'isAudioDescription'> {
  const stated = track.language && /^[a-z]{2,3}$/.test(track.language) ? track.language : 'und';
  return {
    track,
    languageCode: named?.languageCode ?? stated,
    name: named?.name ?? track.title ?? '',
    isAudioDescription: named?.isAudioDescription ?? false,
  };
}
