import type { Server, ServerResponse } from 'node:http';
import { createNote } from '@kinora/contract/note';
import { REFUSAL_PACE, type RefusalPace } from '@kinora/contract/refusal-pace';
import type { MemoryLimits } from './immutable-bytes.ts';
import type { WaitLimits } from './segment-waits.ts';

const MB = 1024 * 1024;

export type EdgeLimits = {
  memory: MemoryLimits;
  waits: WaitLimits;
  /** A read of a stored object is given up after this time without a byte from storage. */
  silenceMs: number;
  addressBytes: number;
  headerBytes: number;
  /** Max time for the whole head of a request. */
  headersMs: number;
  requestMs: number;
  /** Max time without any byte moving. */
  idleMs: number;
  keepAliveMs: number;
  /** Max time from the request to the last byte of its answer. */
  answerMs: number;
  /** A whole file takes longer than that, and is cut off below this pace. */
  fileBytesPerSecond: number;
  /** The times of requests and answers are checked this often. */
  checkMs: number;
  connections: number;
  refusals: RefusalPace;
};

export const DEFAULT_LIMITS: EdgeLimits = {
  // 64 MB is about a minute of the segments that viewers of a popular video request together.
  memory: {
    cacheBytes: 64 * MB,
    residentBytes: 256 * MB,
    objectBytes: 8 * MB,
    freeBytes: 32 * MB,
  },
  // hls.js repeats a request after 10 s, four times; other players give up after 20 to 30 s, or at the second
  // 503. A player has up to six requests open, and an office shares an address. The API makes eight pieces of
  // a stream at once for viewers, so no client can take them all.
  waits: {
    maxDelayMs: 8000,
    maxRequestedDelayMs: 25_000,
    requestIntervalMs: 2000,
    maxDelayed: 2000,
    maxDelayedPerClient: 64,
    maxRequestedPerClient: 6,
  },
  // Players wait for an answer for twice this time.
  silenceMs: 5000,
  addressBytes: 2048,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 60_000,
  // Above the 60 s of common load balancers, so that they and not we close idle connections.
  keepAliveMs: 65_000,
  // A client that takes longer for the few megabytes of a segment can't be watching it.
  answerMs: 300_000,
  // A player reads a film at its pace, and none worth looking at has less than 256 kbit/s.
  fileBytesPerSecond: 32 * 1024,
  checkMs: 5000,
  connections: 20_000,
  refusals: REFUSAL_PACE,
};

/** Names the limits as `createServer` takes them. */
export function toServerOptions(limits: EdgeLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
  };
}

export type Deadlines = {
  /** Extends the deadline of an answer by the time that a body of this size takes. */
  extend(response: ServerResponse, sizeBytes: number): void;
};

/** Cuts off clients that read nothing, or so slowly that an answer takes too long. */
export function cutSlowReaders(server: Server, limits: EdgeLimits): Deadlines {
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idleMs);
  // An array, not a Map: a Map that shrinks leaves old tables behind, which keep deleted entries, and all
  // later tables, alive until a full collection.
  const open: Open[] = [];
  server.on('request', (_request, response) => {
    const deadlineMs = performance.now() + limits.answerMs;
    const one: Open = { response, deadlineMs, at: open.length };
    open.push(one);
    opened.set(response, one);
    response.on('close', () => remove(open, one));
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const late = open.filter(({ deadlineMs }) => deadlineMs < nowMs);
    for (const { response } of late) response.destroy();
  }, limits.checkMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
  return {
    extend(response, sizeBytes) {
      const one = opened.find(response);
      if (one) one.deadlineMs += (sizeBytes / limits.fileBytesPerSecond) * 1000;
    },
  };
}

/** An unfinished answer and its index in the list. */
type Open = { response: ServerResponse; deadlineMs: number; at: number };

const opened = createNote<ServerResponse, Open>('open');

/** The last one takes its place. */
function remove(open: Open[], one: Open): void {
  if (open[one.at] !== one) return;
  const last = open.pop();
  if (last === undefined || last === one) return;
  last.at = one.at;
  open[one.at] = last;
}
