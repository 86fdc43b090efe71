import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '@kinora/contract/test-until';
import { type EmbedTestServer, startEmbedTestServer } from './test-embed-server.ts';
import { launchChromium, untilSeen } from './test-page.ts';
import { addCaptions, makeDash, makeHls } from './test-streams.ts';

/** Two languages of audio, captions, chapters: all that a player of the team can have at once. */
const SOURCE = {
  src: '/captions.mpd',
  lang: 'en',
  autoplay: '',
  muted: '',
  'video-title': 'A title',
  options: '{&quot;seekButtons&quot;:true}',
  chapters:
    '[{&quot;startSec&quot;:0,&quot;title&quot;:&quot;A long name of a chapter&quot;},{&quot;startSec&quot;:20,&quot;title&quot;:&quot;B&quot;}]',
};

let server: EmbedTestServer;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([
    startEmbedTestServer(async (folder) => {
      await Promise.all([makeHls(folder), makeDash(folder)]);
      await addCaptions(folder);
    }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
});

/** A network with a device: a browser has AirPlay, or Cast. */
const DEVICES = {
  AirPlay: `
    globalThis.WebKitPlaybackTargetAvailabilityEvent = Event;
    HTMLVideoElement.prototype.webkitShowPlaybackTargetPicker = () => {};`,
  // An element beside the page's video asks for devices.
  Cast: `
    const { get: getOwn } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'remote');
    const remote = Object.assign(new EventTarget(), { watchAvailability: async (tell) => tell(true) });
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
      get() {
        return this.isConnected ? getOwn.call(this) : remote;
      },
    });`,
};

const prepare = (device: keyof typeof DEVICES) => `(() => {
  ${DEVICES[device]}
  globalThis.findVideo = () =>
    document.querySelector('kinora-player').shadowRoot.querySelector('video');
})()`;

/** Says that the video is of eleven hours, and that there is a device for AirPlay. */
const SAY_ALL = `(() => {
  const video = findVideo();
  Object.defineProperty(video, 'duration', { get: () => 39599 });
  video.dispatchEvent(new Event('durationchange'));
  video.dispatchEvent(
    Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability: 'available' }),
  );
})()`;

const getDevice = (hasTouch: boolean) => (hasTouch ? 'Cast' : 'AirPlay');

async function play(t: TestContext, width: number, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: Math.round((width * 9) / 16) },
    hasTouch,
    isMobile: hasTouch,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(prepare(getDevice(hasTouch)));
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  return page;
}

/** Lists what a viewer can press, where it lies, and whether something else lies over its middle. */
const LIST_CONTROLS = `(() => {
  const root = document.querySelector('kinora-player').shadowRoot;
  return [...root.querySelectorAll('.stage button, .stage [role=slider]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().width > 0)
    .map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isFree = hit === one || one.contains(hit);
      return { name: one.ariaLabel, className: one.className, left, top, right, bottom, isFree };
    });
})()`;

type Control = { name: string; className: string; isFree: boolean } & Record<
  'left' | 'top' | 'right' | 'bottom',
  number
>;

function assertInside(controls: readonly Control[], width: number): void {
  for (const control of controls) {
    const { left, top, right, bottom } = control;
    const isInside = left >= 0 && top >= 0 && right <= width && bottom <= (width * 9) / 16 + 1;
    assert.ok(isInside && control.isFree, JSON.stringify(control));
  }
}

const names = async (page: Page) =>
  (await page.evaluate<Control[]>(LIST_CONTROLS)).map(({ name }) => name);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const hasTouch of [false, true]) {
  for (const width of [280, 320, 360, 400, 500, 576, 640]) {
    test(`at ${width} px ${hasTouch ? 'on a phone ' : ''}all that is shown lies inside the player, and nothing is lost`, async (t) => {
      const page = await play(t, width, hasTouch);
      await page.evaluate(SAY_ALL);
      for (const isMuted of [true, false]) {
        await page.evaluate(`findVideo().muted = ${isMuted}`);
        const found = await page.evaluate<Control[]>(LIST_CONTROLS);
        assertInside(found, width);
        const shown = found.map(({ name }) => name);
        for (const name of ['Forward 10 seconds', 'Back 10 seconds', 'Settings', 'Full screen']) {
          assert.equal(shown.filter((each) => each === name).length, 1, `${name} of ${shown}`);
        }
        // A muted video can be unmuted.
        if (isMuted) assert.ok(shown.includes('Unmute'), shown.join());
      }
      await button(page, 'Settings').click();
      const items = await page.getByRole('menu').locator('button:visible').allInnerTexts();
      const all = [...items, ...(await names(page))];
      for (const name of ['Picture-in-picture', getDevice(hasTouch)]) {
        const times = all.filter((each) => each?.includes(name)).length;
        assert.equal(times, 1, `${name} of ${all}`);
      }
      await page.keyboard.press('Escape');
      await button(page, 'Full screen').click();
      await until('full screen', () => page.evaluate('document.fullscreenElement !== null'));
      await button(page, 'Exit full screen').click();
      await until('the page', () => page.evaluate('document.fullscreenElement === null'));
    });
  }
}

const hint = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('two taps at a side seek 10 seconds and say so there, and further ones add up', async (t) => {
  const page = await play(t, 360, true);
  const tap = (x: number) => page.touchscreen.tap(x, 60);
  await tap(340);
  await tap(340);
  await hint(page, 'Forward 10 s').waitFor();
  const box = await hint(page, 'Forward 10 s').boundingBox();
  assert.ok(box && box.x > 180 && box.x + box.width <= 360, JSON.stringify(box));
  await untilSeen(page, ({ time }) => time > 10 && time < 16);
  await tap(340);
  await hint(page, 'Forward 20 s').waitFor();
  await untilSeen(page, ({ time }) => time > 20);
  await tap(20);
  await tap(20);
  await hint(page, 'Back 10 s').waitFor();
  await untilSeen(page, ({ time }) => time > 8 && time < 18);
  assert.equal(await page.evaluate('document.fullscreenElement === null'), true);
});

test('two taps in the middle fill the screen, and the video plays on', async (t) => {
  const page = await play(t, 360, true);
  await page.touchscreen.tap(180, 60);
  await page.touchscreen.tap(180, 60);
  await until('full screen', () => page.evaluate('document.fullscreenElement !== null'));
  await untilSeen(page, ({ paused }) => !paused);
});

test('a double click with a mouse fills the screen at the sides too', async (t) => {
  const page = await play(t, 640, false);
  await page.mouse.dblclick(600, 60);
  await until('full screen', () => page.evaluate('document.fullscreenElement !== null'));
});
