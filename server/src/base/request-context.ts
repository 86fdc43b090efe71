import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { credentialsOf, type FindCaller } from './credentials.ts';
import { logFault } from './problem-answers.ts';
import { headerOf, languageOf } from './request-headers.ts';
import type { Caller, RequestContext } from './request.ts';

/** What a route gets to know of its request; also for the raw routes of uploads. */
export function requestContext(
  app: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  findCaller: FindCaller,
): RequestContext {
  const teamNamespace = headerOf(request, 'x-team');
  let found: Promise<Caller | null> | undefined;
  return {
    app,
    requestId: request.id,
    // A proxy may hand anything on.
    ip: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
    path: request.url.split('?', 1)[0] ?? '',
    lang: languageOf(request),
    teamNamed: teamNamespace !== null,
    caller: async () => {
      found ??= findCaller(credentialsOf(app, request, teamNamespace));
      return found;
    },
    setCookie: (value) => void reply.header('set-cookie', value),
    failed: (error, headers) => {
      logFault(request, error);
      void reply.headers(headers);
    },
  };
}
