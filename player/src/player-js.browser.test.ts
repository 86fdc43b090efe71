import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, recordComplaints } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { makeHls } from './test-streams.ts';

const HLS = { src: '/playlist.m3u8', 'video-duration': '24', lang: 'en', preload: 'none' };
const ALLOWED = 'autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock';

/** Embedly's client, a third party's, in a page that contains the frame. */
const CLIENT = `
const frame = document.querySelector('iframe');
const heard = [];
const messages = [];
addEventListener('message', ({ data }) => messages.push(JSON.parse(data)));
const player = new playerjs.Player(frame);
const ask = (method) => new Promise((resolve) => player[method](resolve));
for (const name of ['ready', 'play', 'pause', 'ended', 'timeupdate', 'progress', 'seeked', 'error']) {
  player.on(name, (value) => heard.push([name, value ?? null]));
}
const say = (message, target = frame.contentWindow) =>
  target.postMessage({ context: 'player.js', version: '0.0.11', ...message }, '*');
`;

type Heard = [name: string, value: Record<string, unknown> | null][];

let embeds: EmbedTestServer;
let site: Awaited<ReturnType<typeof startSite>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

before(async () => {
  [embeds, site, browser] = await Promise.all([
    startEmbedTestServer(makeHls),
    startSite(),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await Promise.all([embeds.close(), site.close()]);
});
beforeEach(async () => {
  embeds.refuse(null);
  await context?.close();
  context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
});

/** A customer's site: another origin than the edge's. */
async function startSite() {
  const library = await readFile(new URL(import.meta.resolve('player.js')), 'utf8');
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.setHeader('Content-Type', pathname === '/client.js' ? 'text/javascript' : 'text/html');
    if (pathname === '/client.js') return void response.end(`${library};${CLIENT}`);
    const policy = searchParams.get('policy');
    if (policy) response.setHeader('Referrer-Policy', policy);
    const source = (searchParams.get('frame') ?? '').replaceAll('&', '&amp;');
    const frame = source
      ? `<iframe src="${source}" width="560" height="320" allow="${ALLOWED}">`
      : '';
    response.end(`<!doctype html><link rel="icon" href="data:,">${frame}</iframe>
      ${frame && '<script src="/client.js"></script>'}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    page: (frame: string, policy = '') =>
      `${origin}/?${new URLSearchParams({ frame, ...(policy && { policy }) })}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const open = (attributes: Readonly<Record<string, string>>, policy?: string) =>
  page.goto(site.page(embeds.page(attributes), policy));

const listHeard = () => page.evaluate<Heard>('heard');
const ask = (method: string) => page.evaluate<unknown>(`ask('${method}')`);
const callPlayer = (call: string) => page.evaluate(`void (${call})`);

/** Waits until such an event was heard. */
async function hears(
  name: string,
  matches: (value: Record<string, unknown>) => boolean = () => true,
): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const heard = await listHeard();
    if (heard.some(([other, value]) => other === name && matches(value ?? {}))) return;
    if (performance.now() > deadline) assert.fail(`no ${name} in ${JSON.stringify(heard)}`);
    await setTimeout(50);
  }
}

test("Embedly's player.js steers the frame and follows it from another origin", async () => {
  await open(HLS);
  await hears('ready');
  assert.equal(await ask('getDuration'), 24);
  assert.equal(await ask('getPaused'), true);
  await callPlayer('player.setCurrentTime(5)');
  await callPlayer('player.play()');
  await hears('play');
  await hears(
    'timeupdate',
    ({ seconds, duration }) => Number(seconds) > 5.2 && Math.round(Number(duration)) === 24,
  );
  await hears('progress', ({ seconds }) => Number(seconds) > 5);
  assert.equal(await ask('getPaused'), false);
  await callPlayer('player.pause()');
  await hears('pause');
  assert.equal(await ask('getPaused'), true);
  await callPlayer('player.setCurrentTime(23)');
  await hears('seeked', ({ seconds }) => seconds === 23);
  assert.equal(await ask('getCurrentTime'), 23);
  await callPlayer('player.play()');
  await hears('ended');
  assert.ok(!embeds.segments.some(({ path }) => path.endsWith('/media0.m4s')));
  assert.deepEqual(complaints, []);
});

test('a length that the browser does not know yet is told as the page states it', async () => {
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'duration');
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', {
      get(this: HTMLMediaElement) {
        return this.currentTime > 0.5 ? (own?.get?.call(this) as number) : Infinity;
      },
    });
  });
  await open(HLS);
  await hears('ready');
  await callPlayer('player.play()');
  await hears('progress');
  await hears('timeupdate', ({ seconds }) => Number(seconds) > 0.6);
  const told = (await listHeard()).flatMap(([, value]) =>
    value && 'duration' in value ? [Math.round(Number(value['duration'])), value['duration']] : [],
  );
  assert.ok(told.length > 2 && !told.includes(null) && !told.includes(0), told.join());
});

test('volume, loop and the supported methods are set and reported', async () => {
  await open(HLS);
  await hears('ready');
  await callPlayer('player.setVolume(30)');
  assert.equal(await ask('getVolume'), 30);
  await callPlayer('player.mute()');
  assert.equal(await ask('getMuted'), true);
  await callPlayer('player.unmute()');
  assert.equal(await ask('getMuted'), false);
  assert.equal(await ask('getLoop'), false);
  await callPlayer('player.setLoop(true)');
  assert.equal(await ask('getLoop'), true);
  const all = `[playerjs.METHODS.all(), playerjs.EVENTS.all(), ['seeked']]`;
  assert.deepEqual(
    await page.evaluate(`${all}.map((names, i) => player.supports(i ? 'event' : 'method', names))`),
    [true, true, true],
  );
  await callPlayer(`player.off('timeupdate')`);
  await callPlayer('player.play()');
  await hears('progress');
  assert.ok(!(await listHeard()).some(([name]) => name === 'timeupdate'));
});

test('the reason why nothing plays is reported, even when it was known before anybody listened', async () => {
  await open({ 'error-code': '410', 'error-reason': 'video_deleted', lang: 'en' });
  await hears('error', ({ code, msg }) => code === -1 && msg === 'deleted');
  embeds.refuse({ status: 403, reason: 'website_blocked' });
  await open(HLS);
  await hears('ready');
  await callPlayer('player.play()');
  await hears('error', ({ msg }) => msg === 'websiteBlocked');
  await callPlayer(`say({ method: 'constructor' })`);
  await hears('error', ({ code }) => code === 2);
});

test('values that make no sense, and what is not of player.js, change nothing', async () => {
  await open(HLS);
  await hears('ready');
  for (const message of [
    `'hello'`,
    `'{'`,
    'null',
    '[1]',
    `{ method: 'play' }`,
    `{ context: 'player.js' }`,
    ...['NaN', `'5'`, 'null', '{}', 'Infinity'].flatMap((value) => [
      `{ context: 'player.js', method: 'setVolume', value: ${value} }`,
      `{ context: 'player.js', method: 'setCurrentTime', value: ${value} }`,
      `{ context: 'player.js', method: 'setLoop', value: ${value} }`,
    ]),
  ]) {
    await callPlayer(`frame.contentWindow.postMessage(${message}, '*')`);
  }
  assert.deepEqual(
    await Promise.all(['getVolume', 'getCurrentTime', 'getLoop', 'getPaused'].map(ask)),
    [100, 0, false, true],
  );
  await callPlayer('player.setCurrentTime(1e9)');
  assert.equal(await ask('getCurrentTime'), 24);
  assert.deepEqual(complaints, []);
});

test('a window that does not contain the frame is ignored', async () => {
  await open(HLS);
  await hears('ready');
  // A neighbour of the same origin as the page, which may reach the frame over its parent.
  await page.evaluate(`new Promise((resolve) => {
    const other = document.createElement('iframe');
    other.src = '/';
    other.onload = resolve;
    document.body.append(other);
  })`);
  const neighbour = page.frames().find((frame) => frame.url() === `${site.origin}/`);
  await neighbour?.evaluate(`parent.frames[0].postMessage(
    { context: 'player.js', version: '0.0.11', method: 'setVolume', value: 10 }, '*')`);
  assert.ok(neighbour);
  assert.equal(await ask('getVolume'), 100);
});

for (const [policy, expected] of [
  ['strict-origin-when-cross-origin', ['1', 'secret']],
  ['no-referrer', [null, null]],
] as const) {
  test(`a signature is given only to the page that led to it, under ${policy}`, async () => {
    const frame = embeds.page({ ...HLS, x_expires: '1', x_signature: 'secret' });
    await page.goto(site.page(frame, policy));
    await page.frameLocator('iframe').getByRole('button', { name: 'Play' }).first().waitFor();
    await callPlayer(`say({ method: 'addEventListener', value: 'ready', listener: 'own' })`);
    const replies = `messages.filter(({ event, listener }) => event === 'ready' && listener === 'own')`;
    await page.waitForFunction(`${replies}.length > 0`);
    const sources = await page.evaluate<string[]>(
      `messages.filter(({ event }) => event === 'ready').map(({ value }) => value.src)`,
    );
    assert.ok(sources.length > 0);
    for (const source of sources) {
      const { searchParams } = new URL(source);
      assert.equal(searchParams.get('src'), HLS.src);
      assert.deepEqual([searchParams.get('x_expires'), searchParams.get('x_signature')], expected);
    }
  });
}
