import type { SegmentTimeline } from '@kinora/contract/stream';
import { h264CodecString, h264Level } from './codec-string.ts';
import { anchorTick, nearestRate, perSecond, reduce } from './frame-rate.ts';
import {
  AAC_FRAME,
  type Grid,
  audioBorders,
  constantGrid,
  gopFrames,
  segmentRuns,
  variableGrid,
} from './grid.ts';
import { type AudioIntent, type Ladder, type Rung, boundLadder, chooseRungs } from './ladder.ts';
import type { SourceKind } from './sniff.ts';
import type { AudioSource, Fraction, SourceProbe, VideoSource } from './source-probe.ts';

/** How the pictures' times come about. */
export type VideoTiming =
  | {
      /** frame n is shown at n / rate; missing frames are repeated, surplus ones dropped */
      mode: 'constant';
      rate: Fraction;
      frameCount: number;
      gopFrames: number;
    }
  /** the source's own times; IDR pictures are forced at `keyTicks` */
  | { mode: 'variable'; rate: Fraction; frameCount: number; keyTicks: number[] };

export type PlannedVideo = {
  id: string;
  rung: Rung;
  /** every n-th frame is kept */
  frameStep: number;
  frameRate: Fraction;
  level: number;
  codec: string;
  peakBps: number;
  averageBps: number;
};

export type PlannedAudio = {
  id: string;
  source: AudioSource;
  intent: AudioIntent;
  channels: number;
  codec: string;
  languageCode: string;
  name: string;
  /** first AAC frame of each segment */
  borders: number[];
  frameCount: number;
  timeline: SegmentTimeline;
  peakBps: number;
  averageBps: number;
};

/**
 * Everything about an encode that is decided beforehand: renditions, and the exact borders of every
 * segment. Pure data; made once per source, the same for every piece of it.
 */
export type EncodingPlan = {
  kind: SourceKind;
  /** moment of the source's clock that becomes 0 */
  originSeconds: number;
  /** the source's clock is its own, else what ffmpeg makes of a clock that jumps */
  keepsClock: boolean;
  durationMs: number;
  grid: Grid;
  video: {
    source: VideoSource;
    timing: VideoTiming;
    timeline: SegmentTimeline;
    renditions: PlannedVideo[];
  } | null;
  audio: PlannedAudio[];
};

const MOST_AUDIO = 8;
// The list of forced key frames is one argument of a program, which Linux ends at 128 KiB.
const MOST_KEY_FRAMES = 8000;

/** Plans the whole stream of a source. Throws RangeError when ladder and source have nothing in common. */
export function planStream(probe: SourceProbe, wanted: Ladder): EncodingPlan {
  const ladder = boundLadder(wanted);
  const source = ladder.video.length > 0 ? probe.video : null;
  const tracks = ladder.audio.length > 0 ? chooseAudio(probe.audio) : [];
  if (!source && tracks.length === 0) throw new RangeError('nothing of this source is wanted');
  const clock = source ? videoClock(probe, source, tracks, ladder) : audioClock(tracks);
  const endSeconds = clock.grid.endTick / clock.grid.timescale;
  const audio = tracks.flatMap((track, n) =>
    ladder.audio.map((intent, m) => {
      const id = `a${n + 1}${ladder.audio.length > 1 ? `-${m + 1}` : ''}`;
      return planAudio(id, track, intent, clock, endSeconds);
    }),
  );
  return {
    kind: probe.kind,
    originSeconds: clock.originSeconds,
    keepsClock: !probe.clockJumps,
    durationMs: Math.max(1, Math.round(endSeconds * 1000)),
    grid: clock.grid,
    video:
      source && clock.timing
        ? {
            source,
            timing: clock.timing,
            timeline: timelineOf(clock.grid.timescale, clock.grid.borders, clock.grid.endTick),
            renditions: planVideo(source, clock.timing, clock.rungs),
          }
        : null,
    audio,
  };
}

function timelineOf(timescale: number, borders: number[], end: number): SegmentTimeline {
  return { timescale, runs: segmentRuns(borders, end) };
}

/** The default audio track, then one more for each other language that the file names. */
function chooseAudio(sources: readonly AudioSource[]): AudioSource[] {
  const first = sources.find((source) => source.isDefault) ?? sources[0];
  if (!first) return [];
  const languages = new Set([first.language ?? 'und', 'und']);
  const others = sources.filter((source) => {
    const language = source.language ?? 'und';
    if (source === first || languages.has(language)) return false;
    languages.add(language);
    return true;
  });
  return [first, ...others].slice(0, MOST_AUDIO);
}

type Clock = {
  originSeconds: number;
  grid: Grid;
  timing: VideoTiming | null;
  rungs: Rung[];
};

// Audio may outlast the pictures by this much before the last picture is held for it.
const OVERHANG_SECONDS = 0.5;

function videoClock(
  { clockJumps: jumps }: SourceProbe,
  source: VideoSource,
  tracks: AudioSource[],
  ladder: Ladder,
): Clock {
  const rungs = chooseRungs(source, ladder.video);
  const begin = Math.min(source.startSeconds, ...tracks.map(startOf));
  const audioEnd = Math.max(-Infinity, ...tracks.map((track) => track.endSeconds));
  const overhangs = audioEnd > source.endSeconds + OVERHANG_SECONDS;
  const lead = source.startSeconds - begin;
  if (source.variableFrameRate && !source.interlaced && !jumps && lead < 0.1 && !overhangs) {
    const { keyTicks, frameCount, ...grid } = variableGrid(source.frames);
    if (keepsOwnTimes(source, rungs, grid, { keyTicks, frameCount })) {
      const timing = { mode: 'variable', rate: source.frameRate, frameCount, keyTicks } as const;
      return { originSeconds: source.startSeconds, grid, timing, rungs };
    }
  }
  const rate = gridRate(source, rungs);
  const frames = perSecond(rate);
  // The grid begins with whatever begins first, moved by less than a frame so that pictures lie on it.
  const anchor = secondsOf(source, anchorTick(source.frames));
  const originSeconds = anchor - Math.floor((anchor - begin) * frames + 1e-4) / frames;
  const frameCount = overhangs
    ? Math.ceil((audioEnd - originSeconds) * frames - 1e-6)
    : Math.max(1, Math.round((source.endSeconds - originSeconds) * frames));
  const step = commonStep(rate, rungs);
  const grid = constantGrid(rate, frameCount, step);
  const timing = { mode: 'constant', rate, frameCount, gopFrames: gopFrames(rate, step) } as const;
  return { originSeconds, grid, timing, rungs };
}

function secondsOf({ frames }: VideoSource, tick: number): number {
  return (tick * frames.timeBase.numerator) / frames.timeBase.denominator;
}

function startOf(track: AudioSource): number {
  return track.startSeconds;
}

/** Own times are kept where they only rise, no gap makes a segment long, no rendition needs fewer frames. */
function keepsOwnTimes(
  source: VideoSource,
  rungs: Rung[],
  grid: Grid,
  { keyTicks, frameCount }: { keyTicks: number[]; frameCount: number },
): boolean {
  const { ticks, timeBase } = source.frames;
  const most = (2 * timeBase.denominator) / timeBase.numerator;
  const cap = Math.min(...rungs.map(({ intent }) => intent.maxFrameRate));
  return (
    frameCount === ticks.length &&
    ticks.every((at, n) => n === 0 || at - (ticks[n - 1] ?? at) <= most) &&
    perSecond(source.frameRate) <= cap * 1.1 &&
    keyTicks.length <= MOST_KEY_FRAMES &&
    grid.endTick / grid.timescale >= 0.1
  );
}

const SLOWEST_GRID = 2;

/** The source's rate, divided for the fastest rendition's limit, multiplied when slower than 2 fps. */
function gridRate(source: VideoSource, rungs: Rung[]): Fraction {
  const { variableFrameRate, frameRate } = source;
  const cap = Math.max(...rungs.map(({ intent }) => intent.maxFrameRate));
  const rate = variableFrameRate ? nearestRate(Math.min(cap, perSecond(frameRate))) : frameRate;
  const divisor = divisorFor(perSecond(rate), cap);
  const factor = Math.max(1, Math.ceil(SLOWEST_GRID / perSecond(rate)));
  return reduce({
    numerator: rate.numerator * factor,
    denominator: rate.denominator * divisor,
  });
}

/** Keep every n-th frame to stay under a limit; a thousandth over (60 of 59.94) is not over. */
function divisorFor(rate: number, cap: number): number {
  return Math.max(1, Math.ceil(rate / (cap * 1.001)));
}

function commonStep(rate: Fraction, rungs: Rung[]): number {
  const steps = rungs.map(({ intent }) => divisorFor(perSecond(rate), intent.maxFrameRate));
  return steps.reduce((product, step) => (product % step === 0 ? product : product * step), 1);
}

function audioClock(tracks: AudioSource[]): Clock {
  const originSeconds = Math.min(...tracks.map(startOf));
  const seconds = Math.max(...tracks.map((track) => track.endSeconds)) - originSeconds;
  const grid = constantGrid({ numerator: 1000, denominator: 1 }, Math.ceil(seconds * 1000), 1);
  return { originSeconds, grid, timing: null, rungs: [] };
}

function planVideo(source: VideoSource, timing: VideoTiming, rungs: Rung[]): PlannedVideo[] {
  const names = new Map<string, number>();
  return rungs.map((rung) => {
    const { intent, width, height } = rung;
    const frameStep =
      timing.mode === 'constant' ? divisorFor(perSecond(timing.rate), intent.maxFrameRate) : 1;
    const frameRate = reduce({
      numerator: timing.rate.numerator,
      denominator: timing.rate.denominator * frameStep,
    });
    const { maxBitrateKbps, profile } = intent;
    const framesPerSecond = perSecond(frameRate);
    const level = h264Level({ width, height, framesPerSecond, maxBitrateKbps, profile });
    const seen = (names.get(`v${rung.shortSide}`) ?? 0) + 1;
    names.set(`v${rung.shortSide}`, seen);
    return {
      id: `v${rung.shortSide}${seen > 1 ? `-${seen}` : ''}`,
      rung,
      frameStep,
      frameRate,
      level,
      codec: h264CodecString(profile, level),
      // A buffer of two seconds may empty into one segment of six.
      peakBps: Math.ceil((maxBitrateKbps * 1000 * 8) / 6),
      averageBps: Math.ceil(maxBitrateKbps * 1000 * 0.7),
    };
  });
}

function planAudio(
  id: string,
  source: AudioSource,
  intent: AudioIntent,
  clock: Clock,
  endSeconds: number,
): PlannedAudio {
  const { sampleRate } = intent;
  const channels = Math.min(intent.channels, source.channels);
  const until = Math.max(endSeconds, source.endSeconds - clock.originSeconds);
  const frameCount = Math.max(1, Math.ceil((until * sampleRate - 1e-6) / AAC_FRAME));
  // A last segment shorter than half an audio frame has none of its own.
  const borders = audioBorders(clock.grid, sampleRate).filter((border) => border < frameCount);
  const bitrate = Math.round((intent.bitrateKbps * 1000 * channels) / intent.channels);
  return {
    id,
    source,
    intent,
    channels,
    codec: 'mp4a.40.2',
    languageCode: source.language && /^[a-z]{2,3}$/.test(source.language) ? source.language : 'und',
    name: source.title ?? '',
    borders,
    frameCount,
    timeline: timelineOf(
      sampleRate,
      borders.map((border) => border * AAC_FRAME),
      frameCount * AAC_FRAME,
    ),
    peakBps: Math.ceil(bitrate * 1.1),
    averageBps: Math.ceil(bitrate * 1.02),
  };
}
