import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

/** The policy that the README promises to run under. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/mp4',
  '.jpg': 'image/jpeg',
};

export interface EmbedTestServer {
  readonly origin: string;
  /** Address of an embed page whose player has these attributes. */
  page(attributes: Readonly<Record<string, string>>): string;
  /** While set, playlist and segments are answered so; null lets them through. */
  refuse(refusal: { status: number; reason?: string; only?: 'segments' } | null): void;
  close(): Promise<void>;
}

/**
 * The built player, an embed page and what `makeStream` writes into a folder, as the edge serves
 * them.
 */
export async function startEmbedTestServer(
  makeStream: (folder: string) => Promise<void>,
): Promise<EmbedTestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-player-'));
  const built = join(folder, 'dist');
  const root = join(import.meta.dirname, '..');
  await Promise.all([
    makeStream(folder),
    build({ root, logLevel: 'error', build: { outDir: built, emptyOutDir: true } }),
  ]);
  const manifest = await readFile(join(built, 'manifest.json'), 'utf8');
  const entry = (JSON.parse(manifest) as Record<string, { file: string }>)['src/embed.ts'];
  if (!entry) throw new Error('the build has no entry src/embed.ts');
  let refusal: { status: number; reason?: string; only?: 'segments' } | null = null;

  const sendFile = async (path: string, response: ServerResponse): Promise<void> => {
    const body = await readFile(path).catch(() => null);
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(body ?? '');
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
    const refused = refusal && (refusal.only !== 'segments' || pathname.endsWith('.m4s'));
    if (!refused || !refusal || pathname.endsWith('.jpg')) {
      return void sendFile(join(folder, normalize(pathname)), response);
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
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
