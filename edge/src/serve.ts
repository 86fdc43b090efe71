import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createReadClient, getClientNetwork } from '@kinora/contract/client-address';
import { delayRefusals } from '@kinora/contract/refusal-pace';
import type { OpenSecret } from '@kinora/playback-rules/open-channel';
import type { Rule } from '@kinora/playback-rules/rule';
import { StorageError } from '@kinora/storage/storage';
import { createDocuments, DocumentUnavailable } from './documents.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { createJudge } from './judge.ts';
import type { Egress } from '@kinora/egress/egress';
import type { OpenStreamKey } from './licences/content-keys.ts';
import { createLeaseBook } from './licences/leases.ts';
import { createFindLicensing } from './licences/licensing.ts';
import { createFindTeamSystems, type OpenDrmSecret } from './licences/team-systems.ts';
import { createImmutableBytes } from './immutable-bytes.ts';
import { cutSlowReaders, DEFAULT_LIMITS, type EdgeLimits, toServerOptions } from './limits.ts';
import { createFindPlace } from './nginx/places.ts';
import { isFromNginx, readBehindNginx } from './nginx/socket.ts';
import { createPassCookie } from './pass-cookie.ts';
import type { PlaybackReport } from '@kinora/contract/playback-report';
import type { PlayerAssets } from './player-assets.ts';
import { createReadiness } from './readiness.ts';
import {
  ADDRESS_TOO_LONG,
  findRequestId,
  INTERNAL_ERROR,
  MALFORMED_REQUEST,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  POST_ALONE,
  prepareRefusal,
  sendPreflight,
  refuse,
  type Refusal,
  UNAVAILABLE,
} from './replies.ts';
import { createRequestIds, type SealRefusal } from './request-ids.ts';
import type { ClientNetwork } from './serve-object.ts';
import { type RequestSegment, createSegmentWaits } from './segment-waits.ts';
import { type EdgeParts, serveTarget } from './serve-target.ts';
import { parseTarget, type Target } from './target.ts';
import { answerUnread, unifyRequest } from './unread-requests.ts';

export type EdgeOptions = {
  storage: EdgeStorage;
  player: PlayerAssets;
  log: EdgeLog;
  /** Milliseconds; ages cached documents. */
  now?: () => number;
  /** Answers `/metrics`; prom-client's registry fits. Without it there is no such page. */
  metrics?: { contentType: string; metrics(): Promise<string> };
  /** The edge calls it once per request, when the answer has been sent or cut off. */
  observe?: (answer: Answer) => void;
  /** The edge calls it with what a viewer's player reports. */
  observePlayback?: (report: PlaybackReport) => void;
  limits?: Partial<EdgeLimits>;
  /** Requests that a segment of an open stream is made next. Without it they come in their own order. */
  requestSegment?: RequestSegment;
  /** CIDR ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  /** True when viewers reach this edge by https alone: browsers must keep to it. */
  httpsOnly?: boolean;
  access: EdgeAccess;
  /** The product's rules by default. */
  rules?: readonly Rule[];
  /** Aborted when the edge closes: delayed answers end. */
  closing?: AbortSignal;
};

/** Facts that rules about viewers need in addition to the request and the documents. */
export type EdgeAccess = {
  /** Signs what the console shows to a team's members. */
  teamKey: Uint8Array;
  openSecret: OpenSecret;
  openStreamKey: OpenStreamKey;
  openDrmSecret: OpenDrmSecret;
  /** The way to licence services of teams. */
  egress: Egress;
  /** ISO 3166-1 alpha-2 of an IP address; null when it can't be told. */
  findCountry: (address: string) => string | null;
  sealRefusal: SealRefusal;
};

export type Answer = {
  kind: Target['kind'] | 'preflight' | 'unknown';
  method: string;
  status: number;
  durationMs: number;
  /** False when the client left or was cut off before the last byte. */
  complete: boolean;
};

/** A log line repeats at most this many characters of a client's text. */
const MAX_LOGGED_CHARS = 200;

const UNREADABLE_CLIENT =
  'a trusted proxy states clients in X-Forwarded-For that are no addresses: rules about countries refuse them';

/** Creates the playback edge as a server that is not yet listening. */
export function createEdge(options: EdgeOptions): Server {
  const { storage, log, metrics } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const server = createServer(toServerOptions(limits));
  const documents = createDocuments({ storage, log, now, ...options.access });
  const { requestSegment } = options;
  const waits = createSegmentWaits({
    storage,
    documents,
    requestSegment,
    log,
    limits: limits.waits,
  });
  options.closing?.addEventListener('abort', () => waits.close());
  const readClient = readBehindNginx(
    createReadClient(options.trustedProxies ?? [], (entry) =>
      log.warn({ entry: entry.slice(0, MAX_LOGGED_CHARS) }, UNREADABLE_CLIENT),
    ),
  );
  const clientNetwork: ClientNetwork = (request) => getClientNetwork(readClient(request));
  const refusals = delayRefusals(limits.refusals);
  options.closing?.addEventListener('abort', () => refusals.end());
  const requestIds = createRequestIds(options.access.sealRefusal);
  const findTeamSystems = createFindTeamSystems({ ...options.access, log, now });
  const parts: EdgeParts = {
    findLicensing: createFindLicensing(documents, {
      findTeamSystems,
      scheme: options.httpsOnly ? 'https' : 'http',
    }),
    judge: createJudge(documents, {
      ...options.access,
      rules: options.rules,
      readClient,
      now,
      record: requestIds.record,
    }),
    storage,
    findPlace: createFindPlace(storage),
    bytes: createImmutableBytes(storage, limits.memory, limits.silenceMs),
    silenceMs: limits.silenceMs,
    now,
    waits,
    clientNetwork,
    deadlines: cutSlowReaders(server, limits),
    leavePass: (response, videoKey, pass) => {
      // A smaller one would take the place of one that opens all of it.
      if (!pass.isOfStream) return;
      const cookie = createPassCookie(pass, videoKey, options.httpsOnly === true);
      response.setHeader('Set-Cookie', cookie);
    },
    player: options.player,
    getOrigin: ({ headers }) =>
      `${options.httpsOnly ? 'https' : 'http'}://${(headers.host ?? '').toLowerCase()}`,
    documents,
    licences: {
      teamKey: options.access.teamKey,
      now,
      findTeamSystems,
      leases: createLeaseBook(now),
    },
    readiness: createReadiness(storage, now),
    metrics,
    observePlayback: options.observePlayback,
    log,
  };
  server.on('clientError', answerUnread);
  server.on('request', (request, response) => {
    unifyRequest(request);
    prepareRefusal(response, {
      delay: () => refusals.delay(clientNetwork(request), response),
      createId: (status, reason) => requestIds.create(request, status, reason),
    });
    void answerRequest(request, response, parts, limits, options);
  });
  return server;
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  parts: EdgeParts,
  limits: EdgeLimits,
  { log, observe, httpsOnly }: EdgeOptions,
): Promise<void> {
  const startedMs = performance.now();
  const { url = '', method = '' } = request;
  const target = url.length > limits.addressBytes ? ADDRESS_TOO_LONG : chooseTarget(request, url);
  const kind: Answer['kind'] = 'kind' in target ? target.kind : 'unknown';
  response.on('close', () => {
    const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000;
    const status = response.statusCode;
    const facts = { kind, method, status, durationMs, complete: response.writableFinished };
    observe?.(facts);
    // nginx writes a line about each request itself, with the bytes that it has sent.
    if (isFromNginx(request)) return;
    // The query is left out: it may carry a signature.
    const path = url.slice(0, MAX_LOGGED_CHARS).split('?', 1)[0];
    const host = request.headers.host?.slice(0, MAX_LOGGED_CHARS);
    log.info({ ...facts, host, path, requestId: findRequestId(response) }, 'request');
  });
  // RFC 6797 §7.1
  if (httpsOnly) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  try {
    if ('code' in target) refuse(response, target);
    else if (target.kind === 'preflight') sendPreflight(response, target);
    else await serveTarget(parts, request, response, target);
  } catch (error) {
    answerFailure(response, error, log);
  }
}

const TAKE_POST: ReadonlySet<Target['kind']> = new Set([
  ...(['licence', 'leaseRelease', 'playbackReport'] as const),
]);

function chooseTarget(
  { method, rawHeaders }: IncomingMessage,
  url: string,
): Target | Refusal | { kind: 'preflight'; takesPost: boolean } {
  if (namesSeveralHosts(rawHeaders)) return MALFORMED_REQUEST;
  const isPost = method === 'POST';
  const isKnown = isPost || method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const target = isKnown ? parseTarget(url) : null;
  const takesPost = target !== null && TAKE_POST.has(target.kind);
  if (target && method === 'OPTIONS') return { kind: 'preflight', takesPost };
  if (takesPost && !isPost) return POST_ALONE;
  if (!isKnown || (isPost && !takesPost)) return METHOD_NOT_ALLOWED;
  return target ?? NOT_FOUND;
}

/** RFC 9112 §3.2: a proxy and we might each believe another one of several. */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function answerFailure(response: ServerResponse, error: unknown, log: EdgeLog): void {
  // The client has left, which is its right.
  if (response.destroyed && !response.headersSent) return;
  const isStorageFailure = error instanceof DocumentUnavailable || error instanceof StorageError;
  if (isPrematureClose(error)) return;
  if (isStorageFailure) log.warn({ err: error }, 'storage failed');
  else log.error({ err: error }, 'request failed');
  if (response.headersSent) response.destroy();
  else refuse(response, isStorageFailure ? UNAVAILABLE : INTERNAL_ERROR);
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
