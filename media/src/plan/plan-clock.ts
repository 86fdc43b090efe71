import type { VideoCopy } from './copy-plan.ts';
import {
  findAnchorTick,
  findNearestRate,
  toFramesPerSecond,
  reduceFraction,
} from '../probe/frame-rate.ts';
import {
  type Grid,
  createConstantGrid,
  countGopFrames,
  thinKeys,
  createVariableGrid,
} from './grid.ts';
import { type Rung, type VideoIntent, isRedundantBeside, chooseRungs } from './ladder.ts';
import type { VideoTiming } from './encoding-plan.ts';
import type { AudioSource, Fraction, SourceProbe, VideoSource } from '../probe/source-probe.ts';

/** The clock of a stream: where it begins, its segments, and the rungs that run on it. */
export type Clock = {
  originSeconds: number;
  grid: Grid;
  timing: VideoTiming | null;
  /** those that are encoded */
  rungs: Rung[];
};

// A plan is stored and sent around: four hours of key pictures every two seconds, and no more.
export const MAX_KEY_FRAMES = 8000;

// Audio may outlast the pictures by this much before the last picture is held for it.
const OVERHANG_SECONDS = 0.5;

type Wanted = { tracks: AudioSource[]; intents: VideoIntent[]; copy: VideoCopy | null };

export function createVideoClock(probe: SourceProbe, source: VideoSource, wanted: Wanted): Clock {
  const chosen = chooseRungs(source, wanted.intents);
  const { copy } = wanted;
  if (copy)
    return copyClock(
      copy,
      chosen.filter((rung) => rung.intent.codec !== 'h264' || !isRedundantBeside(copy, rung)),
    );
  return ownTimes(probe, source, wanted.tracks, chosen) ?? constantClock(source, wanted, chosen);
}

/** Every rendition has the copy's segments, and the source's own times. */
function copyClock(copy: VideoCopy, rungs: Rung[]): Clock {
  const { timescale, borders, endTick, originSeconds, frameRate } = copy;
  const keys = thinKeys(copy);
  const keyTicks = keys.length > MAX_KEY_FRAMES ? borders : keys;
  const timing = { mode: 'sourceKeys', rate: frameRate, keyTicks } as const;
  return { originSeconds, grid: { timescale, borders, endTick }, timing, rungs };
}

/** A variable rate's own times, where they can be kept; else null. */
function ownTimes(
  { clockJumps }: SourceProbe,
  source: VideoSource,
  tracks: AudioSource[],
  rungs: Rung[],
): Clock | null {
  if (!source.variableFrameRate || source.interlaced || clockJumps) return null;
  // SVT-AV1 puts key pictures at a fixed distance only.
  if (rungs.some(({ intent }) => intent.codec === 'av1')) return null;
  const lead = source.startSeconds - beginOf(source, tracks);
  if (lead >= 0.1 || overhangs(source, tracks)) return null;
  const { keyTicks, frameCount, ...grid } = createVariableGrid(source.frames);
  if (!keepsOwnTimes(source, rungs, grid, { keyTicks, frameCount })) return null;
  const timing = { mode: 'variable', rate: source.frameRate, keyTicks } as const;
  return { originSeconds: source.startSeconds, grid, timing, rungs };
}

function constantClock(source: VideoSource, { tracks }: Wanted, rungs: Rung[]): Clock {
  const rate = gridRate(source, rungs);
  const frames = toFramesPerSecond(rate);
  // The grid begins with whatever begins first, moved by less than a frame so that pictures lie on it.
  const anchor = secondsOf(source, findAnchorTick(source.frames));
  const begin = beginOf(source, tracks);
  const originSeconds = anchor - Math.floor((anchor - begin) * frames + 1e-4) / frames;
  const frameCount = overhangs(source, tracks)
    ? Math.ceil((audioEnd(tracks) - originSeconds) * frames - 1e-6)
    : Math.max(1, Math.round((source.endSeconds - originSeconds) * frames));
  const step = commonStep(rate, rungs);
  const grid = createConstantGrid(rate, frameCount, step);
  const timing = {
    mode: 'constant',
    rate,
    frameCount,
    gopFrames: countGopFrames(rate, step),
  } as const;
  return { originSeconds, grid, timing, rungs };
}

/** Segments of six seconds for sound alone. */
export function createAudioClock(tracks: AudioSource[]): Clock {
  const originSeconds = Math.min(...tracks.map(startOf));
  const seconds = audioEnd(tracks) - originSeconds;
  const grid = createConstantGrid(
    { numerator: 1000, denominator: 1 },
    Math.ceil(seconds * 1000),
    1,
  );
  return { originSeconds, grid, timing: null, rungs: [] };
}

function startOf(track: AudioSource): number {
  return track.startSeconds;
}

function beginOf(source: VideoSource, tracks: AudioSource[]): number {
  return Math.min(source.startSeconds, ...tracks.map(startOf));
}

function audioEnd(tracks: AudioSource[]): number {
  return Math.max(-Infinity, ...tracks.map((track) => track.endSeconds));
}

function overhangs(source: VideoSource, tracks: AudioSource[]): boolean {
  return audioEnd(tracks) > source.endSeconds + OVERHANG_SECONDS;
}

function secondsOf({ frames }: VideoSource, tick: number): number {
  return (tick * frames.timeBase.numerator) / frames.timeBase.denominator;
}

/** Own times are kept where they only rise, no gap makes a segment long, no rendition needs fewer frames. */
function keepsOwnTimes(
  source: VideoSource,
  rungs: Rung[],
  grid: Grid,
  { keyTicks, frameCount }: { keyTicks: number[]; frameCount: number },
): boolean {
  const { ticks, lastTicks, timeBase } = source.frames;
  const most = (2 * timeBase.denominator) / timeBase.numerator;
  const cap = Math.min(...rungs.map(({ intent }) => intent.maxFrameRate));
  return (
    frameCount === ticks.length &&
    ticks.every((at, n) => n === 0 || at - (ticks[n - 1] ?? at) <= most) &&
    lastTicks <= most &&
    toFramesPerSecond(source.frameRate) <= cap * 1.1 &&
    keyTicks.length <= MAX_KEY_FRAMES &&
    grid.endTick / grid.timescale >= 0.1
  );
}

const SLOWEST_GRID = 2;

// A picture that is repeated costs half of a new one. A few KB can promise a day of them at 60 a second,
// which would take a core 19 hours: an hour of that is made of whatever promises it, and beyond that
// so many for each real picture.
const REPEATED_FREELY = 60 * 3600;
const MOST_REPEATED = 30;

/** By what a rate is divided, down to the slowest, so that no more pictures are repeated than that. */
function sparseDivisor(rate: number, source: VideoSource): number {
  const most = Math.max(REPEATED_FREELY, MOST_REPEATED * source.frames.ticks.length);
  const wanted = Math.ceil((rate * (source.endSeconds - source.startSeconds)) / most);
  return Math.max(1, Math.min(wanted, Math.floor(rate / SLOWEST_GRID)));
}

/**
 * The source's rate, divided for the fastest rendition's limit and where few pictures stand for a long
 * time, multiplied when slower than 2 fps.
 */
function gridRate(source: VideoSource, rungs: Rung[]): Fraction {
  const { variableFrameRate, frameRate } = source;
  const cap = Math.max(...rungs.map(({ intent }) => intent.maxFrameRate));
  const rate = variableFrameRate
    ? findNearestRate(Math.min(cap, toFramesPerSecond(frameRate)))
    : frameRate;
  const divisor = Math.max(
    getDivisor(toFramesPerSecond(rate), cap),
    sparseDivisor(toFramesPerSecond(rate), source),
  );
  const factor = Math.max(1, Math.ceil(SLOWEST_GRID / toFramesPerSecond(rate)));
  return reduceFraction({
    numerator: rate.numerator * factor,
    denominator: rate.denominator * divisor,
  });
}

/** Keep every n-th frame to stay under a limit; a thousandth over (60 of 59.94) is not over. */
export function getDivisor(rate: number, cap: number): number {
  return Math.max(1, Math.ceil(rate / (cap * 1.001)));
}

function commonStep(rate: Fraction, rungs: Rung[]): number {
  const steps = rungs.map(({ intent }) => getDivisor(toFramesPerSecond(rate), intent.maxFrameRate));
  return steps.reduce((product, step) => (product % step === 0 ? product : product * step), 1);
}
