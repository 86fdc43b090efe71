import type { OutputProgress, VideoJob } from '@kinora/contract/jobs';
import type { Output } from '@kinora/contract/videos/outputs';

export type StepState = VideoJob['state'];

/** A stretch of an output, in seconds of the video. */
export type Stretch = { from: number; to: number; state: StepState };

export type OutputLine = {
  output: Output;
  /** From 0 to the end of the video without gaps; empty until that is known. */
  stretches: Stretch[];
  /** The share of its segments that is made, from 0 to 1. */
  done: number;
  state: StepState;
};

/** The server lists no more pieces than these; those that are done are left out first. */
const MAX_PIECES = 500;
/** A stretch that is shorter is not drawn. */
const MIN_SECONDS = 0.05;
/** Borders of pieces are rounded to tenths of a second. */
const ROUNDING_SECONDS = 0.25;

/** True when there are more steps than are listed (beside the check of the source). */
export function isCut(jobs: readonly VideoJob[]): boolean {
  return jobs.length > MAX_PIECES;
}

/** Says how far each output is, and which parts of the video are done, running, waiting or failed. */
export function toOutputLines(
  jobs: readonly VideoJob[],
  outputs: readonly Output[],
  duration: number | null,
  progress: readonly OutputProgress[] = [],
): OutputLine[] {
  return outputs.map((output) => {
    if (output.completed) {
      const stretches = toWholeStretch(duration, 'completed');
      return { output, stretches, done: 1, state: 'completed' };
    }
    const own = jobs.filter((job) => makesMedia(job) && job.outputs.includes(output.name));
    const {
      made = [],
      segmentsCompleted = 0,
      segmentsTotal = 1,
    } = progress.find(({ id }) => id === output.id) ?? {};
    const stretches = duration === null ? [] : toStretches(own, duration, isCut(jobs));
    return {
      output,
      stretches: withMade(stretches, made),
      done: segmentsCompleted / Math.max(1, segmentsTotal),
      state: getStepsState(own),
    };
  });
}

/** Counts finished parts of a piece that still runs as done, wherever they are. */
function withMade(stretches: Stretch[], made: OutputProgress['made']): Stretch[] {
  const found: Stretch[] = [];
  const add = (from: number, to: number, state: StepState) => {
    if (to - from < MIN_SECONDS) return;
    const last = found.at(-1);
    if (last?.state === state) last.to = to;
    else found.push({ from: last?.to ?? from, to, state });
  };
  for (const { from, to, state } of stretches) {
    let at = from;
    for (const { startSeconds, endSeconds } of made) {
      const [begin, end] = [Math.max(at, startSeconds), Math.min(to, endSeconds)];
      if (end <= begin) continue;
      add(at, begin, state);
      add(begin, end, 'completed');
      at = end;
    }
    add(at, to, state);
  }
  return found;
}

function makesMedia({ type }: VideoJob): boolean {
  return type === 'copy' || type === 'video' || type === 'audio';
}

function toWholeStretch(duration: number | null, state: StepState): Stretch[] {
  return duration === null ? [] : [{ from: 0, to: duration, state }];
}

function toStretches(jobs: readonly VideoJob[], duration: number, cut: boolean): Stretch[] {
  const listed = jobs
    .map((job) => ({
      from: job.startSeconds ?? 0,
      to: Math.min(duration, job.endSeconds ?? duration),
      state: job.state,
    }))
    .toSorted((a, b) => a.from - b.from);
  // When a list was cut, everything before its last entry's start counts as done.
  const isDoneBefore = cut ? (listed.at(-1)?.from ?? 0) : 0;
  const found: Stretch[] = [];
  const add = (from: number, to: number, state: StepState) => {
    const last = found.at(-1);
    if (last?.state === state) last.to = to;
    else found.push({ from, to, state });
  };
  let at = 0;
  for (const { from, to, state } of listed) {
    if (to <= at) continue;
    if (from - at > ROUNDING_SECONDS) add(at, from, from <= isDoneBefore ? 'completed' : 'waiting');
    add(from - at > ROUNDING_SECONDS ? from : at, to, state);
    at = to;
  }
  if (duration - at > ROUNDING_SECONDS) add(at, duration, 'waiting');
  else found.splice(-1, 1, ...found.slice(-1).map((last) => ({ ...last, to: duration })));
  return found;
}

/** The most important state among several steps. */
export function getStepsState(jobs: readonly Pick<VideoJob, 'state'>[]): StepState {
  const has = (state: StepState) => jobs.some((job) => job.state === state);
  if (has('running')) return 'running';
  if (has('failed')) return 'failed';
  return jobs.length > 0 && jobs.every(({ state }) => state === 'completed')
    ? 'completed'
    : 'waiting';
}

/** The stretches of a line that are in one state. */
export function listRanges({ stretches }: OutputLine, state: StepState): [number, number][] {
  return stretches.filter((one) => one.state === state).map(({ from, to }) => [from, to]);
}
