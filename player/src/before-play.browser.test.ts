import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, recordComplaints, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { makeDash, makeHls } from './test-streams.ts';

const HLS = { src: '/playlist.m3u8', 'video-duration': '24', lang: 'en', preload: 'none' };
const DASH = { ...HLS, src: '/manifest.mpd' };

let server: EmbedTestServer;
/** The policy of ordinary browsers: audio only after a gesture. */
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
/** Lists the paths of the requests, except the page and its script. */
let requested: string[];

before(async () => {
  [server, browser] = await Promise.all([
    startEmbedTestServer(async (folder) => {
      await makeHls(folder);
      await makeDash(folder);
    }),
    launchChromium('document-user-activation-required', 'full'),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  await context?.close();
  // The page of the test before has no request under way any more.
  server.encode(null);
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
  requested = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/embed$|\/embed-[^/]*\.js$|favicon/.test(pathname)) requested.push(pathname);
  });
});

async function open(attributes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(server.page(attributes));
  await page.waitForLoadState('networkidle');
}
const bigPlay = () => page.getByRole('button', { name: 'Play' }).first();

test('controls that are held are shown before play, with their colour, and load nothing', async () => {
  const options = '{&quot;seekButtons&quot;:true,&quot;color&quot;:&quot;#ff0000&quot;}';
  await open({ ...HLS, 'hold-controls': '', 'start-time': '8', options });
  await page.getByRole('button', { name: 'Forward 10 seconds' }).waitFor();
  const played = page.locator('.seek .played');
  const box = await played.boundingBox();
  const whole = await page.locator('.seek').boundingBox();
  assert.ok(box && whole && Math.abs(box.width / whole.width - 1 / 3) < 0.01, JSON.stringify(box));
  assert.equal(
    await played.evaluate((element) => getComputedStyle(element).backgroundColor),
    'rgb(255, 0, 0)',
  );
  assert.deepEqual(requested, []);
});

test('before play the length is shown, and nothing of the video or an engine is requested', async () => {
  await open(HLS);
  await page.locator('.length', { hasText: '0:24' }).waitFor();
  assert.deepEqual(requested, []);
  await bigPlay().click();
  await untilSeen(page, ({ time, height }) => time > 0.3 && height > 0);
  for (const heavy of [/hls-engine/, /\.m4s$/])
    assert.ok(requested.some((path) => heavy.test(path)));
  await page.locator('.length').waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
});

/** The files of a stream that an engine reads before playback is requested. */
const HLS_TRACKS = [
  '/sound/media.m3u8',
  '/sound/init_0.mp4',
  '/v360/media.m3u8',
  '/v360/init_1.mp4',
];
/** Shaka Player requests the manifest by itself. */
const DASH_TRACKS = [DASH.src, '/0-init.mp4', '/2-init.mp4'];

for (const [attributes, engine, described] of [
  [HLS, /^\/player\/assets\/hls-engine-/, HLS_TRACKS],
  [DASH, /^\/player\/assets\/shaka-/, DASH_TRACKS],
] as const) {
  for (const [name, approach] of [
    ['a pointer', () => page.mouse.move(300, 100)],
    ['the focus', () => page.keyboard.press('Tab')],
  ] as const) {
    test(`${name} brings the engine of ${attributes.src} and its playlists, and no media`, async () => {
      await open(attributes);
      const came = Promise.all(
        [engine, ...described].map((wanted) =>
          page.waitForEvent('requestfinished', (request) => {
            const { pathname } = new URL(request.url());
            return wanted instanceof RegExp ? wanted.test(pathname) : wanted === pathname;
          }),
        ),
      );
      await approach();
      await came;
      // Requests that follow these would be for media.
      await page.waitForTimeout(500);
      assert.deepEqual(
        requested.filter((path) => !engine.test(path)).toSorted(),
        [attributes.src, ...described].toSorted(),
      );
      await page.keyboard.press('k');
      await untilSeen(page, ({ time, height }) => time > 0.3 && height > 0);
      if (attributes === HLS) assert.equal(requested.filter((path) => path === HLS.src).length, 1);
      assert.deepEqual(complaints, []);
    });
  }
}

test('a refusal that came before play is asked again at play', async () => {
  server.refuse({ status: 503 });
  await open(HLS);
  const refused = page.waitForResponse((response) => response.status() === 503);
  await page.mouse.move(300, 100);
  await refused;
  server.refuse(null);
  await page.keyboard.press('k');
  await untilSeen(page, ({ time, height }) => time > 0.3 && height > 0);
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('keys that seek before play choose where it begins', async () => {
  await open({ ...HLS, 'start-time': '3' });
  await page.keyboard.press('5');
  await page.keyboard.press('ArrowRight');
  assert.ok(!requested.some((path) => path.endsWith('.m4s')));
  await page.keyboard.press('k');
  await untilSeen(page, ({ time }) => time > 17.1 && time < 20);
  assert.ok(!server.segments.some(({ path }) => /\/media[0-5]\.m4s$/.test(path)));
});

for (const [attributes, described] of [
  [HLS, HLS_TRACKS],
  [DASH, DASH_TRACKS],
] as const) {
  test(`keys that seek in ${attributes.src} once it is opened choose where it begins`, async () => {
    await open(attributes);
    const came = page.waitForRequest((request) => request.url().endsWith(described.at(-1) ?? ''));
    await page.mouse.move(300, 100);
    await came;
    await page.keyboard.press('5');
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(500);
    const isMedia = (path: string) => path.endsWith('.m4s');
    assert.ok(!requested.some(isMedia));
    await page.keyboard.press('k');
    await untilSeen(page, ({ time }) => time > 17.1 && time < 20);
    const numbers = requested.filter(isMedia).map((path) => Number(/(\d+)\.m4s$/.exec(path)?.[1]));
    assert.ok(Math.min(...numbers) >= 6, String(numbers));
    assert.deepEqual(complaints, []);
  });
}

for (const attributes of [HLS, DASH]) {
  test(`a seek while ${attributes.src} is being loaded is where it begins to play`, async () => {
    const gate = Promise.withResolvers<void>();
    await page.route(/\.(mp4|m4s)$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await open(attributes);
    const loading = page.waitForRequest(/\.(mp4|m4s)$/);
    await bigPlay().click();
    await loading;
    await page.keyboard.press('5');
    gate.resolve();
    await untilSeen(page, ({ time, paused }) => time > 12.2 && time < 20 && !paused);
  });
}

test('autoplay with audio that the browser refuses leaves the play button standing', async () => {
  await open({ ...HLS, autoplay: '' });
  await untilSeen(page, ({ loaded, paused }) => loaded && paused);
  await bigPlay().click();
  await untilSeen(page, ({ time, muted }) => time > 0.3 && !muted);
});

test('autoplay without audio plays', async () => {
  await open({ ...HLS, autoplay: '', muted: '' });
  await untilSeen(page, ({ time, muted }) => time > 0.3 && muted);
});
