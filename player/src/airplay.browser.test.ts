import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { makeHls } from './test-streams.ts';

const SOURCE = { src: '/playlist.m3u8', autoplay: '', muted: '', lang: 'en' };

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  [server, browser] = await Promise.all([startEmbedTestServer(makeHls), launchChromium()]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});

/** Says what Safari has of AirPlay, and Chromium has not. */
function addAirPlay(): void {
  const pickers: number[] = [];
  Object.assign(globalThis, { WebKitPlaybackTargetAvailabilityEvent: Event, pickers });
  Object.assign(HTMLVideoElement.prototype, {
    webkitCurrentPlaybackTargetIsWireless: false,
    webkitShowPlaybackTargetPicker: () => pickers.push(1),
  });
}

const tell = (type: string, facts: object) =>
  page.evaluate(
    ([name, given]) => {
      const video = document.querySelector('kinora-player')?.shadowRoot?.querySelector('video');
      if ('isWireless' in given) {
        Object.assign(video ?? {}, { webkitCurrentPlaybackTargetIsWireless: given.isWireless });
      }
      video?.dispatchEvent(Object.assign(new Event(name), given));
    },
    [type, facts] as const,
  );
const tellAvailability = (availability: string) =>
  tell('webkitplaybacktargetavailabilitychanged', { availability });

const button = () => page.getByRole('button', { name: 'AirPlay' });

test('AirPlay has a button while there is a device, and gives it the address of the stream', async () => {
  await page.addInitScript(addAirPlay);
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  assert.equal(await button().count(), 0);
  await tellAvailability('available');
  await button().click();
  assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, 'pickers') as number[]), [1]);
  const offered = await page.evaluate(() => {
    const video = document.querySelector('kinora-player')?.shadowRoot?.querySelector('video');
    const sources = [...(video?.querySelectorAll('source') ?? [])];
    return { isOff: video?.disableRemotePlayback, sources: sources.map(({ src }) => src) };
  });
  assert.deepEqual(offered, { isOff: false, sources: [`${server.origin}/playlist.m3u8`] });
  await tell('webkitcurrentplaybacktargetiswirelesschanged', { isWireless: true });
  await page.locator('[aria-label=AirPlay][aria-pressed=true]').waitFor();
  await tell('webkitcurrentplaybacktargetiswirelesschanged', { isWireless: false });
  await page.locator('[aria-label=AirPlay][aria-pressed=false]').waitFor();
  await tellAvailability('not-available');
  await button().waitFor({ state: 'hidden' });
});

test('a browser without AirPlay has no button, and no second source', async () => {
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  await tellAvailability('available');
  assert.equal(await button().count(), 0);
  assert.equal(await page.locator('kinora-player source').count(), 0);
});
