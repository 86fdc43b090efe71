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

/** A network with a device: its element plays in the page, which stands for the device's screen. */
const WITH_DEVICE = `(() => {
  const remotes = new WeakMap();
  globalThis.casts = [];
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    get() {
      const element = this;
      if (!remotes.has(element)) {
        const remote = Object.assign(new EventTarget(), {
          watchAvailability: async (tell) => void casts.push({ element, remote, tell }),
          prompt: async () => void remote.dispatchEvent(new Event('connect')),
        });
        remotes.set(element, remote);
      }
      return remotes.get(element);
    },
  });
})()`;

type Looked = { src: string; time: number; paused: boolean };
const device = () =>
  page.evaluate<Looked | null>(`(() => {
    const [{ element } = {}] = casts;
    return element && { src: element.src, time: element.currentTime, paused: element.paused };
  })()`);
const own = () =>
  page.evaluate<Omit<Looked, 'src'>>(`(() => {
    const video = document.querySelector('kinora-player').shadowRoot.querySelector('video');
    return { time: video.currentTime, paused: video.paused };
  })()`);
const button = () => page.getByRole('button', { name: 'Cast to another device' });

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    assert.ok(tries < 200, `waited for ${what}`);
    await page.waitForTimeout(50);
  }
}

test('a device plays the stream by its address, with the page’s controls, and gives it back', async () => {
  await page.addInitScript(WITH_DEVICE);
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  assert.equal(await button().count(), 0);
  await page.evaluate('casts[0].tell(true)');
  const before = await own();
  await button().click();
  await until('the device to play', async () => ((await device())?.time ?? 0) > before.time + 0.3);
  const there = await device();
  assert.deepEqual([there?.src, there?.paused], [`${server.origin}/playlist.m3u8`, false]);
  assert.equal((await own()).paused, true);
  await page.locator('[aria-label="Cast to another device"][aria-pressed=true]').waitFor();
  await page.getByText('Playing on another device').waitFor();
  await page.keyboard.press('k');
  await until('the device to pause', async () => (await device())?.paused === true);
  assert.equal(
    await page.evaluate(`document.querySelector('kinora-player').paused`),
    true,
    'the page follows the device',
  );
  await page.evaluate(`document.querySelector('kinora-player').currentTime = 3`);
  await until('the device to seek', async () => (await device())?.time === 3);
  await page.keyboard.press('k');
  await until('the device to go on', async () => ((await device())?.time ?? 0) > 3.1);
  await page.evaluate(`casts[0].remote.dispatchEvent(new Event('disconnect'))`);
  await until('the page to go on', async () => {
    const { time, paused } = await own();
    return !paused && time > 3.1;
  });
  assert.equal((await device())?.paused, true);
  await page.evaluate('casts[0].tell(false)');
  await button().waitFor({ state: 'hidden' });
});

const offers = () =>
  page.evaluate(`casts.filter(({ element }) => element.src.startsWith('http')).length`);

test('nothing is offered before the video plays', async () => {
  await page.addInitScript(WITH_DEVICE);
  await page.goto(server.page({ ...SOURCE, autoplay: 'off', preload: 'metadata' }));
  await page.getByRole('button', { name: 'Play' }).first().waitFor();
  assert.equal(await offers(), 0);
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  assert.equal(await offers(), 1);
});

test('a browser without devices has no button', async () => {
  await page.goto(server.page(SOURCE));
  await untilSeen(page, ({ time }) => time > 0.2);
  assert.equal(await button().count(), 0);
});
