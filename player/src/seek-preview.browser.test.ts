import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium, recordComplaints, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { makeHls, makeStoryboard } from './test-streams.ts';

const run = promisify(execFile);

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let requested: string[];
let shots: string;

before(async () => {
  shots = await mkdtemp(join(tmpdir(), 'kinora-tiles-'));
  [server, browser] = await Promise.all([
    startEmbedTestServer(async (folder) => {
      await makeHls(folder);
      await makeStoryboard(folder);
    }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
  await rm(shots, { recursive: true, force: true });
});
beforeEach(() => context?.close());

async function open(options: BrowserContextOptions): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
  requested = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const storyboard = '/storyboard.json';
  await page.goto(server.page({ src: '/playlist.m3u8', storyboard, lang: 'en', autoplay: '' }));
  await untilSeen(page, ({ time, duration }) => time > 0.2 && duration > 23);
}

const tile = () => page.locator('.tip.pictured .tile:not(.empty)');
const listRequestedSheets = () => requested.filter((path) => path.includes('storyboard'));

/** Says how bright the middle of the shown tile is, as the number of its tile: see makeStoryboard. */
async function tileShown(): Promise<number> {
  await tile().waitFor();
  const path = join(shots, `${performance.now()}.png`);
  await tile().screenshot({ path });
  const { stdout } = await run(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      '-i',
      path,
      '-vf',
      'crop=iw/3:ih/3,scale=1:1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-',
    ],
    { encoding: 'buffer' },
  );
  return Math.round(((stdout[0] ?? 0) - 20) / 18);
}

/** Polls, since an image may still be loading. */
async function untilTile(number: number): Promise<void> {
  let shown = -1;
  for (let tries = 0; tries < 40; tries += 1) {
    shown = await tileShown();

    if (shown === number) return;
    await setTimeout(50);
  }
  assert.fail(`tile ${shown} is shown instead of ${number}`);
}

async function bar() {
  const box = await page.getByRole('slider', { name: 'Position' }).boundingBox();
  if (!box) throw new Error('the seek bar is not there');
  const at = (fraction: number) => ({ x: box.x + box.width * fraction, y: box.y + box.height / 2 });
  return { box, at };
}

for (const width of [360, 1280]) {
  test(`at ${width} px the pointed moment is pictured over the bar, inside the player`, async () => {
    await open({ viewport: { width, height: Math.round((width * 9) / 16) } });
    assert.deepEqual(listRequestedSheets(), [], 'nothing is loaded before it is needed');
    const { at } = await bar();
    const player = { left: 0, right: width };
    let size = '';
    for (const [fraction, number] of [
      [0.001, 0],
      [0.3, 3],
      [0.999, 8],
    ] as const) {
      const point = at(fraction);
      await page.mouse.move(point.x, point.y);
      await untilTile(number);
      const box = await tile().boundingBox();
      assert.ok(box && box.x >= player.left && box.x + box.width <= player.right);
      assert.ok(box.y >= 0, 'the tile is not cut at the top');
      size ||= `${box.width} ${box.height}`;
      assert.equal(`${box.width} ${box.height}`, size, 'nothing jumps');
    }
    assert.deepEqual(listRequestedSheets(), [
      '/storyboard.json',
      '/storyboard-1.jpg',
      '/storyboard-2.jpg',
    ]);
    assert.deepEqual(complaints, []);
  });
}

test('keys on the seek bar show where they went, for a moment', async () => {
  await open({ viewport: { width: 640, height: 360 } });
  await page.getByRole('slider', { name: 'Position' }).focus();
  // A video that plays goes on from where the key led.
  await page.keyboard.press('k');
  await page.keyboard.press('5');
  await untilTile(6);
  assert.equal(await page.locator('.tip-time').textContent(), '0:12');
  await tile().waitFor({ state: 'hidden' });
});

test('a finger that drags sees the picture, and none when it has let go', async () => {
  await open({ viewport: { width: 360, height: 203 }, hasTouch: true, isMobile: true });
  const { at } = await bar();
  const client = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fraction: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [at(fraction)],
    });
  await touch('touchStart', 0.2);
  await touch('touchMove', 0.55);
  await untilTile(6);
  await touch('touchEnd', 0.55);
  await tile().waitFor({ state: 'hidden' });
  await untilSeen(page, ({ time }) => time > 13);
});
