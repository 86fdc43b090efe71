import type { ServerResponse } from 'node:http';
import { getStreamPrefix } from '@kinora/contract/stream';
import { LRUCache } from 'lru-cache';
import type { Documents } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** A segment of an open stream that storage does not have yet. */
export type MissingSegment = {
  videoKey: string;
  revisionKey: string;
  /** The folder of the stream that lists it. */
  folder?: string;
  renditionId: string;
  /** 0 for the init segment, else from 1. */
  number: number;
};

/** Requests that a segment is made next. Settles within seconds; a rejection is only logged. */
export type RequestSegment = (segment: MissingSegment) => Promise<void>;

export type WaitLimits = {
  /** Max delay of one answer while no worker is known to make the segment. */
  maxDelayMs: number;
  /** Max delay once the API has taken the request: the segment is made next. */
  maxRequestedDelayMs: number;
  /** A segment that is waited for is requested this often. */
  requestIntervalMs: number;
  /** Max answers delayed at once, of all clients and of one. */
  maxDelayed: number;
  maxDelayedPerClient: number;
  /** Max segments requested at once on behalf of one client, which waits for others all the same. */
  maxRequestedPerClient: number;
};

/**
 * `stored`: storage has the segment. `withdrawn`: the stream is complete or gone, so the segment is
 * not coming. `late` and `overLimit`: the client may retry later. `left`: the client has gone.
 */
export type WaitOutcome = 'stored' | 'withdrawn' | 'late' | 'overLimit' | 'left';

export type SegmentWaits = {
  wait(
    segment: MissingSegment,
    storageKey: string,
    client: string,
    response: ServerResponse,
  ): Promise<WaitOutcome>;
  /** Ends all waits as `late`, including later ones. */
  close(): void;
};

type Waiter = {
  client: string;
  answer: (outcome: WaitOutcome) => void;
};

type Wait = {
  segment: MissingSegment;
  storageKey: string;
  waiters: Set<Waiter>;
  /** The API has taken a request for it. */
  isRequested: boolean;
};

/** Storage is polled for each segment this often, and in total at most this many times a second. */
const FOLDER_PACE = { everyMs: 100, perSecond: 2000 };
const OBJECT_STORE_PACE = { everyMs: 500, perSecond: 200 };
const MAX_CONCURRENT_LOOKUPS = 8;
const MAX_CONCURRENT_REQUESTS = 32;
const MAX_REMEMBERED_REQUESTS = 10_000;
const LOG_INTERVAL_MS = 10_000;

type WaitParts = {
  storage: Pick<EdgeStorage, 'stat' | 'localPath'>;
  documents: Pick<Documents, 'findVideo'>;
  /** Without it segments come in their own order. */
  requestSegment: RequestSegment | undefined;
  log: EdgeLog;
  limits: WaitLimits;
};

/** Delays answers for segments that are being made; those for the same one share lookup and request. */
export function createSegmentWaits(parts: WaitParts): SegmentWaits {
  const { storage, limits } = parts;
  const waits = new Map<string, Wait>();
  const limiter = createLimiter(limits);
  const shares = createShares(limits.maxRequestedPerClient);
  const requestNow = createRequester(parts, (storageKey) => {
    const wait = waits.get(storageKey);
    if (wait) wait.isRequested = true;
  });
  let isSweeping = false;
  let isClosed = false;

  function leave(wait: Wait, waiter: Waiter): void {
    wait.waiters.delete(waiter);
    if (wait.waiters.size === 0) waits.delete(wait.storageKey);
    const isClient = ({ client }: Waiter) => client === waiter.client;
    if (![...wait.waiters].some(isClient)) shares.release(waiter.client, wait.storageKey);
  }

  function settle(wait: Wait, outcome: WaitOutcome): void {
    for (const { answer } of [...wait.waiters]) answer(outcome);
  }

  function request(wait: Wait): void {
    const { segment, storageKey } = wait;
    for (const { client } of wait.waiters) {
      if (shares.take(client, storageKey)) return requestNow(segment, storageKey);
    }
  }

  async function lookUp(wait: Wait): Promise<void> {
    request(wait);
    try {
      if (await withTimeout(storage.stat(wait.storageKey))) settle(wait, 'stored');
      else if (!(await isOpen(parts.documents, wait.segment))) settle(wait, 'withdrawn');
    } catch {
      // Storage that fails now may answer before the time is over.
    }
  }

  async function sweep(): Promise<void> {
    const due = [...waits.values()].values();
    const lanes = Array.from({ length: MAX_CONCURRENT_LOOKUPS }, async () => {
      for (const wait of due) await lookUp(wait);
    });
    await Promise.all(lanes);
    isSweeping = false;
    schedule();
  }

  function schedule(): void {
    const [first] = waits.keys();
    if (isSweeping || first === undefined) return;
    isSweeping = true;
    const pace = storage.localPath(first) === null ? OBJECT_STORE_PACE : FOLDER_PACE;
    const delayMs = Math.max(pace.everyMs, (waits.size * 1000) / pace.perSecond);
    setTimeout(() => void sweep(), delayMs);
  }

  function join(segment: MissingSegment, storageKey: string, waiter: Waiter): Wait {
    const known = waits.get(storageKey);
    const wait = known ?? { segment, storageKey, waiters: new Set(), isRequested: false };
    wait.waiters.add(waiter);
    if (known) return known;
    waits.set(storageKey, wait);
    request(wait);
    schedule();
    return wait;
  }

  return {
    async wait(segment, storageKey, client, response) {
      if (response.closed) return 'left';
      if (isClosed) return 'late';
      if (!limiter.enter(client)) return 'overLimit';
      const { promise, resolve } = Promise.withResolvers<WaitOutcome>();
      const waiter: Waiter = { client, answer: resolve };
      const wait = join(segment, storageKey, waiter);
      const onClose = () => resolve('left');
      const { maxDelayMs, maxRequestedDelayMs } = limits;
      const giveUp = () => resolve('late');
      let timer = setTimeout(() => {
        if (!wait.isRequested) return giveUp();
        timer = setTimeout(giveUp, maxRequestedDelayMs - maxDelayMs);
      }, maxDelayMs);
      response.once('close', onClose);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        response.off('close', onClose);
        leave(wait, waiter);
        limiter.leave(client);
      }
    },
    close() {
      isClosed = true;
      for (const wait of [...waits.values()]) settle(wait, 'late');
    },
  };
}

/** True when the segment may still come: its stream is published and open. */
async function isOpen(documents: Pick<Documents, 'findVideo'>, segment: MissingSegment) {
  const video = await documents.findVideo(segment.videoKey);
  const stream = video?.state === 'playable' ? video.stream : null;
  const prefix = getStreamPrefix(segment);
  const all = stream ? [stream, ...(stream.earlier ?? [])] : [];
  return all.some((one) => one.open && getStreamPrefix(one) === prefix);
}

function createLimiter(limits: WaitLimits) {
  const byClient = new Map<string, number>();
  let all = 0;
  return {
    enter(client: string): boolean {
      const own = byClient.get(client) ?? 0;
      if (all >= limits.maxDelayed || own >= limits.maxDelayedPerClient) return false;
      all += 1;
      byClient.set(client, own + 1);
      return true;
    },
    leave(client: string): void {
      all -= 1;
      const own = (byClient.get(client) ?? 1) - 1;
      if (own === 0) byClient.delete(client);
      else byClient.set(client, own);
    },
  };
}

/** Counts requested segments by client; once one is stored, the client's next is requested. */
function createShares(perClient: number) {
  const byClient = new Map<string, Set<string>>();
  return {
    take(client: string, storageKey: string): boolean {
      const own = byClient.get(client) ?? new Set();
      if (!own.has(storageKey) && own.size >= perClient) return false;
      byClient.set(client, own.add(storageKey));
      return true;
    },
    release(client: string, storageKey: string): void {
      const own = byClient.get(client);
      own?.delete(storageKey);
      if (own?.size === 0) byClient.delete(client);
    },
  };
}

/** Remembers requests beyond one wait: a player that was refused comes back at once. */
function createRequester(
  { requestSegment, log, limits }: WaitParts,
  onTaken: (storageKey: string) => void,
) {
  const requested = new LRUCache<string, true>({
    max: MAX_REMEMBERED_REQUESTS,
    ttl: limits.requestIntervalMs,
  });
  let pending = 0;
  let loggedAtMs = -Infinity;

  async function send(
    segment: MissingSegment,
    storageKey: string,
    requestSegment: RequestSegment,
  ): Promise<void> {
    pending += 1;
    try {
      await requestSegment(segment);
      onTaken(storageKey);
    } catch (error) {
      if (performance.now() - loggedAtMs < LOG_INTERVAL_MS) return;
      loggedAtMs = performance.now();
      log.warn({ err: error, segment }, 'could not request a segment; waiting for it all the same');
    } finally {
      pending -= 1;
    }
  }

  return (segment: MissingSegment, storageKey: string): void => {
    if (!requestSegment || pending >= MAX_CONCURRENT_REQUESTS) return;
    if (requested.has(storageKey)) return;
    requested.set(storageKey, true);
    void send(segment, storageKey, requestSegment);
  };
}
