import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createNote } from '@kinora/contract/note';
import { EDGE_REASONS, type EdgeReason } from '@kinora/contract/edge-reasons';
import type { ImmutableBody } from './immutable-bytes.ts';
import { parseRange } from './range.ts';

/** The reason why a request is refused. */
export type Refusal = {
  status: number;
  /** In the body, and in `X-Reason` when it is one of the edge's reasons. */
  code:
    | EdgeReason
    | 'not_found'
    | 'method_not_allowed'
    | 'address_too_long'
    | 'malformed_request'
    | 'request_too_large'
    | 'format_not_supported'
    | 'unavailable'
    | 'internal_error';
  headers?: Record<string, string>;
};

export const VIDEO_NOT_FOUND = createRefusal('video_not_found');
export const VIDEO_NOT_READY = createRefusal('video_not_ready');
/** A segment of an open stream is being made: the same request succeeds soon. */
export const SEGMENT_NOT_READY: Refusal = {
  status: 503,
  code: 'video_not_ready',
  headers: { 'Retry-After': '1' },
};
export const NOT_FOUND: Refusal = { status: 404, code: 'not_found' };
export const METHOD_NOT_ALLOWED: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  headers: { Allow: 'GET, HEAD, OPTIONS' },
};
export const POST_ALONE: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  headers: { Allow: 'POST, OPTIONS' },
};
/** The rest of its body is not read. */
export const REQUEST_TOO_LARGE: Refusal = {
  status: 413,
  code: 'request_too_large',
  headers: { Connection: 'close' },
};
export const ADDRESS_TOO_LONG: Refusal = { status: 414, code: 'address_too_long' };
export const MALFORMED_REQUEST: Refusal = { status: 400, code: 'malformed_request' };
export const INTERNAL_ERROR: Refusal = { status: 500, code: 'internal_error' };
export const UNAVAILABLE: Refusal = {
  status: 503,
  code: 'unavailable',
  headers: { 'Retry-After': '1' },
};

// The second and the third let pages that isolate themselves embed us and measure us.
const SHARED_HEADERS = [
  [
    'Access-Control-Expose-Headers',
    'Accept-Ranges, Age, Content-Length, Content-Range, ETag, X-Reason, X-Request-Id, ' +
      'X-Stream-Open, X-Wait-Ms',
  ],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Timing-Allow-Origin', '*'],
  ['X-Content-Type-Options', 'nosniff'],
].flat();

/** A page that isolates itself may frame ours: then others' pictures and ads come to ours without cookies. */
export const EMBEDDER_POLICY = ['Cross-Origin-Embedder-Policy', 'credentialless'];

/**
 * An origin that may be named: apps have schemes of their own, while a sandbox's (`null`) could be anyone's.
 */
const ORIGIN =
  /^[a-z][a-z0-9+.-]{0,30}:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:]{2,39}\])(?::[0-9]{1,5})?$/;

/** Adds what every answer says to its own headers. */
function withShared(response: ServerResponse, headers: string[]): string[] {
  return [...getCorsHeaders(response.req, isOpenToAll(headers)), ...SHARED_HEADERS, ...headers];
}

/**
 * Every page may read everything that its viewer may watch. A player that sends the cookie of a pass reads
 * the answer only where it names the page's origin; public answers name none, so that all caches share them.
 */
function getCorsHeaders({ headers: { origin } }: IncomingMessage, isForAll: boolean): string[] {
  if (isForAll || origin === undefined || !ORIGIN.test(origin)) {
    return ['Access-Control-Allow-Origin', '*'];
  }
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'];
}

function isOpenToAll(headers: readonly string[]): boolean {
  let isPublic = false;
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] === 'Vary' && headers[at + 1] === 'Origin') return false;
    if (headers[at] === 'Cache-Control') isPublic = headers[at + 1]?.startsWith('public') === true;
  }
  return isPublic;
}

/** Players send these in addition to the headers that need no permission; the last four are CTA-5004's. */
const ALLOWED_HEADERS =
  'Range, If-None-Match, If-Range, CMCD-Object, CMCD-Request, CMCD-Session, CMCD-Status';

/** A token of a licence is no credential that browsers send by themselves. */
const POST_HEADERS = 'Authorization, Content-Type';

export function createRefusal(reason: EdgeReason): Refusal {
  const { status } = EDGE_REASONS[reason];
  // RFC 9110 §11.6.1
  const headers = status === 401 ? { headers: { 'WWW-Authenticate': 'Bearer' } } : {};
  return { status, code: reason, ...headers };
}

export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, code } = refusal;
  const requestId = getRequestId(response, status, toReason(code));
  const body = Buffer.from(JSON.stringify({ code, requestId }));
  const headers = ['Content-Type', 'application/json', ...getReasonHeaders(refusal)];
  end(response, status, headers, body);
}

/** Returns the headers that any answer with a refusal carries. */
export function getReasonHeaders({ code, headers = {} }: Refusal): string[] {
  const reason = toReason(code);
  const shown = reason === null ? [] : ['X-Reason', reason];
  return ['Cache-Control', 'no-store', ...shown, ...Object.entries(headers).flat()];
}

function toReason(code: Refusal['code']): EdgeReason | null {
  return Object.hasOwn(EDGE_REASONS, code) ? (code as EdgeReason) : null;
}

export function sendPreflight(
  response: ServerResponse,
  { takesPost }: { takesPost: boolean },
): void {
  const methods = takesPost ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  const allowed =
    findRequestedHeaders(response.req) ?? (takesPost ? POST_HEADERS : ALLOWED_HEADERS);
  const headers = ['Access-Control-Allow-Methods', methods];
  headers.push('Access-Control-Allow-Headers', allowed);
  headers.push('Access-Control-Max-Age', '86400');
  response.writeHead(204, withShared(response, headers)).end();
}

// RFC 9110 §5.6.2: names are tokens.
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]{1,64}(?: ?, ?[\w!#$%&'*+.^`|~-]{1,64}){0,49}$/;

/** Pages are watched by agents that add headers of their own (`traceparent`): none means anything to an edge. */
function findRequestedHeaders({ headers }: IncomingMessage): string | null {
  const asked = headers['access-control-request-headers'];
  return asked !== undefined && HEADER_NAMES.test(asked) ? asked : null;
}

/** Says what an answer needs that becomes a refusal. */
type Refusing = {
  /** A fault of ours is never delayed. */
  delay: () => Promise<void>;
  createId: (status: number, reason: EdgeReason | null) => string;
};

const refusing = createNote<ServerResponse, Refusing>('refusing');
const requestIds = createNote<ServerResponse, string>('request id');

export function prepareRefusal(response: ServerResponse, parts: Refusing): void {
  refusing.set(response, parts);
}

/** Returns the id of a refused request, the same in header, body, page and log. */
export function getRequestId(
  response: ServerResponse,
  status: number,
  reason: EdgeReason | null,
): string | undefined {
  const id = requestIds.find(response) ?? refusing.find(response)?.createId(status, reason);
  if (id !== undefined) requestIds.set(response, id);
  return id;
}

/** Undefined where nothing was refused. */
export function findRequestId(response: ServerResponse): string | undefined {
  return requestIds.find(response);
}

/** Says that it is done, of what needs no answer. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, withShared(response, ['Cache-Control', 'no-store'])).end();
}

/** Sends a whole body, which Node leaves out of an answer to HEAD. */
export function end(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: Buffer,
): void {
  const own = ['Content-Length', String(body.length)];
  const id = status < 400 ? undefined : getRequestId(response, status, null);
  if (id !== undefined) own.push('X-Request-Id', id);
  const send = () =>
    void response.writeHead(status, withShared(response, [...headers, ...own])).end(body);
  const delay = status >= 400 && status < 500 ? refusing.find(response)?.delay : undefined;
  if (!delay) return send();
  void delay().then(() => {
    if (!response.headersSent) send();
  });
}

/** RFC 9110 §13.1.2: weak comparison over a list, or `*`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}

/** §15.4.5: a 304 has the caching headers of the whole answer, and no body. */
export function sendNotModified(response: ServerResponse, headers: string[]): void {
  response.writeHead(304, withShared(response, headers)).end();
}

/** Lets the nginx that a request came through send what lies at a place of its own, with these headers. */
export function sendPlace(response: ServerResponse, place: string, headers: string[]): void {
  // nginx keeps this one even where it sends another answer in the end, as it is named in the standard.
  const named = withShared(response, headers).map((text) =>
    text === 'Cache-Control' ? 'X-Kinora-Cache-Control' : text,
  );
  response.writeHead(200, [...named, 'X-Accel-Redirect', place, 'Content-Length', '0']).end();
}

/**
 * Sends an object or the requested range. `headers` has type, caching and `ETag`.
 * Rejects when storage fails before the first byte; later failures cut the connection.
 */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: ImmutableBody,
  etag: string,
  headers: string[],
): Promise<void> {
  // A range of another version would be sewn to what the client has: §13.1.5.
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = request.method === 'GET' ? parseRange(wanted, body.sizeBytes) : null;
  if (range === 'unsatisfiable') {
    const total = ['Content-Range', `bytes */${body.sizeBytes}`, 'Cache-Control', 'no-store'];
    end(response, 416, total, Buffer.alloc(0));
    return;
  }
  const status = range ? 206 : 200;
  const all = withShared(response, [...headers, 'Accept-Ranges', 'bytes']);
  all.push('Content-Length', String(range ? range.end - range.start + 1 : body.sizeBytes));
  if (range) all.push('Content-Range', `bytes ${range.start}-${range.end}/${body.sizeBytes}`);
  if (request.method === 'HEAD') {
    response.writeHead(status, all).end();
    return;
  }
  if (body.kind === 'memory') {
    const bytes = range ? body.bytes.subarray(range.start, range.end + 1) : body.bytes;
    response.writeHead(status, all).end(bytes);
    return;
  }
  const source = await body.open(range);
  if (!source) return refuse(response, VIDEO_NOT_FOUND);
  if (response.destroyed) {
    source.destroy();
    return;
  }
  response.writeHead(status, all);
  // A client that leaves destroys the source; a source that fails destroys the connection.
  await pipeline(source, response);
}
