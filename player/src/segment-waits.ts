/** The edge reports in this header how long it delayed a segment that was being encoded. */
export const WAIT_HEADER = 'x-wait-ms';
/** A header of playlists: `1` while the stream is still being encoded. */
export const OPEN_HEADER = 'x-stream-open';

/** The edge delays a segment for 8 s and then answers 503: the player requests it every half second. */
export const MAX_NOT_YET_RETRIES = 60;
export const NOT_YET_RETRY_MS = 500;

/** Shorter waits look like any network's. */
const LONG_WAIT_MS = 2000;
const MIN_CAP_MS = 30_000;
/** Each wait doubles it up to this: trying again costs the viewer nothing but buffer. */
const MAX_CAP_MS = 240_000;

/**
 * Parses the milliseconds that the edge delayed a response; 0 for an invalid header, and when a
 * cache repeats it (RFC 9111 §5.1: `Age` is how long ago the edge sent it).
 */
export function parseWaitMs(
  header: string | null | undefined,
  age: string | null | undefined,
): number {
  if (Number(age ?? 0) > 0) return 0;
  const waitMs = Number(header ?? 0);
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : 0;
}

/**
 * Limits the quality: one step below a delayed quality is encoded in time; after a failed wait only the
 * lowest surely is, as it is encoded first. Ranks are numbers that grow with quality, such as a level's index
 * or its bit rate.
 */
export type QualityCap = {
  /** Records a wait for a segment of this rank; Infinity when it could not be had in time at all. */
  recordWait(rank: number, waitMs: number): void;
  /** Returns the rank that automatic choices must stay under; Infinity when they are free. */
  getLimit(): number;
};

export function createQualityCap(now: () => number = () => performance.now()): QualityCap {
  let rank = Number.POSITIVE_INFINITY;
  let capEndMs = 0;
  let capMs = MIN_CAP_MS;
  const getLimit = (): number => (now() < capEndMs ? rank : Number.POSITIVE_INFINITY);
  return {
    recordWait(waitedRank, waitMs) {
      if (waitMs <= LONG_WAIT_MS) return;
      rank = waitMs === Number.POSITIVE_INFINITY ? 0 : Math.min(getLimit(), waitedRank);
      capEndMs = now() + capMs;
      capMs = Math.min(2 * capMs, MAX_CAP_MS);
    },
    getLimit,
  };
}

/** The outcome of a request: its bytes came, the edge said "not yet" (503), or it is no longer wanted. */
export type SegmentOutcome = 'bytes' | 'notYet' | 'dropped';

export type DelayWatch = {
  /**
   * Starts watching a request. `track` is audio or video; `hasBegun` is true once the first byte
   * came.
   */
  start(request: object, track: string, hasBegun: () => boolean): void;
  /** Ends watching a request; `waitMs` as the edge reported it. */
  end(request: object, outcome: SegmentOutcome, waitMs: number): void;
  stop(): void;
};

/**
 * Notifies whether segments are delayed because they are still being encoded. Silence alone means
 * that only for a stream known to be unfinished (`isOpen`, or delayed before): else the network may
 * be slow.
 */
export function createDelayWatch(
  isOpen: boolean,
  onChange: (isDelayed: boolean) => void,
  longWaitMs = LONG_WAIT_MS,
): DelayWatch {
  const tracks = new Map<object, { track: string; timer: ReturnType<typeof setTimeout> }>();
  const late = new Set<object>();
  const refused = new Set<string>();
  let isUnfinished = isOpen;
  let wasDelayed = false;
  const notify = (): void => {
    const isDelayed = refused.size > 0 || (isUnfinished && late.size > 0);
    if (isDelayed === wasDelayed) return;
    wasDelayed = isDelayed;
    onChange(isDelayed);
  };

  return {
    start(request, track, hasBegun) {
      const timer = setTimeout(() => {
        if (!hasBegun()) late.add(request);
        notify();
      }, longWaitMs);
      tracks.set(request, { track, timer });
    },
    end(request, outcome, waitMs) {
      const started = tracks.get(request);
      if (!started) return;
      clearTimeout(started.timer);
      tracks.delete(request);
      late.delete(request);
      if (waitMs > 0 || outcome === 'notYet') isUnfinished = true;
      if (outcome === 'notYet') refused.add(started.track);
      if (outcome === 'bytes') refused.delete(started.track);
      notify();
    },
    stop() {
      for (const { timer } of tracks.values()) clearTimeout(timer);
      tracks.clear();
      late.clear();
      refused.clear();
      notify();
    },
  };
}
