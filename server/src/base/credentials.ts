import type { FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { readCookies } from './cookies.ts';
import type { Db } from './db.ts';
import { AppError } from './errors.ts';
import type { Caller, Client } from './request.ts';
import { getHeader } from './request-headers.ts';

export type Credentials = {
  /** More than one where another host or path has planted a cookie of that name. */
  sessionTokens: string[];
  bearer: string | null;
  teamNamespace: string | null;
  client: Client;
};

/** Finds the caller by one kind of credentials; null when the request has none of them, or none that is valid. */
export type Prover = (db: Db, credentials: Credentials) => Promise<Caller | null>;

/** Each prover queries the database only for credentials of its own kind. */
export async function findCaller(
  provers: readonly Prover[],
  db: Db,
  credentials: Credentials,
): Promise<Caller | null> {
  for (const prove of provers) {
    const caller = await prove(db, credentials);
    if (caller) return caller;
  }
  return null;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The cookie counts for pages of the console alone: what a page of another origin reads is read
 * without it.
 *
 * @throws AppError origin_refused for a write by cookie that does not come from the console
 */
export function readCredentials(
  app: Context,
  request: FastifyRequest,
): Pick<Credentials, 'sessionTokens' | 'bearer'> {
  const bearer = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(getHeader(request, 'authorization') ?? '');
  const cookies = getHeader(request, 'cookie');
  const sessionTokens = bearer ? [] : readCookies(app.config, cookies, 'session');
  const { origin } = request.headers;
  const isRead = SAFE_METHODS.has(request.method);
  // A browser sends the cookie by itself, and names no origin when a page reads from its own.
  if (sessionTokens.length > 0 && !(isRead && origin === undefined)) {
    if (!isOwnOrigin(app, origin ?? null)) {
      if (!isRead) throw new AppError('origin_refused');
      return { sessionTokens: [], bearer: null };
    }
  }
  return { sessionTokens, bearer: bearer?.[1] ?? null };
}

/**
 * Calls that strangers may make set cookies and send mails, so no page of another site may have a
 * browser do it. A program names no origin.
 *
 * @throws AppError origin_refused
 */
export function refuseForeignOrigin(app: Context, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || SAFE_METHODS.has(request.method)) return;
  if (!isOwnOrigin(app, origin)) throw new AppError('origin_refused');
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
