import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { delayRefusals } from '@kinora/contract/refusal-pace';
import type { Rule } from '@kinora/playback-rules/rule';
import { StorageError } from '@kinora/storage/storage';
import { createClientAddress } from './client-address.ts';
import { createDocuments, DocumentUnavailable } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { createJudge } from './judge.ts';
import { createImmutableBytes } from './immutable-bytes.ts';
import { cutSlowReaders, DEFAULT_LIMITS, type EdgeLimits, serverOptions } from './limits.ts';
import type { PlayerAssets } from './player-assets.ts';
import { createReadiness } from './readiness.ts';
import {
  ADDRESS_TOO_LONG,
  delayRefusal,
  INTERNAL_ERROR,
  MALFORMED_REQUEST,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  preflight,
  refuse,
  type Refusal,
  UNAVAILABLE,
} from './replies.ts';
import { type AskForSegment, createSegmentWaits } from './segment-waits.ts';
import { type EdgeParts, serveTarget } from './serve-target.ts';
import { parseTarget, type Target } from './target.ts';

export interface EdgeOptions {
  storage: EdgeStorage;
  player: PlayerAssets;
  log: EdgeLog;
  /** Milliseconds; ages cached documents. */
  now?: () => number;
  /** Answers `/metrics`; prom-client's registry fits. Without it there is no such page. */
  metrics?: { contentType: string; metrics(): Promise<string> };
  /** Called once per request, when its answer has been sent or cut off. */
  observe?: (answer: Answer) => void;
  limits?: Partial<EdgeLimits>;
  /** Has a segment of an open stream made next. Without it they come in their own order. */
  askForSegment?: AskForSegment;
  /** CIDR ranges whose `X-Forwarded-For` tells clients apart. */
  trustedProxies?: readonly string[];
  /** Set when viewers reach this edge by https alone: browsers are told to keep to it. */
  httpsOnly?: boolean;
  /** Left out: those of the product. */
  rules?: readonly Rule[];
  /** Aborted when the edge closes: who waits for a segment is sent away. */
  closing?: AbortSignal;
}

export interface Answer {
  kind: Target['kind'] | 'preflight' | 'unknown';
  method: string;
  status: number;
  durationMs: number;
  /** False when the client left or was cut off before the last byte. */
  complete: boolean;
}

/** Characters of what a client sends that a line of the log repeats. */
const MAX_LOGGED = 200;

/** The playback edge as a server that is not yet listening. */
export function createEdge(options: EdgeOptions): Server {
  const { storage, log, metrics } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const server = http.createServer(serverOptions(limits));
  const documents = createDocuments({ storage, log, now });
  const ask = options.askForSegment;
  const waits = createSegmentWaits({ storage, documents, ask, log, limits: limits.waits });
  options.closing?.addEventListener('abort', () => waits.close());
  const clientAddress = createClientAddress(options.trustedProxies ?? []);
  const refusals = delayRefusals(limits.refusals);
  options.closing?.addEventListener('abort', () => refusals.end());
  const parts: EdgeParts = {
    judge: createJudge(documents, now, options.rules),
    storage,
    bytes: createImmutableBytes(storage, limits.memory, limits.silenceMs),
    silenceMs: limits.silenceMs,
    waits,
    clientAddress,
    deadlines: cutSlowReaders(server, limits),
    player: options.player,
    readiness: createReadiness(storage, now),
    metrics,
    log,
  };
  server.on('request', (request, response) => {
    delayRefusal(response, () => refusals.delay(clientAddress(request), response));
    void answer(request, response, parts, limits, options);
  });
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: EdgeParts,
  limits: EdgeLimits,
  { log, observe, httpsOnly }: EdgeOptions,
): Promise<void> {
  const beganMs = performance.now();
  const { url = '', method = '' } = request;
  const target = url.length > limits.addressBytes ? ADDRESS_TOO_LONG : choose(request, url);
  const kind: Answer['kind'] = 'kind' in target ? target.kind : 'unknown';
  response.on('close', () => {
    const durationMs = Math.round((performance.now() - beganMs) * 1000) / 1000;
    const status = response.statusCode;
    const facts = { kind, method, status, durationMs, complete: response.writableFinished };
    observe?.(facts);
    // The query is left out: it may carry a signature.
    const path = url.slice(0, MAX_LOGGED).split('?', 1)[0];
    const host = request.headers.host?.slice(0, MAX_LOGGED);
    log.info({ ...facts, host, path }, 'request');
  });
  // RFC 6797 §7.1
  if (httpsOnly) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  try {
    if ('code' in target) refuse(response, target);
    else if (target.kind === 'preflight') preflight(response);
    else await serveTarget(parts, request, response, target);
  } catch (error) {
    fail(response, error, log);
  }
}

function choose(
  { method, rawHeaders }: IncomingMessage,
  url: string,
): Target | Refusal | { kind: 'preflight' } {
  if (namesSeveralHosts(rawHeaders)) return MALFORMED_REQUEST;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return METHOD_NOT_ALLOWED;
  const target = parseTarget(url);
  if (!target) return NOT_FOUND;
  return method === 'OPTIONS' ? { kind: 'preflight' } : target;
}

/** RFC 9112 §3.2: a proxy and we might each believe another one of several. */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function fail(response: ServerResponse, error: unknown, log: EdgeLog): void {
  // The client has left, which is its right.
  if (response.destroyed && !response.headersSent) return;
  const storageFailed = error instanceof DocumentUnavailable || error instanceof StorageError;
  if (isPrematureClose(error)) return;
  if (storageFailed) log.warn({ err: error }, 'storage failed');
  else log.error({ err: error }, 'request failed');
  if (response.headersSent) response.destroy();
  else refuse(response, storageFailed ? UNAVAILABLE : INTERNAL_ERROR);
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
