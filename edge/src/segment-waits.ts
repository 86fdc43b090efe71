import type { ServerResponse } from 'node:http';
import { streamPrefix } from '@kinora/contract/stream';
import { LRUCache } from 'lru-cache';
import type { Documents } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** A segment that an open stream lists and storage does not have yet. */
export interface MissingSegment {
  videoKey: string;
  revisionKey: string;
  /** Of the stream that lists it. */
  folder?: string;
  renditionId: string;
  /** 0 for the init segment, else from 1. */
  number: number;
}

/** Asks for a segment to be made next. Settles within seconds; a rejection is only logged. */
export type AskForSegment = (segment: MissingSegment) => Promise<void>;

export interface WaitLimits {
  /** How long one request is held. Players give up on an answer after 10 s. */
  holdMs: number;
  /** How often one segment is asked for while it is waited for. */
  askEveryMs: number;
  /** Requests held at once, by all clients and by one. */
  requests: number;
  requestsPerClient: number;
  /** Segments that are asked for at once on behalf of one client; it waits for others unasked. */
  asksPerClient: number;
}

/**
 * `stored`: look again. `withdrawn`: the stream is complete or gone, so what is not stored is not
 * coming. `late` and `crowded`: ask again later. `left`: nobody is there to answer.
 */
export type WaitOutcome = 'stored' | 'withdrawn' | 'late' | 'crowded' | 'left';

export interface SegmentWaits {
  wait(
    segment: MissingSegment,
    storageKey: string,
    client: string,
    response: ServerResponse,
  ): Promise<WaitOutcome>;
  /** Ends all waits as `late`, also those to come. */
  close(): void;
}

interface Waiter {
  client: string;
  answer: (outcome: WaitOutcome) => void;
}

interface Wait {
  segment: MissingSegment;
  storageKey: string;
  waiters: Set<Waiter>;
}

/** How often a segment is looked for, and how many looks a second storage bears. */
const FOLDER_PACE = { everyMs: 100, perSecond: 2000 };
const OBJECT_STORE_PACE = { everyMs: 500, perSecond: 200 };
const LOOKS_AT_ONCE = 8;
const ASKS_AT_ONCE = 32;
const REMEMBERED_ASKS = 10_000;
const COMPLAIN_EVERY_MS = 10_000;

interface WaitParts {
  storage: Pick<EdgeStorage, 'stat' | 'localPath'>;
  documents: Pick<Documents, 'video'>;
  /** Left out, segments come in their own order. */
  ask: AskForSegment | undefined;
  log: EdgeLog;
  limits: WaitLimits;
}

/** Requests for segments that are being made: one look and one ask for all who wait for the same. */
export function createSegmentWaits(parts: WaitParts): SegmentWaits {
  const { storage, limits } = parts;
  const waits = new Map<string, Wait>();
  const crowd = createCrowd(limits);
  const shares = createShares(limits.asksPerClient);
  const askNow = createAsking(parts);
  let sweeping = false;
  let closed = false;

  function leave(wait: Wait, waiter: Waiter): void {
    wait.waiters.delete(waiter);
    if (wait.waiters.size === 0) waits.delete(wait.storageKey);
    const isClient = ({ client }: Waiter) => client === waiter.client;
    if (![...wait.waiters].some(isClient)) shares.release(waiter.client, wait.storageKey);
  }

  function settle(wait: Wait, outcome: WaitOutcome): void {
    for (const { answer } of [...wait.waiters]) answer(outcome);
  }

  function ask(wait: Wait): void {
    const { segment, storageKey } = wait;
    for (const { client } of wait.waiters) {
      if (shares.take(client, storageKey)) return askNow(segment, storageKey);
    }
  }

  async function look(wait: Wait): Promise<void> {
    ask(wait);
    try {
      if (await withTimeout(storage.stat(wait.storageKey))) settle(wait, 'stored');
      else if (!(await isOpen(parts.documents, wait.segment))) settle(wait, 'withdrawn');
    } catch {
      // A storage that fails now may answer before the time is over.
    }
  }

  async function sweep(): Promise<void> {
    const due = [...waits.values()].values();
    const looking = Array.from({ length: LOOKS_AT_ONCE }, async () => {
      for (const wait of due) await look(wait);
    });
    await Promise.all(looking);
    sweeping = false;
    schedule();
  }

  function schedule(): void {
    const [first] = waits.keys();
    if (sweeping || first === undefined) return;
    sweeping = true;
    const pace = storage.localPath(first) === null ? OBJECT_STORE_PACE : FOLDER_PACE;
    const delayMs = Math.max(pace.everyMs, (waits.size * 1000) / pace.perSecond);
    setTimeout(() => void sweep(), delayMs);
  }

  function join(segment: MissingSegment, storageKey: string, waiter: Waiter): Wait {
    const known = waits.get(storageKey);
    const wait = known ?? { segment, storageKey, waiters: new Set() };
    wait.waiters.add(waiter);
    if (known) return known;
    waits.set(storageKey, wait);
    ask(wait);
    schedule();
    return wait;
  }

  return {
    async wait(segment, storageKey, client, response) {
      if (response.closed) return 'left';
      if (closed) return 'late';
      if (!crowd.enter(client)) return 'crowded';
      const { promise, resolve } = Promise.withResolvers<WaitOutcome>();
      const waiter: Waiter = { client, answer: resolve };
      const wait = join(segment, storageKey, waiter);
      const onClose = () => resolve('left');
      const timer = setTimeout(() => resolve('late'), limits.holdMs);
      response.once('close', onClose);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        response.off('close', onClose);
        leave(wait, waiter);
        crowd.leave(client);
      }
    },
    close() {
      closed = true;
      for (const wait of [...waits.values()]) settle(wait, 'late');
    },
  };
}

/** Whether the segment may still come: its stream is published and open. */
async function isOpen(documents: Pick<Documents, 'video'>, segment: MissingSegment) {
  const video = await documents.video(segment.videoKey);
  const stream = video?.state === 'playable' ? video.stream : null;
  return stream?.open === true && streamPrefix(stream) === streamPrefix(segment);
}

function createCrowd(limits: WaitLimits) {
  const byClient = new Map<string, number>();
  let all = 0;
  return {
    enter(client: string): boolean {
      const own = byClient.get(client) ?? 0;
      if (all >= limits.requests || own >= limits.requestsPerClient) return false;
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

/** Which segments are asked for on behalf of whom; as one is there, the client's next is asked for. */
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

/** Remembers what was asked beyond one wait: a player that was sent away comes back at once. */
function createAsking({ ask, log, limits }: WaitParts) {
  const asked = new LRUCache<string, true>({ max: REMEMBERED_ASKS, ttl: limits.askEveryMs });
  let asking = 0;
  let complainedAtMs = -Infinity;

  async function send(segment: MissingSegment, askNow: AskForSegment): Promise<void> {
    asking += 1;
    try {
      await askNow(segment);
    } catch (error) {
      if (performance.now() - complainedAtMs < COMPLAIN_EVERY_MS) return;
      complainedAtMs = performance.now();
      log.warn({ err: error, segment }, 'could not ask for a segment; waiting for it all the same');
    } finally {
      asking -= 1;
    }
  }

  return (segment: MissingSegment, storageKey: string): void => {
    if (!ask || asking >= ASKS_AT_ONCE) return;
    if (asked.has(storageKey)) return;
    asked.set(storageKey, true);
    void send(segment, ask);
  };
}
