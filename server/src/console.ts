import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './base/config.ts';
import type { Context } from './base/context.ts';
import { readCookies } from './base/cookies.ts';
import { AppError } from './base/errors.ts';
import { sendProblem } from './base/problem-answers.ts';
import type { Feed } from './features/live-updates/adapter.ts';

const BUILT_CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));

/**
 * The built console: hashed files for ever, its pages' file for the addresses that they have. No style
 * or script stands in the page itself.
 */
export async function mountConsole(
  http: FastifyInstance,
  { config }: Context,
  feed: Pick<Feed, 'getPosition'>,
  built = BUILT_CONSOLE,
): Promise<void> {
  const isBuilt = existsSync(built);
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isBuilt && isRead && mayBePage(request.url))
      return sendPage(request, reply, { config, feed });
    return sendProblem(request, reply, new AppError('not_found', { item: 'page' }));
  });
  if (!isBuilt) return;
  const policy = createContentSecurityPolicy(config.edgeUrl);
  await http.register(fastifyStatic, {
    root: built,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('content-security-policy', policy);
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value);
    },
  });
  // A folder, which the plugin refuses to clients that take no compressed answer.
  http.get('/', (request, reply) => sendPage(request, reply, { config, feed }));
}

type Pages = { config: Config; feed: Pick<Feed, 'getPosition'> };

/**
 * Sends the console's page. Without a session, addresses other than those of accounts redirect to the sign-in
 * form at once, which saves loading a page that would do the same.
 */
function sendPage(request: FastifyRequest, reply: FastifyReply, pages: Pages): FastifyReply {
  const { config, feed } = pages;
  const path = request.url.split('?', 1)[0] ?? '';
  const isKnown = readCookies(config, request.headers.cookie ?? null, 'session').length > 0;
  if (isKnown || path.startsWith('/accounts/')) {
    // Everything that the page reads is newer than this position, so its live updates can go on from here.
    const position = isKnown ? feed.getPosition() : null;
    if (position !== null) reply.header('server-timing', `position;desc="${position}"`);
    return reply.sendFile('index.html');
  }
  const next = path === '/' ? '' : `?next=${encodeURIComponent(request.url)}`;
  return reply.header('cache-control', 'no-store').redirect(`/accounts/sign-in${next}`);
}

const NO_PAGES = new Set(['api', 'assets', 'internal', 'oembed']);

/**
 * A program that looks for a file or a service must not take the page for it. No page's address
 * has a hidden name, or ends in a name with a dot.
 */
function mayBePage(url: string): boolean {
  const parts = (url.split('?', 1)[0] ?? '').split('/');
  const isHidden = parts.some((part) => part.startsWith('.'));
  return !isHidden && !NO_PAGES.has(parts[1] ?? '') && !(parts.at(-1) ?? '').includes('.');
}

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
};

function createContentSecurityPolicy(edgeUrl: string): string {
  const edge = new URL(edgeUrl);
  // Further channels answer at names below the edge's host.
  const edges = `${edge.origin} ${edge.protocol}//*.${edge.host}`;
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob: ${edges}`,
    `font-src 'self'`,
    `media-src 'self' blob: data: ${edges}`,
    `connect-src 'self' ${edges}`,
    `frame-src ${edges}`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
}
