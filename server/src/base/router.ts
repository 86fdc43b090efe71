import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { TeamFeatureKey } from '@kinora/contract/bounds';
import { isOfTeam, type CallMeta } from '@kinora/contract/call';
import type { FieldError } from '@kinora/contract/errors';
import { createNote } from '@kinora/contract/note';
import { ORPCError, type AnyRouter } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowBody } from './bodies.ts';
import { findCall, listMethodsAt } from './calls.ts';
import type { Context } from './context.ts';
import type { Db } from './db.ts';
import { refuseForeignOrigin, type Prover } from './credentials.ts';
import { AppError } from './errors.ts';
import { toAppError, toProblem } from './problem.ts';
import { createRequestContext } from './request-context.ts';
import { listUnstorableTexts } from './storable-text.ts';
import {
  requireAccount,
  requireSender,
  requireSession,
  requireTeam,
  type ProvenTeam,
  type RequestContext,
} from './request.ts';
import { permitAdminWrites, permitTeamWrites } from './team-permit.ts';

/** Throws where the team has the feature off. */
type RequireFeature = (db: Db, team: ProvenTeam, feature: TeamFeatureKey) => Promise<void>;

/** Mounts the calls of the contract below `/api/`. */
export function mountRouter(
  http: FastifyInstance,
  app: Context,
  router: AnyRouter,
  { provers, requireFeature }: { provers: readonly Prover[]; requireFeature: RequireFeature },
): void {
  const handler = createHandler(router);
  const contexts = createNote<FastifyRequest, RequestContext>('context');
  http.all('/api/*', {
    onRequest: async (request, reply) => {
      // oRPC would take the address from before the alias, which Fastify keeps here.
      Reflect.deleteProperty(request.raw, 'originalUrl');
      // Bytes that are no UTF-8 would silently be looked up as U+FFFD.
      decodeURIComponent(request.url);
      const context = createRequestContext(app, request, reply, provers);
      contexts.set(request, context);
      const call = findCall(readMethod(request.method), context.path);
      if (!call) throw notAllowed(context.path);
      if (call.who === 'anyone') return refuseForeignOrigin(app, request);
      // Before a byte of the body is read.
      const callerId = await requireCaller(context, call);
      const { feature } = call;
      if (feature) await requireFeature(context.app.db, await requireSender(context), feature);
      allowBody(request, { ...call, callerId });
    },
    handler: async (request, reply) => {
      const context = contexts.find(request);
      if (!context) throw new AppError('internal_error');
      const { matched } = await handler.handle(request, reply, { context });
      if (!matched) throw notAllowed(context.path);
      return reply;
    },
  });
}

/**
 * Refuses callers to whom the call is closed, as far as the request's head identifies them. Rights
 * in a project are left to its policy.
 *
 * @returns the id of the account or upload form
 * @throws AppError unauthenticated, session_required, not_found, team_required, forbidden
 */
async function requireCaller(
  context: RequestContext,
  { who, takesForms }: CallMeta,
): Promise<string> {
  if (takesForms) {
    const { role, actor, accountId } = await requireSender(context);
    return role === 'form' ? actor.id : accountId;
  }
  const { accountId } = await (who === 'session' ? requireSession : requireAccount)(context);
  if (isOfTeam(who)) {
    const team = await requireTeam(context);
    if (who === 'manager') permitTeamWrites(team);
    if (who === 'admin') permitAdminWrites(team);
  }
  return accountId;
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
        const input = mergeParams(call.input, pattern, call.context.path);
        const unstorable = listUnstorableTexts(input);
        if (unstorable.length > 0)
          throw new AppError('validation_failed', { fields: unstorable.map(toUnprintable) });
        return call.next({ ...call, input });
      },
    ],
    interceptors: [
      async (call) => {
        try {
          return await call.next();
        } catch (error) {
          throw toOrpcError(toAppError(error), call.context);
        }
      },
    ],
  });
}

function toUnprintable(path: string): FieldError {
  return { path, code: 'unprintable', message: 'Has U+0000 or the like' };
}

/** RFC 9110 §9.3.2: HEAD is answered as GET is, and Node leaves the body out. */
function readMethod<M extends string>(method: M): M | 'GET' {
  return method === 'HEAD' ? 'GET' : method;
}

/** RFC 9110 §15.5.6: the answer for a known path lists its methods. */
function notAllowed(path: string): AppError {
  const methods = listMethodsAt(path);
  if (methods.length === 0) return new AppError('not_found', { item: 'page' });
  return new AppError('method_not_allowed', { headers: { allow: methods.join(', ') } });
}

/** A parameter of the address wins over a field of that name in the body or the query. */
function mergeParams(input: unknown, pattern: string, path: string): unknown {
  const values = path.split('/');
  const params = pattern.split('/').flatMap((part, at): [string, string][] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, decodeURIComponent(values[at] ?? '')]] : [];
  });
  if (input !== undefined && (typeof input !== 'object' || input === null)) return input;
  if (Array.isArray(input)) return input;
  return { ...input, ...Object.fromEntries(params) };
}

function toOrpcError(error: AppError, context: RequestContext) {
  const problem = toProblem(error, context.lang, context.requestId);
  context.reportProblem(error);
  return new ORPCError(error.code, { status: problem.status, data: problem, cause: error });
}
