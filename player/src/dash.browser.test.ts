import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, recordComplaints, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { CLEAR_KEYS, makeDash, makeHls, makeProtected } from './test-streams.ts';

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let scripts: string[];

before(async () => {
  [server, browser] = await Promise.all([
    startEmbedTestServer(async (folder) => {
      await makeDash(folder);
      await makeHls(folder);
      await makeProtected(folder);
    }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  server.encode(null);
  server.refuse(null);
  await context?.close();
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
  scripts = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
});

const open = (attributes: Readonly<Record<string, string>> = {}) =>
  page.goto(server.page({ src: '/manifest.mpd', lang: 'en', autoplay: '', ...attributes }));
/** Number and representation of a segment as makeDash names them. */
const parsePlace = (path: string) =>
  /\/(\d)-(\d+)\.m4s$/.exec(path)?.slice(1).map(Number) ?? [0, 0];
const isPicture = (path: string): boolean => (parsePlace(path)[0] ?? 0) < 2;

/** Chooses in the settings menu by keyboard: `downs` rows below the first one, then the last choice. */
async function chooseLast(downs: number): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  for (let i = 0; i < downs; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

test('DASH plays from its start and where it is sought, and brings Shaka Player only then', async () => {
  await open({ 'start-time': '4' });
  const { duration } = await untilSeen(page, ({ time }) => time > 4.3 && time < 8);
  assert.equal(Math.round(duration), 24);
  await page.keyboard.press('9');
  await untilSeen(page, ({ ended }) => ended);
  assert.deepEqual(complaints, []);
  assert.ok(scripts.some((url) => /shaka-player\.dash/.test(url)));
  assert.ok(!scripts.some((url) => /hls/.test(url)));
  scripts.length = 0;
  await open({ src: '/playlist.m3u8' });
  await untilSeen(page, ({ time }) => time > 0.2);
  assert.ok(!scripts.some((url) => /shaka/.test(url)));
});

test('quality and language of DASH are chosen in the menu', async () => {
  await open();
  await untilSeen(page, ({ time }) => time > 0.2);
  await chooseLast(0);
  await page.getByRole('menuitem', { name: /Quality\s*180p/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('5');
  await untilSeen(page, ({ height, time }) => height === 180 && time > 12);
  await chooseLast(1);
  await page.getByRole('menuitem', { name: /Audio\s*English/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('8');
  await untilSeen(page, ({ time, paused }) => time > 19.5 && !paused);
  assert.ok(server.segments.some(({ path }) => parsePlace(path)[0] === 3));
  assert.deepEqual(complaints, []);
});

test('a speed that is chosen just as DASH waits or plays on stays', async () => {
  await open();
  await untilSeen(page, ({ time }) => time > 0.2);
  const rates = await page.evaluate(() => {
    const player = document.querySelector('kinora-player');
    const video = player?.shadowRoot?.querySelector('video');
    const key = { key: '>', code: 'Period', shiftKey: true, bubbles: true };
    for (let i = 0; i < 2; i += 1) player?.dispatchEvent(new KeyboardEvent('keydown', key));
    const chosen = video?.playbackRate;
    // The browser's own events of this come later than these, which are on their way already.
    for (const type of ['waiting', 'playing']) video?.dispatchEvent(new Event(type));
    return [chosen, video?.playbackRate];
  });
  assert.deepEqual(rates, [2, 2]);
});

test('an open DASH stream is waited for, and the waits leave the bandwidth estimate alone', async () => {
  const askedMs = new Map<string, number>();
  server.encode((path) => {
    const first = askedMs.get(path) ?? performance.now();
    askedMs.set(path, first);
    // This is too short for the player to choose a lower quality, even when the timer is late.
    return first + 1500;
  });
  // A busy machine drops frames, for which Shaka Player chooses a lower quality too.
  await page.addInitScript(`
    const get = HTMLVideoElement.prototype.getVideoPlaybackQuality;
    HTMLVideoElement.prototype.getVideoPlaybackQuality = function () {
      const { totalVideoFrames } = get.call(this);
      return { totalVideoFrames, droppedVideoFrames: 0 };
    };
  `);
  await open();
  await untilSeen(page, ({ time }) => time > 3);
  // By now it has chosen; from here on only the better quality is requested.
  const before = server.segments.length;
  const { height } = await untilSeen(page, ({ time }) => time > 16, 60_000);
  const later = server.segments.slice(before).filter(({ path }) => isPicture(path));
  assert.ok(later.length > 3);
  assert.deepEqual(
    later.filter(({ path }) => parsePlace(path)[0] !== 0),
    [],
  );
  assert.equal(height, 360);
});

test('a segment of DASH that is "not yet" there is requested until it is', async () => {
  const askedMs = new Map<number, number>();
  server.encode((path) => {
    const number = parsePlace(path)[1] ?? 0;
    if (number < 9) return 0;
    const first = askedMs.get(number) ?? performance.now();
    askedMs.set(number, first);
    return first + 4500;
  }, 1500);
  await open();
  await untilSeen(page, ({ time }) => time > 0.3);
  await page.keyboard.press('9');
  await page.getByText('Still processing. It will play when ready.').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await untilSeen(page, ({ time, paused }) => time > 21.9 && !paused, 30_000);
  assert.ok(server.segments.some(({ status }) => status === 503));
});

test('after a long wait DASH takes the next lower quality for a while', async () => {
  server.encode((path) => {
    const [representation, number] = parsePlace(path);
    return representation === 0 && (number ?? 0) >= 4 ? Number.POSITIVE_INFINITY : 0;
  }, 2500);
  await open();
  await untilSeen(page, ({ time, height }) => time > 9 && height === 180, 30_000);
  assert.equal(await page.getByRole('alert').count(), 0);
});

for (const status of [403, 500]) {
  test(`after DASH segments were answered ${status} for a while, playback goes on`, async () => {
    await open();
    await untilSeen(page, ({ time }) => time > 0.2);
    server.refuse({ status, only: /\.m4s$/ });
    await page.keyboard.press('8');
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor();
    server.refuse(null);
    await untilSeen(page, ({ time, paused }) => time > 19.5 && !paused);
    assert.equal(await page.getByRole('alert').count(), 0);
  });
}

const toDrm = (clearKeys: Record<string, string>): string =>
  JSON.stringify({ clearKeys }).replaceAll('"', '&quot;');

for (const src of ['/protected.mpd', '/protected.m3u8']) {
  test(`${src} plays with its key, under the policy`, async () => {
    await open({ src, drm: toDrm(CLEAR_KEYS) });
    await untilSeen(page, ({ time, height }) => time > 1 && height === 180);
    assert.deepEqual(complaints, []);
  });
}

test('a protected stream without its key says that the viewer has no right to it', async () => {
  const [id = ''] = Object.keys(CLEAR_KEYS);
  await open({ src: '/protected.mpd', drm: toDrm({ [id.replace('0', 'f')]: id }) });
  await page.getByRole('heading', { name: 'Your permission doesn’t include this video' }).waitFor();
});
