import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError, type AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowBody } from './bodies.ts';
import { findCall, methodsAt } from './calls.ts';
import type { Context } from './context.ts';
import { refuseForeignOrigin, type FindCaller } from './credentials.ts';
import { AppError } from './errors.ts';
import { asAppError, problemOf } from './problem.ts';
import { requestContext } from './request-context.ts';
import { requireAccount, requireSession, type RequestContext } from './request.ts';

/** Mounts the calls of the contract below `/api/`. */
export function mountRouter(
  http: FastifyInstance,
  app: Context,
  router: AnyRouter,
  findCaller: FindCaller,
): void {
  const handler = createHandler(router);
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  http.all('/api/*', {
    onRequest: async (request, reply) => {
      // oRPC would take the address from before the alias, which Fastify keeps here.
      Reflect.deleteProperty(request.raw, 'originalUrl');
      // Else what is no UTF-8 would silently be looked up as U+FFFD.
      decodeURIComponent(request.url);
      const context = requestContext(app, request, reply, findCaller);
      contexts.set(request, context);
      const call = findCall(readMethod(request.method), context.path);
      if (!call) throw notOffered(context.path);
      if (call.who === 'anyone') return refuseForeignOrigin(app, request);
      // Before a byte of the body is read.
      await (call.who === 'session' ? requireSession : requireAccount)(context);
      allowBody(request, call);
    },
    handler: async (request, reply) => {
      const context = contexts.get(request);
      if (!context) throw new AppError('internal_error');
      const { matched } = await handler.handle(request, reply, { context });
      if (!matched) throw notOffered(context.path);
      return reply;
    },
  });
}

function createHandler(router: AnyRouter) {
  return new OpenAPIHandler<RequestContext>(router, {
    customErrorResponseBodyEncoder: (error): unknown => error.data,
    rootInterceptors: [
      (call) => {
        const request = { ...call.request, method: readMethod(call.request.method) };
        return call.next({ ...call, request });
      },
    ],
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
}

/** RFC 9110 §9.3.2: HEAD is answered as GET is, and Node leaves the body out. */
function readMethod<M extends string>(method: M): M | 'GET' {
  return method === 'HEAD' ? 'GET' : method;
}

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
  context.failed(error);
  return new ORPCError(error.code, { status: problem.status, data: problem, cause: error });
}
