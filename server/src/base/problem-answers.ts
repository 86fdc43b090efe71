import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@kinora/contract/errors';
import { AppError } from './errors.ts';
import { asAppError, problemOf } from './problem.ts';
import { languageOf } from './request-headers.ts';

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const appError = asAppError(error);
  logFault(request, appError);
  const problem = problemOf(appError, languageOf(request), request.id);
  void reply.headers(errorHeaders(appError));
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

export function logFault(request: FastifyRequest, error: AppError): void {
  if (error.status < 500) return;
  request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
}

export function errorHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds, headers } = error.data;
  return {
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    ...headers,
  };
}

const codesOfNode: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'head_too_large',
};

/** Answers what Node could not make a request of, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const appError = new AppError(codesOfNode[error.code ?? ''] ?? 'malformed_request');
  // Without a head there is no language to follow but the product's own.
  const problem = problemOf(appError, 'th', randomUUID());
  const body = JSON.stringify(problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
