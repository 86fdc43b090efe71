import { isIP } from 'node:net';
import { networkOf } from '@kinora/contract/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { cookieOf, readCookies } from './cookies.ts';
import { credentialsOf, type FindCaller } from './credentials.ts';
import { logFault, problemHeaders } from './problem-answers.ts';
import { paceBy } from './refusals.ts';
import { headerOf, languageOf } from './request-headers.ts';
import type { Caller, Client, RequestContext } from './request.ts';
import { noTeam } from './wall.ts';

/** What a route gets to know of its request; also for the raw routes of uploads. */
export function requestContext(
  app: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  findCaller: FindCaller,
): RequestContext {
  const teamNamespace = headerOf(request, 'x-team');
  const client = clientOf(request);
  let found: Promise<Caller | null> | undefined;
  const wall = { team: noTeam };
  return {
    app: { ...app, db: app.walled(wall) },
    systemDb: app.db,
    showTeam: (teamId) => {
      wall.team = teamId;
    },
    requestId: request.id,
    client,
    path: request.url.split('?', 1)[0] ?? '',
    lang: languageOf(request),
    teamNamed: teamNamespace !== null,
    caller: async () => {
      found ??= findCaller({ ...credentialsOf(app, request), teamNamespace, client });
      return found;
    },
    cookies: (purpose) => readCookies(app.config, headerOf(request, 'cookie'), purpose),
    setCookie: (...cookie) => void reply.header('set-cookie', cookieOf(app.config, ...cookie)),
    paceBy: (subject) => paceBy(request, subject),
    failed: (error) => {
      logFault(request, error);
      void reply.headers(problemHeaders(request, error));
    },
  };
}

const maxUserAgentChars = 300;

function clientOf(request: FastifyRequest): Client {
  // A proxy may hand anything on.
  const ip = isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
  const userAgent = (headerOf(request, 'user-agent') ?? '').slice(0, maxUserAgentChars);
  return { network: networkOf(ip), userAgent };
}
