import type { FastifyReply, FastifyRequest } from 'fastify';
import { findClientNetwork } from './client-network.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { formatCookie, readCookies } from './cookies.ts';
import { findCaller, readCredentials, type Prover } from './credentials.ts';
import { logFault, problemHeaders } from './problem-answers.ts';
import { paceBy } from './refusals.ts';
import { getHeader, getLanguage } from './request-headers.ts';
import type { Caller, Client, RequestContext } from './request.ts';
import { NO_TENANT } from './tenant.ts';

/** Routes get to know their request by this, the raw routes of uploads too. */
export function createRequestContext(
  app: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provers: readonly Prover[],
): RequestContext {
  const teamNamespace = getHeader(request, 'x-team');
  const client = describeClient(app.config, request);
  let found: Promise<Caller | null> | undefined;
  const tenant = { team: NO_TENANT };
  return {
    app: { ...app, db: app.tenantDb(tenant) },
    systemDb: app.db,
    setTenant: (teamId) => {
      tenant.team = teamId;
    },
    requestId: request.id,
    client,
    path: request.url.split('?', 1)[0] ?? '',
    lang: getLanguage(request),
    teamNamespace,
    findCaller: async () => {
      found ??= findCaller(provers, app.db, {
        ...readCredentials(app, request),
        teamNamespace,
        client,
      });
      return found;
    },
    readCookies: (purpose) => readCookies(app.config, getHeader(request, 'cookie'), purpose),
    setCookie: (...cookie) => void reply.header('set-cookie', formatCookie(app.config, ...cookie)),
    paceBy: (subject) => paceBy(request, subject),
    reportProblem: (error) => {
      logFault(request, error);
      void reply.headers(problemHeaders(request, error));
    },
  };
}

const MAX_USER_AGENT_CHARS = 300;

function describeClient(config: Config, request: FastifyRequest): Client {
  const userAgent = (getHeader(request, 'user-agent') ?? '').slice(0, MAX_USER_AGENT_CHARS);
  return { network: findClientNetwork(config, request), userAgent };
}
