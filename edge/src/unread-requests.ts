import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isAnswering } from '@kinora/contract/answering-sockets';

// RFC 9110 §4.2: a scheme in any case, and a host that names no user.
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@\\]+)(\/.*)?$/i;

/**
 * Gives a request the one form that all else reads: what a client of a proxy asks for names its host in
 * the target (RFC 9112 §3.2.2), and a name of the root ends with a dot (RFC 3986 §3.2.2).
 */
export function unifyRequest(request: IncomingMessage): void {
  const [, host, rest] = ABSOLUTE_FORM.exec(request.url ?? '') ?? [];
  if (host !== undefined) {
    request.headers.host = host;
    request.url = rest ?? '/';
  }
  const named = request.headers.host;
  if (named?.includes('.')) request.headers.host = named.replace(/\.(?=(?::[0-9]*)?$)/, '');
}

/** Node could not read these bytes; all else that it can't read is malformed. */
const PROBLEMS: Readonly<Record<string, { status: number; code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'head_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
};
const MALFORMED = { status: 400, code: 'malformed_request' };

/** Answers bytes that are no request, so that a player's page can read the cause, and closes the connection. */
export function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, code } = PROBLEMS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ code });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Access-Control-Allow-Origin: *',
    'Access-Control-Expose-Headers: X-Reason',
    'Cache-Control: no-store',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cross-Origin-Resource-Policy: cross-origin',
    'X-Content-Type-Options: nosniff',
    `X-Reason: ${code}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
