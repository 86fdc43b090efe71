import type { VideoCopy } from './copy-plan.ts';
import {
  findAnchorTick,
  findNearestRate,
  getToleranceSeconds,
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

/** The clock of a stream: its origin, its segments, and the rungs that run on it. */
export type Clock = {
  originSeconds: number;
  grid: Grid;
  timing: VideoTiming | null;
  /** the rungs that are encoded */
  rungs: Rung[];
};

// A plan is stored and sent around: four hours of key frames every two seconds, and no more.
export const MAX_KEY_FRAMES = 8000;

// Audio may outlast the video by this much before the last frame is repeated for it.
const OVERHANG_SECONDS = 0.5;

type Wanted = { tracks: AudioSource[]; intents: VideoIntent[]; copy: VideoCopy | null };

export function createVideoClock(probe: SourceProbe, source: VideoSource, wanted: Wanted): Clock {
  const chosen = chooseRungs(source, wanted.intents);
  const { copy } = wanted;
  if (copy)
    return createCopyClock(
      copy,
      chosen.filter((rung) => rung.intent.codec !== 'h264' || !isRedundantBeside(copy, rung)),
    );
  return (
    createOwnTimesClock(probe, source, wanted.tracks, chosen) ??
    createConstantClock(source, wanted, chosen)
  );
}

/** Every rendition has the copy's segments, and the source's own times. */
function createCopyClock(copy: VideoCopy, rungs: Rung[]): Clock {
  const { timescale, borders, endTick, originSeconds, frameRate } = copy;
  const keys = thinKeys(copy);
  const keyTicks = keys.length > MAX_KEY_FRAMES ? borders : keys;
  const timing = { mode: 'sourceKeys', rate: frameRate, keyTicks } as const;
  return { originSeconds, grid: { timescale, borders, endTick }, timing, rungs };
}

/** Keeps a variable rate's own times, where that is possible; else null. */
function createOwnTimesClock(
  { clockJumps }: SourceProbe,
  source: VideoSource,
  tracks: AudioSource[],
  rungs: Rung[],
): Clock | null {
  if (!source.variableFrameRate || source.interlaced || clockJumps) return null;
  // SVT-AV1 puts key frames at a fixed distance only.
  if (rungs.some(({ intent }) => intent.codec === 'av1')) return null;
  const lead = source.startSeconds - getBegin(source, tracks);
  if (lead >= 0.1 || hasOverhang(source, tracks)) return null;
  const { keyTicks, frameCount, ...grid } = createVariableGrid(source.frames);
  if (!canKeepOwnTimes(source, rungs, grid, { keyTicks, frameCount })) return null;
  const timing = { mode: 'variable', rate: source.frameRate, keyTicks } as const;
  return { originSeconds: source.startSeconds, grid, timing, rungs };
}

function createConstantClock(source: VideoSource, { tracks }: Wanted, rungs: Rung[]): Clock {
  const rate = chooseGridRate(source, rungs);
  const frames = toFramesPerSecond(rate);
  // The grid begins with whichever track begins first, moved by less than a frame so that frames
  // lie on it.
  const first = getFirstFrameSeconds(source);
  const lead = (first - getBegin(source, tracks)) * frames;
  const tolerance = getToleranceSeconds(source.frames, frames) * frames;
  const originSeconds = first - Math.max(0, Math.floor(lead + tolerance)) / frames;
  const frameCount = hasOverhang(source, tracks)
    ? Math.ceil((getAudioEnd(tracks) - originSeconds) * frames - 1e-6)
    : Math.max(1, Math.round((source.endSeconds - originSeconds) * frames));
  const step = getCommonStep(rate, rungs);
  const grid = createConstantGrid(rate, frameCount, step);
  const timing = {
    mode: 'constant',
    rate,
    frameCount,
    gopFrames: countGopFrames(rate, step),
  } as const;
  return { originSeconds, grid, timing, rungs };
}

/**
 * Returns where the first frame lies on the grid of its rate: its own time is rounded where the
 * clock counts milliseconds, and often displaced.
 */
function getFirstFrameSeconds(source: VideoSource): number {
  const rate = toFramesPerSecond(source.frameRate);
  const anchor = toSeconds(source, findAnchorTick(source.frames));
  return anchor - Math.round((anchor - source.startSeconds) * rate) / rate;
}

/** Creates segments of six seconds for audio alone. */
export function createAudioClock(tracks: AudioSource[]): Clock {
  const originSeconds = Math.min(...tracks.map(getStart));
  const seconds = getAudioEnd(tracks) - originSeconds;
  const grid = createConstantGrid(
    { numerator: 1000, denominator: 1 },
    Math.ceil(seconds * 1000),
    1,
  );
  return { originSeconds, grid, timing: null, rungs: [] };
}

function getStart(track: AudioSource): number {
  return track.startSeconds;
}

function getBegin(source: VideoSource, tracks: AudioSource[]): number {
  return Math.min(source.startSeconds, ...tracks.map(getStart));
}

function getAudioEnd(tracks: AudioSource[]): number {
  return Math.max(-Infinity, ...tracks.map((track) => track.endSeconds));
}

function hasOverhang(source: VideoSource, tracks: AudioSource[]): boolean {
  return getAudioEnd(tracks) > source.endSeconds + OVERHANG_SECONDS;
}

function toSeconds({ frames }: VideoSource, tick: number): number {
  return (tick * frames.timeBase.numerator) / frames.timeBase.denominator;
}

/** True when times only rise, no gap makes a segment long, and no rendition needs fewer frames. */
function canKeepOwnTimes(
  source: VideoSource,
  rungs: Rung[],
  grid: Grid,
  { keyTicks, frameCount }: { keyTicks: number[]; frameCount: number },
): boolean {
  const { ticks, lastTicks, timeBase } = source.frames;
  const maxGap = (2 * timeBase.denominator) / timeBase.numerator;
  const cap = Math.min(...rungs.map(({ intent }) => intent.maxFrameRate));
  return (
    frameCount === ticks.length &&
    ticks.every((at, n) => n === 0 || at - (ticks[n - 1] ?? at) <= maxGap) &&
    lastTicks <= maxGap &&
    toFramesPerSecond(source.frameRate) <= cap * 1.1 &&
    keyTicks.length <= MAX_KEY_FRAMES &&
    grid.endTick / grid.timescale >= 0.1
  );
}

const MIN_GRID_RATE = 2;

// A repeated frame costs half of a new one. A few KB can claim a day of them at 60 a second, which
// would take a core 19 hours: an hour of that is made of any claim, and beyond that so many for
// each real frame.
const FREE_REPEATS = 60 * 3600;
const MAX_REPEATS = 30;

/** Returns the divisor of a rate, down to the slowest, that keeps repeated frames within that bound. */
function getSparseDivisor(rate: number, source: VideoSource): number {
  const maxGap = Math.max(FREE_REPEATS, MAX_REPEATS * source.frames.ticks.length);
  const wanted = Math.ceil((rate * (source.endSeconds - source.startSeconds)) / maxGap);
  return Math.max(1, Math.min(wanted, Math.floor(rate / MIN_GRID_RATE)));
}

/**
 * Chooses the source's rate, divided for the fastest rendition's limit and where few frames last a
 * long time, multiplied when slower than 2 fps.
 */
function chooseGridRate(source: VideoSource, rungs: Rung[]): Fraction {
  const { variableFrameRate, frameRate } = source;
  const cap = Math.max(...rungs.map(({ intent }) => intent.maxFrameRate));
  const rate = variableFrameRate
    ? findNearestRate(Math.min(cap, toFramesPerSecond(frameRate)))
    : frameRate;
  const divisor = Math.max(
    getDivisor(toFramesPerSecond(rate), cap),
    getSparseDivisor(toFramesPerSecond(rate), source),
  );
  const factor = Math.max(1, Math.ceil(MIN_GRID_RATE / toFramesPerSecond(rate)));
  return reduceFraction({
    numerator: rate.numerator * factor,
    denominator: rate.denominator * divisor,
  });
}

/**
 * Returns n where every n-th frame is kept to stay under a limit; a thousandth over (60 of 59.94)
 * is not over.
 */
export function getDivisor(rate: number, cap: number): number {
  return Math.max(1, Math.ceil(rate / (cap * 1.001)));
}

function getCommonStep(rate: Fraction, rungs: Rung[]): number {
  const steps = rungs.map(({ intent }) => getDivisor(toFramesPerSecond(rate), intent.maxFrameRate));
  return steps.reduce((product, step) => (product % step === 0 ? product : product * step), 1);
}
