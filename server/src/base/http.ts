import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { ORPCError } from '@orpc/server';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyRouter } from '@orpc/server';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { mostFileBodyBytes, takesFiles } from '@kinora/contract/overlay-presets';
import { aliases, contract } from '@kinora/contract/router';
import type { Language } from '@kinora/contract/fields';
import { allowedMethods } from './allowed-methods.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { asAppError, problemOf } from './problem.ts';
import type { Caller, RequestContext } from './request.ts';
import { requestsSeen } from './metrics.ts';

export type Credentials = {
  sessionToken: string | null;
  bearer: string | null;
  teamNamespace: string | null;
};
export type FindCaller = (credentials: Credentials) => Promise<Caller | null>;

export const sessionCookie = 'kinora_session';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Fastify with our request ids, limits, aliases, one log line a request and problem+json. */
export function createHttp(app: Context): FastifyInstance {
  const logger: FastifyBaseLogger = app.log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersOf(app, request.raw.url ?? ''));
      sendProblem(request, reply, error);
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: app.config.trustedProxies.length > 0 ? app.config.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => aliased(request.url ?? '/'),
  });
  acceptJson(http);
  acceptFiles(http);
  limitWaiting(http);
  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(headersOf(app, request.url));
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requestsSeen.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        team: headerOf(request, 'x-team')?.slice(0, 63),
      },
      'request',
    );
  });
  // oRPC answers its errors as plain JSON.
  http.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400 && request.url.startsWith('/api/')) {
      if (String(reply.getHeader('content-type')).startsWith('application/json')) {
        void reply.header('content-type', 'application/problem+json; charset=utf-8');
      }
    }
    return payload;
  });
  http.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  return http;
}

/** A body is JSON; an empty one, which many clients send with its type, is none. */
function acceptJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, {});
      // RFC 8259 §8.1: UTF-8 and nothing else.
      if (!isUtf8(body)) return done(new AppError('malformed_request'));
      return parse(request, body.toString(), done);
    },
  );
}

/** Forms with a file, of the calls that take one: gathered whole, so that each is a small one. */
function acceptFiles(http: FastifyInstance): void {
  const type = 'multipart/form-data';
  // Before a byte is read.
  http.addHook('preParsing', async (request) => {
    const isForm = headerOf(request, 'content-type')?.toLowerCase().startsWith(type);
    if (isForm && !takesFiles(request.method, request.url)) {
      throw new AppError('unsupported_media_type');
    }
  });
  http.addContentTypeParser<Buffer>(
    type,
    { parseAs: 'buffer', bodyLimit: mostFileBodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': headerOf(request, 'content-type') ?? '' };
      try {
        return await new Response(new Uint8Array(body), { headers }).formData();
      } catch (cause) {
        throw new AppError('malformed_request', {}, { cause });
      }
    },
  );
}

/** A whole megabyte takes this long at 280 kbit/s; a form with a file has twice the time. */
const mostBodyMs = 30_000;

/** Who stops in the middle of a body is not waited for. Uploads gather none, and go on as long as they take. */
function limitWaiting(http: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  http.addHook('preParsing', async (request) => {
    const isForm = takesFiles(request.method, request.url);
    const timer = setTimeout(() => request.raw.destroy(), isForm ? 2 * mostBodyMs : mostBodyMs);
    timers.set(request, timer);
  });
  http.addHook('preValidation', stop);
  http.addHook('onResponse', stop);
  http.addHook('onRequestAbort', stop);
}

/**
 * Answers are data for the caller alone: kept nowhere, never a page, never part of another site's
 * (OWASP REST security). Pages (the console, the API's own) set theirs over these.
 */
function headersOf(app: Context, url: string): Record<string, string> {
  const isOfApi = url.startsWith('/api/');
  return {
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
  };
}

const aliasForms = aliases.map(({ from, to }) => ({
  form: new RegExp(`^${from.replaceAll(/\{\w+\}/g, '([^/?]+)')}(?=[/?]|$)`),
  // What stood for `{id}` comes back in its place.
  to: to.replaceAll(/\{\w+\}/g, '$1'),
}));

/** The readable form of an address is kept; only the base changes. */
function aliased(url: string): string {
  const alias = aliasForms.find(({ form }) => form.test(url));
  return alias ? url.replace(alias.form, alias.to) : url;
}

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

function logFault(request: FastifyRequest, error: AppError): void {
  if (error.status < 500) return;
  request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
}

function errorHeaders(error: AppError): Record<string, string> {
  const { retryAfterSeconds, headers } = error.data;
  return {
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    ...headers,
  };
}

/** Mounts the calls of the contract below `/api/`. */
export function mountRouter(
  http: FastifyInstance,
  app: Context,
  router: AnyRouter,
  findCaller: FindCaller,
): void {
  const handler = new OpenAPIHandler<RequestContext>(router, {
    customErrorResponseBodyEncoder: (error): unknown => error.data,
    clientInterceptors: [
      (call) => {
        const pattern = call.procedure['~orpc'].route.path ?? '';
        return call.next({ ...call, input: withParams(call.input, pattern, call.context.path) });
      },
    ],
    interceptors: [
      async (call) => {
        try {
          return await call.next();
        } catch (error) {
          throw asOrpcError(asAppError(error), call.context);
        }
      },
    ],
  });
  http.all('/api/*', async (request, reply) => {
    // oRPC would take the address from before the alias, which Fastify keeps here.
    Reflect.deleteProperty(request.raw, 'originalUrl');
    const context = requestContext(app, request, reply, findCaller);
    // Else what is no UTF-8 would silently be looked up as U+FFFD.
    decodeURIComponent(request.url);
    const { matched } = await handler.handle(request, reply, { context });
    if (!matched) throw notOffered(context.path);
    return reply;
  });
}

const methodsAt = allowedMethods(contract);

/** RFC 9110 §15.5.6: a path that is known tells which methods it has. */
function notOffered(path: string): AppError {
  const methods = methodsAt(path);
  if (methods.length === 0) return new AppError('not_found', { item: 'page' });
  return new AppError('method_not_allowed', { headers: { allow: methods.join(', ') } });
}

/** What the address names wins over a field of that name in the body or the query. */
function withParams(input: unknown, pattern: string, path: string): unknown {
  const values = path.split('/');
  const params = pattern.split('/').flatMap((part, at): [string, string][] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, decodeURIComponent(values[at] ?? '')]] : [];
  });
  if (input !== undefined && (typeof input !== 'object' || input === null)) return input;
  if (Array.isArray(input)) return input;
  return { ...input, ...Object.fromEntries(params) };
}

function asOrpcError(error: AppError, context: RequestContext) {
  const problem = problemOf(error, context.lang, context.requestId);
  context.failed(error, errorHeaders(error));
  return new ORPCError(error.code, { status: problem.status, data: problem, cause: error });
}

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
    caller: () => {
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

function credentialsOf(app: Context, request: FastifyRequest, teamNamespace: string | null) {
  const bearer = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(headerOf(request, 'authorization') ?? '');
  const sessionToken = bearer ? null : cookieOf(request, sessionCookie);
  // A browser sends the cookie by itself, so a write by cookie must come from the console's origin.
  if (sessionToken !== null && !safeMethods.has(request.method)) {
    if (!isOwnOrigin(app, headerOf(request, 'origin'))) throw new AppError('origin_refused');
  }
  return { sessionToken, bearer: bearer?.[1] ?? null, teamNamespace };
}

/** The console's origin; with a loopback `PUBLIC_URL`, its other loopback spellings too. */
export function isOwnOrigin(app: Context, origin: string | null): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const own = new URL(app.config.publicUrl);
  if (origin === own.origin) return true;
  const given = new URL(origin);
  const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
  return (
    given.protocol === own.protocol &&
    given.port === own.port &&
    loopback.has(given.hostname) &&
    loopback.has(own.hostname)
  );
}

export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const part of (headerOf(request, 'cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

/** The better liked of th and en in `Accept-Language`; Thai when neither is named. */
export function languageOf(request: FastifyRequest): Language {
  let best: { lang: Language; weight: number } | null = null;
  for (const part of (headerOf(request, 'accept-language') ?? '').slice(0, 500).split(',')) {
    const match = /^\s*(th|en)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(part);
    const weight = match?.[2] === undefined ? 1 : Number(match[2]);
    if (match?.[1] && weight > 0 && (!best || weight > best.weight)) {
      best = { lang: match[1].toLowerCase() === 'en' ? 'en' : 'th', weight };
    }
  }
  return best?.lang ?? 'th';
}
