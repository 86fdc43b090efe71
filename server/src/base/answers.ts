import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getHeader } from './request-headers.ts';

/** Less than this fits one packet, compressed or not. Secrets are shorter (docs/decisions/0043). */
const MIN_COMPRESSED_BYTES = 1024;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
// Higher ones cost more time than they save bytes of JSON.
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Tags and compresses what is read from the API, and answers 304 when the client has it already. */
export function answerReads(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (isEventStream(reply)) prepareEventStream(reply);
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    addVary(reply, 'Accept-Encoding');
    const etag = createEtag(payload);
    void reply.header('etag', etag);
    if (matchesEtag(getHeader(request, 'if-none-match'), etag)) {
      void reply.status(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    }
    return compress(request, reply, payload);
  });
}

function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream');
}

/** nginx passes events on as they come; what ends with us leaves no idle connection to wait for. */
function prepareEventStream(reply: FastifyReply): void {
  void reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
}

function isRead({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/api/');
}

/** RFC 9110 §8.8.1: weak, as each coding of the same text has it. */
function createEtag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** RFC 9110 §13.1.2, with the weak comparison. */
function matchesEtag(given: string | null, etag: string): boolean {
  const known = (given ?? '').slice(0, 1000).split(',');
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  const bytes = Buffer.byteLength(text);
  const coding = chooseCoding(getHeader(request, 'accept-encoding'));
  if (coding === null || bytes < MIN_COMPRESSED_BYTES || comesFromElsewhere(request)) return text;
  void reply.header('content-encoding', coding).removeHeader('content-length');
  return coding === 'br' ? brotliAsync(text, BROTLI_OPTIONS) : gzipAsync(text);
}

/** Another site sent the browser here with its cookies, and may measure the size of the answer (BREACH). */
function comesFromElsewhere(request: FastifyRequest): boolean {
  const site = getHeader(request, 'sec-fetch-site');
  const isElsewhere = site === 'cross-site' || site === 'same-site';
  return isElsewhere && getHeader(request, 'authorization') === null;
}

/** RFC 9110 §12.5.3: the better one that is taken. */
function chooseCoding(header: string | null): 'br' | 'gzip' | null {
  const taken = (header ?? '')
    .slice(0, 300)
    .split(',')
    .flatMap((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [coding];
    });
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? null;
}

function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary');
  void reply.header('vary', others === undefined ? name : `${String(others)}, ${name}`);
}
