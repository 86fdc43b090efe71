/** The edge tells in this header how long it held a response for a segment that was being encoded. */
export const WAIT_HEADER = 'x-wait-ms';
/** With a playlist: `1` while its stream is still being encoded. */
export const OPEN_HEADER = 'x-stream-open';

/** The edge holds a segment for 8 s and then answers 503: asking goes on every half second. */
export const NOT_YET_RETRIES = 60;
export const NOT_YET_RETRY_MS = 500;

/** Shorter waits look like any network's. */
const LONG_WAIT_MS = 2000;
const CAP_LASTS_MS = 30_000;
/** Each wait doubles it up to this: trying again costs the viewer nothing but buffer. */
const CAP_LASTS_MOST_MS = 240_000;

/**
 * Milliseconds that the edge held a response; 0 when it says nothing that can be understood, and
 * when a cache says it again (RFC 9111 §5.1: `Age` is how long ago the edge did).
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
 * Below which quality to stay: what is encoded in time is found one step under what was waited for,
 * and surely at the bottom, which is encoded first, when it was waited for in vain.
 * Ranks are numbers that grow with quality, as a level's index or its bit rate.
 */
export interface QualityCap {
  /** A segment of this rank was held for so long, or could not be had in time at all (Infinity). */
  waited(rank: number, waitMs: number): void;
  /** Automatic choices stay under this rank now; Infinity when they are free. */
  below(): number;
}

export function createQualityCap(now: () => number = () => performance.now()): QualityCap {
  let rank = Number.POSITIVE_INFINITY;
  let untilMs = 0;
  let lastsMs = CAP_LASTS_MS;
  const below = (): number => (now() < untilMs ? rank : Number.POSITIVE_INFINITY);
  return {
    waited(waitedRank, waitMs) {
      if (waitMs <= LONG_WAIT_MS) return;
      rank = waitMs === Number.POSITIVE_INFINITY ? 0 : Math.min(below(), waitedRank);
      untilMs = now() + lastsMs;
      lastsMs = Math.min(2 * lastsMs, CAP_LASTS_MOST_MS);
    },
    below,
  };
}

/** What became of a request: its bytes came, the edge said "not yet" (503), or nobody wants it now. */
export type SegmentOutcome = 'bytes' | 'notYet' | 'dropped';

export interface HoldWatch {
  /** `track` tells sound from pictures; `hasBegun` is true once the first byte is there. */
  asked(request: object, track: string, hasBegun: () => boolean): void;
  /** `waitMs` as the edge told it. */
  ended(request: object, outcome: SegmentOutcome, waitMs: number): void;
  stop(): void;
}

/**
 * Tells whether segments are being waited for because they are still being encoded. Silence alone
 * means that only for a stream known to be unfinished (`open`, or held before): else the network
 * may be slow.
 */
export function createHoldWatch(
  open: boolean,
  onChange: (held: boolean) => void,
  longWaitMs = LONG_WAIT_MS,
): HoldWatch {
  const tracks = new Map<object, { track: string; timer: ReturnType<typeof setTimeout> }>();
  const late = new Set<object>();
  const refused = new Set<string>();
  let unfinished = open;
  let told = false;
  const tell = (): void => {
    const held = refused.size > 0 || (unfinished && late.size > 0);
    if (held === told) return;
    told = held;
    onChange(held);
  };

  return {
    asked(request, track, hasBegun) {
      const timer = setTimeout(() => {
        if (!hasBegun()) late.add(request);
        tell();
      }, longWaitMs);
      tracks.set(request, { track, timer });
    },
    ended(request, outcome, waitMs) {
      const asked = tracks.get(request);
      if (!asked) return;
      clearTimeout(asked.timer);
      tracks.delete(request);
      late.delete(request);
      if (waitMs > 0 || outcome === 'notYet') unfinished = true;
      if (outcome === 'notYet') refused.add(asked.track);
      if (outcome === 'bytes') refused.delete(asked.track);
      tell();
    },
    stop() {
      for (const { timer } of tracks.values()) clearTimeout(timer);
      tracks.clear();
      late.clear();
      refused.clear();
      tell();
    },
  };
}
