import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnswering } from '@kinora/contract/answering-sockets';
import type { ErrorCode } from '@kinora/contract/errors';
import { AppError } from './errors.ts';
import { toAppError, toProblem } from './problem.ts';
import { getHeader, getLanguage } from './request-headers.ts';

/** Answers an error as problem+json (RFC 9457) in the language of the request, and logs faults of ours. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const appError = toAppError(error);
  logFault(request, appError);
  const problem = toProblem(appError, getLanguage(request), request.id);
  void reply.headers(problemHeaders(request, appError));
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** A fault of ours or of what we need is an error; that we put a request off by rule is none. */
export function logFault(request: FastifyRequest, error: AppError): void {
  if (error.status < 500) return;
  if (error.code === 'unavailable' && error.cause === undefined) {
    request.log.warn({ err: error, code: error.code }, 'request put off');
    return;
  }
  request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
}

/** Headers that go with the body of a problem. */
export function problemHeaders(request: FastifyRequest, error: AppError): Record<string, string> {
  const { retryAfterSeconds, headers } = error.data;
  return {
    'content-language': getLanguage(request),
    ...(error.status === 401 ? { 'www-authenticate': createChallenge(request) } : {}),
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    ...headers,
  };
}

/** RFC 9110 §11.6.1: every 401 names a scheme; RFC 6750 §3.1 says whether a token was refused. */
function createChallenge(request: FastifyRequest): string {
  const sentToken = /^Bearer /i.test(getHeader(request, 'authorization') ?? '');
  return `Bearer realm="kinora"${sentToken ? ', error="invalid_token"' : ''}`;
}

const NODE_CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'head_too_large',
};

/** Answers bytes that Node could not read as a request, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const appError = new AppError(NODE_CODES[error.code ?? ''] ?? 'malformed_request');
  // Without a head the language is unknown, so the product's own is used.
  const requestId = randomUUID();
  const problem = toProblem(appError, 'th', requestId);
  const body = JSON.stringify(problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Content-Language: th',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
