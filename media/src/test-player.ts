import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { findChromium } from '@kinora/contract/test-chromium';
import { type Browser, type Page, chromium } from 'playwright-core';

const executablePath = findChromium();

/** Tests that play are left out where no Chromium is. */
export const noBrowser = executablePath === undefined;

export type ServedFile = { type: string; body: Buffer | string };
/** By path. */
export type Files = ReadonlyMap<string, ServedFile>;

/** Serves files, and a page with Shaka Player at `/`, until the test file ends. Gives its origin. */
export async function serve(files: Files): Promise<string> {
  const player = createRequire(import.meta.url).resolve(
    'shaka-player/dist/shaka-player.compiled.js',
  );
  const page = '<!doctype html><video muted></video><script src="player.js"></script>';
  const all = new Map(files)
    .set('/', { type: 'text/html', body: page })
    .set('/player.js', { type: 'text/javascript', body: await readFile(player, 'utf8') });
  const server = createServer((request, response) => {
    const { type, body } = all.get(request.url ?? '') ?? {};
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

let browser: Browser | null = null;
after(() => browser?.close());

export async function openPage(origin: string): Promise<Page> {
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];
  // Chromium keeps its caches there.
  const env = { ...process.env, HOME: tmpdir() };
  browser ??= await chromium.launch({ executablePath: executablePath ?? '', args, env });
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

export type Played = { error: string | null; time: number; frames: number };

/**
 * Plays an address at three times the speed to its end, or to the first error: manifests by Shaka
 * Player with `clearKeys` as hex by key id, else by the element alone.
 */
export async function play(
  page: Page,
  path: string,
  clearKeys: Record<string, string> = {},
): Promise<Played> {
  // The code is text, because the page's types are not those of this program.
  return page.evaluate(`(async (path, clearKeys) => {
    const video = document.querySelector('video');
    const failed = new Promise((resolve) =>
      video.addEventListener('error', () => resolve('video ' + video.error.code)));
    const ended = new Promise((resolve) => video.addEventListener('ended', () => resolve(null)));
    const load = async () => {
      if (path.endsWith('.mp4')) return void (video.src = path);
      const player = new shaka.Player();
      await player.attach(video);
      player.configure({ drm: { clearKeys }, streaming: { bufferingGoal: 20 } });
      player.addEventListener('error', ({ detail }) => wrong('shaka ' + detail.code));
      await player.load(path);
    };
    let wrong;
    const told = new Promise((resolve) => (wrong = resolve));
    const loaded = load().then(() => video.play()).then(() => null, (e) => 'load ' + (e.code ?? e));
    let error = await Promise.race([loaded, failed, told]);
    video.playbackRate = 3;
    error ??= await Promise.race([failed, told, ended]);
    const frames = video.getVideoPlaybackQuality().totalVideoFrames;
    return { error, time: video.currentTime, frames };
  })(${JSON.stringify(path)}, ${JSON.stringify(clearKeys)})`);
}
