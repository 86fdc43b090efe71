import type { AdOffset } from './messages.ts';

/** A break in the order of the ad server's answer. */
export type Break = { index: number; offset: AdOffset };

export type Position = {
  /** Before the first frame of the video. */
  isStart: boolean;
  isEnd: boolean;
  timeSec: number;
  /** NaN: unknown. */
  durationSec: number;
};

/** Seconds from the beginning; an end or a share of a video of unknown length is never reached. */
export function toSeconds(offset: AdOffset, durationSec: number): number {
  if (offset.at === 'start') return 0;
  if (offset.at === 'time') return offset.sec;
  const isKnown = offset.at === 'share' && Number.isFinite(durationSec);
  return isKnown ? offset.share * durationSec : Number.POSITIVE_INFINITY;
}

/**
 * Chooses the break to play now among the remaining ones, and the breaks that end with it. After a seek over
 * several, only the newest passed one plays, once; the first ad comes before any of them.
 */
export function chooseBreak(
  left: readonly Break[],
  { isStart, isEnd, timeSec, durationSec }: Position,
): { next: Break | null; left: Break[] } {
  const timed = left.map((each) => ({ each, sec: toSeconds(each.offset, durationSec) }));
  const reached = timed.filter(({ each, sec }) =>
    each.offset.at === 'end' ? isEnd : sec <= timeSec || isEnd,
  );
  const first = isStart ? reached.find(({ sec }) => sec === 0) : undefined;
  const newest = reached.reduce<(typeof reached)[number] | undefined>(
    (best, one) => (best === undefined || one.sec > best.sec ? one : best),
    undefined,
  );
  const next = first ?? newest ?? null;
  if (!next) return { next: null, left: [...left] };
  // Other breaks at the same moment follow it; the other passed ones are over.
  const isOver = (one: (typeof timed)[number]) =>
    one === next || (reached.includes(one) && one.sec !== next.sec);
  return { next: next.each, left: timed.filter((one) => !isOver(one)).map(({ each }) => each) };
}
