import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { ALIASES } from '@kinora/contract/router';
import { answerReads } from './answers.ts';
import { acceptBodies } from './bodies.ts';
import { boundConnections } from './connections.ts';
import type { Context } from './context.ts';
import { answerPreflight, createCorsHeaders, isPreflight, shareNotFound } from './cors.ts';
import { AppError } from './errors.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { requestsSeen } from './metrics.ts';
import { answerUnreadable, sendProblem } from './problem-answers.ts';
import { findClientNetwork } from './client-network.ts';
import { slowRefusals } from './refusals.ts';
import { getHeader, namesSeveralHosts } from './request-headers.ts';

/** Requests from this machine come through a proxy or from its operator. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Fastify with our request ids, limits, aliases, one log line a request and problem+json. */
export function createHttp(app: Context, given: Partial<HttpLimits> = {}): FastifyInstance {
  const limits = { ...HTTP_LIMITS, ...given };
  const logger: FastifyBaseLogger = app.log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // The whole request has no time limit: an upload lasts as long as it takes.
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    keepAliveTimeout: limits.keepAliveMs,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(createHeaders(app, request));
      sendProblem(request, reply, error);
    },
    // Ids are always ours: in the log, a client's id could pass for another request's.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => resolveAlias(request.url ?? '/'),
  });
  boundConnections(http.server, limits, [...app.config.trustedProxies, ...LOOPBACK]);
  const getNetwork = (request: FastifyRequest) => findClientNetwork(app.config, request);
  acceptBodies(http, limits, getNetwork);
  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(createHeaders(app, request));
    if (namesSeveralHosts(request)) throw new AppError('malformed_request');
    if (isPreflight(request)) return answerPreflight(reply);
  });
  http.addHook('onResponse', async (request, reply) => {
    recordRequest(request, reply.statusCode, reply.elapsedTime);
  });
  // A client that left in the middle of its body gets no answer: nginx's number for that.
  http.addHook('onRequestAbort', async (request) => recordRequest(request, 499));
  // oRPC answers its errors as plain JSON.
  http.addHook('onSend', async (request, reply, payload) => {
    shareNotFound(request, reply);
    if (reply.statusCode >= 400 && request.url.startsWith('/api/')) {
      if (String(reply.getHeader('content-type')).startsWith('application/json')) {
        void reply.header('content-type', 'application/problem+json; charset=utf-8');
      }
    }
    return payload;
  });
  answerReads(http);
  slowRefusals(http, limits.refusals, getNetwork);
  http.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  return http;
}

/** One line in the log, and one more in the metrics; an aborted request has no time for them. */
function recordRequest(request: FastifyRequest, status: number, elapsedMs?: number): void {
  const { method } = request;
  const route = request.routeOptions.url ?? 'none';
  const labels = { method, route, status: String(status) };
  if (elapsedMs !== undefined) requestsSeen.observe(labels, elapsedMs / 1000);
  request.log.info(
    {
      method,
      path: request.url.slice(0, 200).split('?', 1)[0],
      status,
      ms: elapsedMs === undefined ? undefined : Math.round(elapsedMs * 10) / 10,
      team: getHeader(request, 'x-team')?.slice(0, 63),
    },
    'request',
  );
}

/**
 * Answers are data for the caller alone: kept nowhere, never a page, never part of another site's
 * that brings no token (OWASP REST security). Pages (the console, the API's own) set theirs over these.
 */
function createHeaders(app: Context, request: FastifyRequest): Record<string, string> {
  const isOfApi = request.url.startsWith('/api/');
  return {
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(app.config.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000' }
      : {}),
    ...(isOfApi
      ? {
          'cache-control': 'no-store',
          'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
          'cross-origin-resource-policy': 'same-origin',
          'x-frame-options': 'DENY',
        }
      : {}),
    ...createCorsHeaders(request),
  };
}

const ALIAS_PATTERNS = ALIASES.map(({ from, to }) => ({
  form: new RegExp(`^${from.replaceAll(/\{\w+\}/g, '([^/?]+)')}(?=[/?]|$)`),
  // The text that stood for `{id}` comes back in its place.
  to: to.replaceAll(/\{\w+\}/g, '$1'),
}));

/** The readable form of an address is kept; only the base changes. */
function resolveAlias(url: string): string {
  const alias = ALIAS_PATTERNS.find(({ form }) => form.test(url));
  return alias ? url.replace(alias.form, alias.to) : url;
}
