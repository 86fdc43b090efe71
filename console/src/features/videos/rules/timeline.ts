import type { VideoJob } from '@kinora/contract/jobs';
import type { Output } from '@kinora/contract/videos';

export type StepState = VideoJob['state'];

/** A stretch of an output, in seconds of the video. */
export type Stretch = { from: number; to: number; state: StepState };

export type OutputLine = {
  output: Output;
  /** From 0 to the end of the video without gaps; empty until that is known. */
  stretches: Stretch[];
  /** The share of it that is made, from 0 to 1. */
  done: number;
  state: StepState;
};

/** The server lists no more pieces than these; those that are done are left out first. */
const MAX_PIECES = 500;
/** Borders of pieces are rounded to tenths of a second. */
const ROUNDING_SECONDS = 0.25;

/** True when there are more steps than are listed (beside the check of the source). */
export function isCut(jobs: readonly VideoJob[]): boolean {
  return jobs.length > MAX_PIECES;
}

/** How far each output is, and which parts of the video are done, running, waiting or failed. */
export function toOutputLines(
  jobs: readonly VideoJob[],
  outputs: readonly Output[],
  duration: number | null,
): OutputLine[] {
  return outputs.map((output) => {
    if (output.completed) return toLine(output, toWholeStretch(duration, 'completed'), 'completed');
    const own = jobs.filter((job) => makesMedia(job) && job.outputs.includes(output.name));
    const stretches = duration === null ? [] : toStretches(own, duration, isCut(jobs));
    return toLine(output, stretches, getStepsState(own));
  });
}

function makesMedia({ type }: VideoJob): boolean {
  return type === 'copy' || type === 'video' || type === 'audio';
}

function toWholeStretch(duration: number | null, state: StepState): Stretch[] {
  return duration === null ? [] : [{ from: 0, to: duration, state }];
}

function toLine(output: Output, stretches: Stretch[], state: StepState): OutputLine {
  const made = stretches.filter((one) => one.state === 'completed');
  const seconds = made.reduce((sum, { from, to }) => sum + to - from, 0);
  const length = stretches.at(-1)?.to ?? 0;
  const known = output.completed ? 1 : 0;
  return { output, stretches, done: length > 0 ? seconds / length : known, state };
}

function toStretches(jobs: readonly VideoJob[], duration: number, cut: boolean): Stretch[] {
  const listed = jobs
    .map((job) => ({
      from: job.startSeconds ?? 0,
      to: Math.min(duration, job.endSeconds ?? duration),
      state: job.state,
    }))
    .toSorted((a, b) => a.from - b.from);
  // Of a list that was cut, what stands before anything that is listed is done.
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

/** The one thing to say of several steps. */
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
