import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type ChromiumKind, requireChromium } from '@kinora/contract/test-chromium';
import { type Browser, chromium, type Page } from 'playwright-core';

/** These functions run in the page, as in a viewer's. */
const GLUE = `
const video = document.querySelector('video');
const faults = [];
let player;
let hasEnded = false;
video.addEventListener('ended', () => (hasEnded = true));
async function begin() {
  video.playbackRate = 2;
  await video.play();
}
async function playWithShaka(url, config = {}, authorization = null) {
  player = new shaka.Player();
  player.getNetworkingEngine().registerRequestFilter((type, request) => {
    const { LICENSE } = shaka.net.NetworkingEngine.RequestType;
    if (type === LICENSE && authorization) request.headers.Authorization = authorization;
  });
  player.configure(config);
  player.addEventListener('error', ({ detail }) => faults.push('shaka ' + detail.code));
  await player.attach(video);
  await player.load(url);
  await begin();
}
async function playWithHls(url, config = {}, authorization = null) {
  const licenseXhrSetup = (xhr, address) => {
    xhr.open('POST', address, true);
    xhr.setRequestHeader('Authorization', authorization);
    xhr.setRequestHeader('Content-Type', 'application/json');
  };
  player = new Hls({ ...config, ...(authorization && { licenseXhrSetup }) });
  player.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && faults.push(details));
  player.loadSource(url);
  player.attachMedia(video);
  await begin();
}
function playWithHlsByCookie(url) {
  return playWithHls(url, {
    xhrSetup: (xhr, address) => {
      xhr.withCredentials = true;
      if (address !== url) xhr.open('GET', address.split('?', 1)[0], true);
    },
  });
}
async function playWithDash(url, protection = null) {
  player = dashjs.MediaPlayer().create();
  player.on('error', ({ error }) => faults.push('dash.js ' + error.code));
  // Where its clock sees the end before the browser tells it, it goes back by half a second and says so itself.
  player.on('playbackEnded', () => (hasEnded = true));
  player.initialize(video, url, false);
  if (protection) player.setProtectionData(protection);
  await begin();
}
async function playAlone(url) {
  video.addEventListener('error', () => faults.push('video ' + video.error.message));
  video.src = url;
  await begin();
}
async function describeShaka(time) {
  const [sheet] = player.getImageTracks();
  const listTrackValues = (name) => [...new Set(player.getVariantTracks().map((track) => track[name]))].sort();
  return {
    languages: listTrackValues('language'),
    labels: listTrackValues('label'),
    thumbnail: sheet ? await player.getThumbnails(sheet.id, time) : null,
  };
}
function describeHls() {
  return player.audioTracks.map((track) => [track.lang, track.default]);
}
function look() {
  const listRanges = (of) => Array.from(of, (_, n) => [of.start(n), of.end(n)]);
  const { paused, currentTime, readyState, videoWidth } = video;
  const [buffered, played] = [listRanges(video.buffered), listRanges(video.played)];
  return { hasEnded, paused, currentTime, readyState, videoWidth, buffered, played, faults };
}`;

export type Players = {
  /** Opens a page of another origin than the edge's, with both players. */
  open(context: TestContext): Promise<PlayerPage>;
  close(): Promise<void>;
};

export type PlayerPage = {
  /** @param authorization goes with requests for licences */
  playWithShaka(url: string, config?: object, authorization?: string): Promise<void>;
  /** @param authorization goes with requests for licences */
  playWithHls(url: string, config?: object, authorization?: string): Promise<void>;
  /** Plays with cookies, dropping the query of every address but the first. */
  playWithHlsByCookie(url: string): Promise<void>;
  playWithDash(url: string, protection?: object): Promise<void>;
  /** By the browser itself. */
  playAlone(url: string): Promise<void>;
  describeShaka(time: number): Promise<{
    languages: string[];
    labels: string[];
    thumbnail: { uris: string[]; positionX: number; width: number } | null;
  }>;
  describeHls(): Promise<[string, boolean][]>;
  /** Plays to the end, without a fault and with video. */
  waitForEnd(seconds: number): Promise<void>;
};

export async function launchPlayers(): Promise<Players> {
  const [browser, server] = await Promise.all([launchChromium(), servePage()]);
  return {
    async open(context) {
      const page = await browser.newPage();
      context.after(() => page.close());
      await page.goto(server.origin);
      return playerPage(page);
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** `document-user-activation-required` is what people have. */
export function launchChromium(
  autoplayPolicy = 'no-user-gesture-required',
  more: readonly string[] = [],
  kind?: ChromiumKind,
): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', `--autoplay-policy=${autoplayPolicy}`, ...more];
  // Chromium keeps its caches there.
  const env = { ...process.env, HOME: tmpdir() };
  return chromium.launch({ executablePath: requireChromium(kind), args, env });
}

async function servePage(): Promise<{ origin: string; close(): void }> {
  const urls = [import.meta.resolve('hls.js/dist/hls.min.js'), import.meta.resolve('shaka-player')];
  // A script tag takes the build beside the module's.
  urls.push(import.meta.resolve('dashjs').replace('/esm/', '/umd/'));
  const texts = await Promise.all(urls.map((url) => readFile(new URL(url), 'utf8')));
  const scripts = [...texts, GLUE];
  const tags = scripts.map((_, index) => `<script src="/${index}"></script>`).join('');
  const server = createServer((request, response) => {
    const script = request.url === '/' ? undefined : scripts[Number(request.url?.slice(1))];
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? `<!doctype html><video muted></video>${tags}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

function playerPage(page: Page): PlayerPage {
  const call = <R>(name: string, ...values: unknown[]) =>
    page.evaluate<R>(`${name}(${values.map((value) => JSON.stringify(value)).join(',')})`);
  return {
    playWithShaka: (url, config = {}, authorization = '') =>
      call('playWithShaka', url, config, authorization),
    playWithHls: (url, config = {}, authorization = '') =>
      call('playWithHls', url, config, authorization),
    playWithHlsByCookie: (url) => call('playWithHlsByCookie', url),
    playWithDash: (url, protection) => call('playWithDash', url, protection ?? null),
    playAlone: (url) => call('playAlone', url),
    describeShaka: (time) => call('describeShaka', time),
    describeHls: () => call('describeHls'),
    async waitForEnd(seconds) {
      const isOver = 'hasEnded || faults.length > 0';
      await page
        .waitForFunction(isOver, null, { timeout: 45_000 })
        .catch(async (cause: unknown) => {
          throw new Error(JSON.stringify(await call('look')), { cause });
        });
      const seen = await call<{ videoWidth: number; played: number[][]; faults: string[] }>('look');
      assert.deepEqual(seen.faults, []);
      const played = seen.played.at(-1)?.at(-1) ?? 0;
      assert.ok(Math.abs(played - seconds) < 0.2, `ended at ${played}`);
      assert.ok(seen.videoWidth > 0);
    },
  };
}
