import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const run = promisify(execFile);

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

const AUDIO_ONLY = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"
thai/media.m3u8
`;

/** 20 s, two heights, two languages of sound, in segments of 2 s; and the sound alone. */
async function makeStream(folder: string): Promise<void> {
  const video =
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0';
  const hls =
    '-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name playlist.m3u8';
  await run(
    'ffmpeg',
    [
      ...'-hide_banner -loglevel error -f lavfi -i testsrc2=s=640x360:r=25:d=20'.split(' '),
      ...'-f lavfi -i sine=440:d=20 -f lavfi -i sine=880:d=20'.split(' '),
      ...['-filter_complex', '[0:v]split[a][b];[b]scale=320:180[c]'],
      ...'-map [a] -map [c] -map 1:a -map 2:a -b:v:0 600k -b:v:1 200k -c:a aac -b:a 64k'.split(' '),
      ...`${video} ${hls}`.split(' '),
      '-var_stream_map',
      'a:0,agroup:aud,language:tha,name:thai,default:yes a:1,agroup:aud,language:eng,name:english v:0,agroup:aud,name:v360 v:1,agroup:aud,name:v180',
      '%v/media.m3u8',
    ],
    { cwd: folder },
  );
  await run('ffmpeg', [
    ...'-hide_banner -loglevel error -f lavfi -i mandelbrot=s=1280x720 -frames:v 1'.split(' '),
    join(folder, 'cover.jpg'),
  ]);
  await writeFile(join(folder, 'audio.m3u8'), AUDIO_ONLY);
}

export interface EmbedTestServer {
  readonly origin: string;
  /** Address of an embed page whose player has these attributes. */
  page(attributes: Readonly<Record<string, string>>): string;
  /** While set, playlist and segments are answered so; null lets them through. */
  refuse(refusal: { status: number; reason?: string; only?: 'segments' } | null): void;
  close(): Promise<void>;
}

/** The built player, a small stream and an embed page, as the edge serves them. */
export async function startEmbedTestServer(): Promise<EmbedTestServer> {
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
