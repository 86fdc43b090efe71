import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keepNodeEnv } from '@kinora/contract/test-node-env';
import { makeShared } from '@kinora/contract/test-shared';
import { build } from 'vite';

/** The policy under which the player runs, as the README promises. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.m4s': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt',
};

export type EmbedTestServer = {
  readonly origin: string;
  /** Returns the address of an embed page whose player has these attributes. */
  page(attributes: Readonly<Record<string, string>>): string;
  /** While set, playlist and segments get this answer; null lets them through. */
  refuse(refusal: { status: number; reason?: string; only?: RegExp } | null): void;
  /**
   * While set, the stream is open: a segment exists once `readyAt` says so, in `performance.now()`
   * time. Its answer is delayed for up to `maxDelayMs`, then 503.
   */
  encode(readyAt: ((path: string) => number) | null, maxDelayMs?: number): void;
  /** Adds headers to each segment beside the usual ones. */
  addToSegments(headers: Readonly<Record<string, string>>): void;
  /** Paths of the answered segments, with status and delay, in order. */
  readonly segments: readonly { path: string; status: number; waitMs: number }[];
  close(): Promise<void>;
};

async function buildPlayer(outDir: string): Promise<void> {
  const root = join(import.meta.dirname, '..');
  await keepNodeEnv(() => build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } }));
}

/**
 * Starts a server of the built player, an embed page and the files that `makeStream` writes, as the
 * edge serves them.
 */
export async function startEmbedTestServer(
  makeStream: (folder: string) => Promise<void>,
): Promise<EmbedTestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-player-'));
  const [built] = await Promise.all([makeShared(['player'], buildPlayer), makeStream(folder)]);
  const manifest = await readFile(join(built, 'manifest.json'), 'utf8');
  const entry = (JSON.parse(manifest) as Record<string, { file: string }>)['src/embed.ts'];
  if (!entry) throw new Error('the build has no entry src/embed.ts');
  let refusal: { status: number; reason?: string; only?: RegExp } | null = null;

  let readyAt: ((path: string) => number) | null = null;
  let maxDelayMs = 8000;
  let addedHeaders: Readonly<Record<string, string>> = {};
  const segments: { path: string; status: number; waitMs: number }[] = [];

  const sendFile = async (
    path: string,
    response: ServerResponse,
    headers: OutgoingHttpHeaders = {},
  ): Promise<void> => {
    const body = await readFile(path).catch(() => null);
    const type = TYPES[extname(path)] ?? 'text/plain';
    response.writeHead(body ? 200 : 404, { ...headers, 'content-type': type });
    response.end(body ?? '');
  };
  const sendSegment = async (path: string, response: ServerResponse): Promise<void> => {
    const startedMs = performance.now();
    const neededMs = Math.max(0, (readyAt?.(path) ?? 0) - startedMs);
    if (neededMs > 0) await setTimeout(Math.min(maxDelayMs, neededMs));
    // The edge measures it like this: on a busy machine a timer is late by more than a segment
    // takes.
    const waitMs = neededMs > 0 ? Math.round(performance.now() - startedMs) : 0;
    const status = neededMs > maxDelayMs ? 503 : 200;
    segments.push({ path, status, waitMs });
    const headers = { ...addedHeaders, ...(waitMs > 0 ? { 'x-wait-ms': String(waitMs) } : {}) };
    if (status === 200) return sendFile(join(folder, normalize(path)), response, headers);
    response.writeHead(status, { ...headers, 'retry-after': '1' });
    response.end();
  };
  const sendPage = (attributes: URLSearchParams, response: ServerResponse): void => {
    const written = [...attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY });
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Embed</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark">
<script type="module" src="/player/${entry.file}"></script></head>
<body><kinora-player${written}></kinora-player></body></html>`);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/embed') return sendPage(searchParams, response);
    if (pathname.startsWith('/player/')) {
      return void sendFile(join(built, normalize(pathname.slice('/player/'.length))), response);
    }
    const refused = refusal && (refusal.only?.test(pathname) ?? true);
    if (!refused || !refusal || pathname.endsWith('.jpg')) {
      if (pathname.endsWith('.m4s')) return void sendSegment(pathname, response);
      const headers = readyAt ? { 'x-stream-open': '1' } : {};
      return void sendFile(join(folder, normalize(pathname)), response, headers);
    }
    const reason = refusal.reason ? { 'x-reason': refusal.reason } : {};
    response.writeHead(refusal.status, { ...reason, 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: refusal.reason }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    origin,
    page: (attributes) => `${origin}/embed?${new URLSearchParams(attributes)}`,
    refuse(next) {
      refusal = next;
    },
    encode(next, nextMaxDelayMs = 8000) {
      readyAt = next;
      maxDelayMs = nextMaxDelayMs;
      segments.length = 0;
    },
    addToSegments(headers) {
      addedHeaders = headers;
    },
    segments,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
