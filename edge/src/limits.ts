import type { Server } from 'node:http';
import type { MemoryLimits } from './immutable-bytes.ts';

const MB = 1024 * 1024;

export interface EdgeLimits {
  memory: MemoryLimits;
  addressBytes: number;
  headerBytes: number;
  /** For the whole head of a request. */
  headersMs: number;
  requestMs: number;
  /** Without any byte moving. */
  idleMs: number;
  keepAliveMs: number;
  /** From the request to the last byte of its answer. */
  answerMs: number;
  /** How often the two times of a request and the time of an answer are looked at. */
  checkMs: number;
  connections: number;
}

export const DEFAULT_LIMITS: EdgeLimits = {
  // 64 MB is about a minute of the segments that viewers of a popular video ask for together.
  memory: {
    cacheBytes: 64 * MB,
    residentBytes: 256 * MB,
    objectBytes: 8 * MB,
    freeBytes: 32 * MB,
  },
  addressBytes: 2048,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 60_000,
  // Above the 60 s of common load balancers, so that they and not we close idle connections.
  keepAliveMs: 65_000,
  // Who takes longer for the few megabytes of a segment can't be watching it.
  answerMs: 300_000,
  checkMs: 5000,
  connections: 20_000,
};

/** What `http.createServer` takes. */
export function serverOptions(limits: EdgeLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
  };
}

/** Cuts off who reads nothing, or reads so slowly that an answer takes too long. */
export function cutSlowReaders(server: Server, limits: EdgeLimits): void {
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idleMs);
  const begun = new Map<{ destroy(): unknown }, number>();
  server.on('request', (_request, response) => {
    begun.set(response, performance.now());
    response.on('close', () => begun.delete(response));
  });
  const timer = setInterval(() => {
    const tooOld = performance.now() - limits.answerMs;
    for (const [response, beganMs] of begun) {
      if (beganMs > tooOld) break;
      response.destroy();
    }
  }, limits.checkMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
}
