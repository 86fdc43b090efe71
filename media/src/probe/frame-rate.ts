import type { Fraction, FrameTimes } from './source-probe.ts';

const STANDARD: readonly Fraction[] = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60000, 1001],
  [60, 1],
  [10, 1],
  [12, 1],
  [12.5, 1],
  [15, 1],
  [20, 1],
  [90, 1],
  [100, 1],
  [120000, 1001],
  [120, 1],
  [240, 1],
].map(([numerator = 1, denominator = 1]) =>
  Number.isInteger(numerator)
    ? { numerator, denominator }
    : { numerator: numerator * 2, denominator: denominator * 2 },
);

const MAX_RATE = 300;

/** Converts a rate to frames per second. */
export function toFramesPerSecond(rate: Fraction): number {
  return rate.numerator / rate.denominator;
}

/** Parses `30000/1001` as a fraction; null for `0/0`, junk, and rates that no camera has. */
export function parseRate(text: string | undefined): Fraction | null {
  const found = /^(\d+)\/(\d+)$/.exec(text ?? '');
  if (!found) return null;
  const rate = { numerator: Number(found[1]), denominator: Number(found[2]) };
  const value = toFramesPerSecond(rate);
  return value > 0.001 && value <= MAX_RATE ? reduceFraction(rate) : null;
}

/** Reduces a rate to lowest terms. */
export function reduceFraction(rate: Fraction): Fraction {
  let [a, b] = [rate.numerator, rate.denominator];
  while (b > 0) [a, b] = [b, a % b];
  return { numerator: rate.numerator / a, denominator: rate.denominator / a };
}

/**
 * Finds the rate on whose grid nearly all frames lie, among the file's own claims and the usual
 * ones; null when there is none: the rate is variable. Single frames may be missing or displaced.
 * Where a coarse clock or few frames fit several rates alike, the file's claim decides.
 */
export function findConstantRate(
  frames: FrameTimes,
  claims: readonly (Fraction | null)[],
): Fraction | null {
  const known = claims.filter((claim) => claim !== null);
  if (frames.ticks.length < 3) return known[0] ?? null;
  let best: { rate: Fraction; holes: number } | null = null;
  for (const rate of listCandidates(known)) {
    const holes = countHoles(frames, toFramesPerSecond(rate));
    if (holes !== null && (best === null || holes < best.holes)) best = { rate, holes };
  }
  return best?.rate ?? null;
}

// Containers round a rate to few digits; 24 and 23.976 lie a thousandth apart.
const ROUNDED = 0.0002;

/**
 * Lists rates, the more likely first: claims that a camera may have, the usual ones from the first
 * claim on, and claims that ffmpeg measured by the clock.
 */
function listCandidates(claims: readonly Fraction[]): Fraction[] {
  const distance = (a: Fraction, b: Fraction): number =>
    Math.abs(Math.log(toFramesPerSecond(a) / toFramesPerSecond(b)));
  const stated = claims.flatMap((claim) => {
    const usual = STANDARD.find((rate) => distance(rate, claim) < ROUNDED);
    if (usual) return [usual];
    return claim.denominator === 1 || claim.denominator === 1001 ? [claim] : [];
  });
  const [first] = claims;
  const usual = first
    ? STANDARD.toSorted((a, b) => distance(a, first) - distance(b, first))
    : STANDARD;
  return [...stated, ...usual, ...claims];
}

/** Finds a frame on the grid of a constant rate: a middle one, for first frames are often displaced. */
export function findAnchorTick({ ticks }: FrameTimes): number {
  return ticks[Math.floor(ticks.length / 2)] ?? 0;
}

/** Returns by how many seconds frames may lie off the grid of their rate. */
export function getToleranceSeconds(
  { timeBase }: Pick<FrameTimes, 'timeBase'>,
  rate: number,
): number {
  // Clocks in milliseconds (Matroska, FLV) round both ends.
  const ticks = (1.05 * timeBase.numerator) / timeBase.denominator;
  return Math.min(Math.max(ticks, 0.0006), 0.3 / rate);
}

/** Counts grid places without a frame; null when too many frames lie off the grid or share a place. */
function countHoles(frames: FrameTimes, rate: number): number | null {
  const { ticks, timeBase } = frames;
  const tick = timeBase.numerator / timeBase.denominator;
  const anchor = findAnchorTick(frames);
  const tolerance = getToleranceSeconds(frames, rate);
  const allowed = 1 + Math.floor(ticks.length / 200);
  let misfits = 0;
  let holes = 0;
  let last: number | null = null;
  for (const at of ticks) {
    const seconds = (at - anchor) * tick;
    const place = Math.round(seconds * rate);
    if (place === last || Math.abs(seconds - place / rate) > tolerance) misfits += 1;
    else if (last !== null) holes += place - last - 1;
    if (misfits > allowed) return null;
    last = place;
  }
  return holes <= ticks.length / 3 ? holes : null;
}

/**
 * Measures the highest sustained rate of a variable-rate source: the max frames in any one second,
 * or a usual rate where one is near.
 */
export function measurePeakRate({ ticks, timeBase }: FrameTimes): Fraction {
  const second = timeBase.denominator / timeBase.numerator;
  let maxCount = 0;
  let first = 0;
  for (const [n, at] of ticks.entries()) {
    while (at - (ticks[first] ?? at) >= second) first += 1;
    maxCount = Math.max(maxCount, n - first + 1);
  }
  const length = ((ticks.at(-1) ?? 0) - (ticks[0] ?? 0)) / second;
  const short = length > 0 && length < 1 ? (ticks.length - 1) / length : maxCount;
  return findNearestRate(Math.min(Math.max(short, 1), MAX_RATE));
}

/** Finds the usual rate within 6 % of a measured one, or rounds the measured one to whole frames. */
export function findNearestRate(value: number): Fraction {
  const near = STANDARD.map((rate) => ({
    rate,
    off: Math.abs(toFramesPerSecond(rate) / value - 1),
  }))
    .filter(({ off }) => off < 0.06)
    .sort((a, b) => a.off - b.off)[0];
  return near?.rate ?? { numerator: Math.max(1, Math.round(value)), denominator: 1 };
}
