import { getAssumedLayout, listTrackStreams } from '../probe/audio-channels.ts';
import type { AudioSource } from '../probe/source-probe.ts';
import type { EncodedAudio, EncodingPlan } from '../plan/encoding-plan.ts';
import { toDecimal } from './filters.ts';
import { COMMON_OUTPUT } from './video-arguments.ts';

// libopus looks 312 samples ahead. Behind this much silence its first packet ends exactly where the
// audio begins: it is dropped, and the rest needs no pre-skip.
const OPUS_LEAD = 960 - 312;

const LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo', 6: '5.1' };

/**
 * Builds the graph that puts audio on the plan's clock: silence for gaps, exactly the first
 * `frames` of the plan.
 */
export function buildAudioGraph(
  plan: EncodingPlan,
  rendition: EncodedAudio,
  { n, frames }: { n: number; frames: number },
): string {
  const { track, intent, channels, sampleRate } = rendition;
  const lead = intent.codec === 'opus' ? OPUS_LEAD : 0;
  const samples = frames * rendition.frameSamples + lead;
  const layout = LAYOUTS[channels] ?? 'stereo';
  const chain = [
    `asetpts=round(PTS-(${toDecimal(plan.originSeconds)})/TB)`,
    ...buildPlacing(track, channels),
    `aresample=${sampleRate}:async=1:first_pts=0:min_hard_comp=0.1`,
    `aformat=sample_fmts=${lead ? 'flt' : 'fltp'}:sample_rates=${sampleRate}:channel_layouts=${layout}`,
    ...(lead ? [`adelay=delays=${lead}S:all=1`] : []),
    `apad=whole_len=${samples}`,
    `atrim=end_sample=${samples}`,
  ];
  return `${buildTrackInput(track)}${chain.join(',')}[a${n}]`;
}

/** Builds the beginning of a chain that reads a track, joined of several streams where it is. */
export function buildTrackInput(
  track: Pick<AudioSource, 'streamIndex' | 'channelStreams' | 'channels'>,
): string {
  const streams = listTrackStreams(track);
  const inputs = streams.map((stream) => `[0:${stream}]`).join('');
  if (streams.length === 1) return inputs;
  const layout = LAYOUTS[track.channels] ?? 'stereo';
  const map = streams.map((_, n) => `${n}.0-${PLACES[n]}`).join('|');
  return `${inputs}join=inputs=${streams.length}:channel_layout=${layout}:map=${map},`;
}

const PLACES = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'];

/** Says where the channels of a track without a layout belong. */
export function buildPlacing(
  track: Pick<AudioSource, 'channels' | 'channelLayout'>,
  channels: number,
): string[] {
  if (track.channelLayout !== null || track.channels <= 2) return [];
  const assumed = getAssumedLayout(track);
  if (assumed)
    return [
      `pan=${assumed}${Array.from({ length: track.channels }, (_, n) => `|c${n}=c${n}`).join('')}`,
    ];
  // There is no rule for mixing: the first channels represent all.
  return [channels === 1 ? 'pan=mono|c0=c0' : 'pan=stereo|c0=c0|c1=c1'];
}

const OPUS_KBPS_PER_CHANNEL = 256;

/** Builds arguments of one audio output of a piece, up to its address; its input is `[a{n}]`. */
export function buildAudioArguments(rendition: EncodedAudio, n: number): string[] {
  const { intent, channels } = rendition;
  const kbps = Math.round((intent.bitrateKbps * channels) / intent.channels);
  const opus = String(Math.min(kbps, OPUS_KBPS_PER_CHANNEL * channels));
  return [
    '-map',
    `[a${n}]`,
    ...(intent.codec === 'opus'
      ? ['-c:a', 'libopus', '-b:a', `${opus}k`, '-frame_duration', '20', '-application', 'audio']
      : ['-c:a', 'aac', '-b:a', `${kbps}k`]),
    '-avoid_negative_ts',
    'disabled',
    ...COMMON_OUTPUT,
    '-flags:a',
    '+bitexact',
    '-movflags',
    '+cmaf+frag_discont',
    '-frag_duration',
    '2000000',
    '-flush_packets',
    '1',
    '-f',
    'mp4',
  ];
}
