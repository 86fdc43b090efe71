import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSeen } from './test-page.ts';
import { type EmbedVisit, visitEmbedPages } from './test-embed-visits.ts';

const SOURCE = { src: '/playlist.m3u8', autoplay: '', muted: '', lang: 'en' };

let server: EmbedVisit['server'];
let page: EmbedVisit['page'];

visitEmbedPages((visit) => {
  ({ server, page } = visit);
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
