import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { type EmbedVisit, visitEmbedPages } from './test-embed-visits.ts';
import { recordComplaints, untilSeen } from './test-page.ts';

const SOURCE = { src: '/playlist.m3u8', autoplay: '', muted: '', lang: 'en' };

let server: EmbedVisit['server'];
let page: EmbedVisit['page'];
let complaints: string[];

visitEmbedPages((visit) => {
  ({ server, page } = visit);
  complaints = recordComplaints(page);
});

async function play(more: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(server.page({ ...SOURCE, ...more }));
  await untilSeen(page, ({ time }) => time > 0.2);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A desktop refuses to turn, so that what the player asks of the browser is kept here. */
async function keepTurns(isUpright: boolean): Promise<void> {
  await page.addInitScript((upright) => {
    const turns: string[] = [];
    Object.assign(globalThis, { turns });
    Object.assign(ScreenOrientation.prototype, {
      lock: (way: string) => {
        turns.push(document.fullscreenElement === null ? `${way} too early` : way);
        return Promise.reject(new DOMException('Not on a desktop', 'NotSupportedError'));
      },
    });
    if (upright) {
      Object.defineProperty(HTMLVideoElement.prototype, 'videoHeight', { get: () => 4000 });
    }
  }, isUpright);
}

const listTurns = () => page.evaluate(() => Reflect.get(globalThis, 'turns') as string[]);
const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null);

for (const { name, isUpright = false, options, turns } of [
  { name: 'a wide video turns the phone to lie', turns: ['landscape'] },
  { name: 'a tall video turns the phone to stand', isUpright: true, turns: ['portrait'] },
  {
    name: 'a phone stays as it is where the option is off',
    options: '{&quot;autoRotate&quot;:false}',
    turns: [],
  },
]) {
  test(`in full screen ${name}`, async () => {
    await keepTurns(isUpright);
    await play(options === undefined ? {} : { options });
    await button('Full screen').click();
    await until('full screen', isFullscreen);
    await button('Exit full screen').waitFor();
    assert.deepEqual(await listTurns(), turns);
    // A refusal to turn doesn't end full screen.
    assert.ok(await isFullscreen());
    await button('Exit full screen').click();
    await until('the page', async () => !(await isFullscreen()));
    await button('Full screen').waitFor();
    assert.deepEqual(await listTurns(), turns, 'the browser turns back by itself');
    assert.deepEqual(complaints, []);
  });
}

/** Lists what the browser has said of its small window, and says whether our video is in it. */
const listWindows = () =>
  page.evaluate(() => {
    const root = document.querySelector('kinora-player')?.shadowRoot;
    const isOurs = root?.pictureInPictureElement === root?.querySelector('video');
    return { events: Reflect.get(globalThis, 'windows') as string[], isOurs };
  });

async function keepWindows(): Promise<void> {
  await page.evaluate(() => {
    const windows: string[] = [];
    Object.assign(globalThis, { windows });
    const video = document.querySelector('kinora-player')?.shadowRoot?.querySelector('video');
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture']) {
      video?.addEventListener(type, () => windows.push(type));
    }
  });
}

test('the video goes into picture-in-picture and back by its button, and plays on', async () => {
  await play();
  await keepWindows();
  await button('Picture-in-picture').click();
  await button('Exit picture-in-picture').waitFor();
  assert.deepEqual(await listWindows(), { events: ['enterpictureinpicture'], isOurs: true });
  const { time } = await untilSeen(page, ({ paused }) => !paused);
  await untilSeen(page, (seen) => seen.time > time + 0.2);
  await button('Exit picture-in-picture').click();
  await button('Picture-in-picture').waitFor();
  assert.deepEqual(await listWindows(), {
    events: ['enterpictureinpicture', 'leavepictureinpicture'],
    isOurs: false,
  });
  assert.deepEqual(complaints, []);
});

test('the button follows a window that the browser closes by itself', async () => {
  await play();
  await button('Picture-in-picture').click();
  await button('Exit picture-in-picture').waitFor();
  await page.evaluate(() => document.exitPictureInPicture());
  await button('Picture-in-picture').waitFor();
});

test('a browser without picture-in-picture, and one that refuses it, leave the player as it is', async () => {
  await page.addInitScript(() => {
    HTMLVideoElement.prototype.requestPictureInPicture = () =>
      Promise.reject(new DOMException('Not here', 'NotAllowedError'));
  });
  await play();
  await button('Picture-in-picture').click();
  await untilSeen(page, ({ paused, time }) => !paused && time > 0.5);
  assert.ok(await button('Picture-in-picture').isVisible());
  assert.deepEqual(complaints, []);
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => false });
  });
  await play();
  await button('Full screen').waitFor();
  assert.equal(await button('Picture-in-picture').count(), 0);
});
