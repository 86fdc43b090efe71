import type { FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_LAYOUT_HEADER } from '@kinora/contract/uploads';
import { getHeader } from './request-headers.ts';

// The Fetch standard's CORS protocol, for programs on other people's pages: they bring a token.
// The cookie is the console's, and no answer that it earned may be read from elsewhere: what is
// shared is what a bearer asked for, and a foreign origin's cookie does not count (credentials.ts).

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const ALLOWED_HEADERS = [
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'X-Team',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'X-Requested-With',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Concat',
  'Upload-Defer-Length',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
].join(', ');

const EXPOSED_HEADERS = [
  'Allow',
  'Content-Disposition',
  'Content-Language',
  'ETag',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  UPLOAD_LAYOUT_HEADER,
  'Tus-Checksum-Algorithm',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
].join(', ');

/** The longest that Chromium keeps the answer to a preflight. */
const PREFLIGHT_SECONDS = 7200;

/** Headers that let the page that asks read the answer; none for one that brings no token. */
export function createCorsHeaders(request: FastifyRequest): Record<string, string> {
  if (!request.url.startsWith('/api/')) return {};
  const origin = readPageOrigin(request);
  const hasToken = getHeader(request, 'authorization') !== null;
  if (origin === null || !(hasToken || isPreflight(request))) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/**
 * Lets other pages read a 404 without a token, so that the browser shows this cause. The answer is
 * the same for everyone, as cookies give other origins no rights.
 */
export function shareNotFound(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode !== 404 || !request.url.startsWith('/api/')) return;
  if (readPageOrigin(request) === null || reply.hasHeader('access-control-allow-origin')) return;
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** A browser that asks whether a page may send a request, which it sends without credentials. */
export function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.url.startsWith('/api/') &&
    readPageOrigin(request) !== null &&
    getHeader(request, 'access-control-request-method') !== null
  );
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .status(204)
    .headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send();
}

/** The origin of a page; null without one, and for `null`, which any sandboxed page has. */
function readPageOrigin(request: FastifyRequest): string | null {
  const origin = getHeader(request, 'origin');
  return origin !== null && /^[a-z][a-z\d+.-]{0,40}:\/\/[\w.:[\]-]{1,260}$/i.test(origin)
    ? origin
    : null;
}
