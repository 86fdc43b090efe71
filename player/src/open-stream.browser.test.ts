import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { makeHls } from './test-streams.ts';

const SEGMENT_SEC = 1;

/** The better quality states 4 Mbit/s: more than the waits below would leave of any network. */
async function makeStream(folder: string): Promise<void> {
  await makeHls(folder);
  const path = join(folder, 'playlist.m3u8');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/BANDWIDTH=1\d{6},/, 'BANDWIDTH=4000000,'));
}

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  [server, browser] = await Promise.all([startEmbedTestServer(makeStream), launchChromium()]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  server.encode(null);
  server.addToSegments({});
  await context?.close();
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});

/** Returns the segment number from 1, as ffmpeg names them from 0; null for other files. */
function parseNumber(path: string): number | null {
  const digits = /(\d+)\.m4s$/.exec(path)?.[1];
  return digits === undefined ? null : Number(digits) + 1;
}

const open = (lang: string) =>
  page.goto(server.page({ src: '/playlist.m3u8', lang, autoplay: '' }));
const alerts = () => page.getByRole('alert').count();

test('a stream that is encoded while it plays runs from its first segment to its end', async () => {
  // Each segment is ready 0.4 s after the one before: little faster than it plays at double speed.
  const beganMs = performance.now();
  server.encode((path) => beganMs + 400 * (parseNumber(path) ?? 0));
  await open('en');
  await untilSeen(page, ({ time }) => time > 0);
  await page.keyboard.press('>');
  await page.keyboard.press('>');
  await untilSeen(page, ({ rate }) => rate === 2);
  const { height } = await untilSeen(page, ({ ended }) => ended, 45_000);
  assert.equal(await alerts(), 0);
  const videoSegments = server.segments.filter(({ path }) => path.includes('v360'));
  const numbers = new Set(videoSegments.map(({ path }) => parseNumber(path)));
  assert.equal(numbers.size, 24 / SEGMENT_SEC);
  assert.ok(videoSegments.some(({ waitMs }) => waitMs > 300));
  assert.equal(height, 360);
});

test('an open stream begins with the first variant of its playlist, whatever its rate', async () => {
  server.encode((path) => (path.includes('v180') ? Number.POSITIVE_INFINITY : 0));
  await open('en');
  await untilSeen(page, ({ time, height }) => time > 0.2 && height === 360);
  assert.ok(!server.segments.some(({ path }) => path.includes('v180')));
});

test('waits leave the bandwidth estimate alone: the better quality goes on', async () => {
  // Every fourth segment is delayed: hls.js gets used to a first byte that is always late.
  const askedMs = new Map<string, number>();
  server.encode((path) => {
    const first = askedMs.get(path) ?? performance.now();
    askedMs.set(path, first);
    return (parseNumber(path) ?? 1) % 4 > 0 ? 0 : first + 1900;
  });
  await open('en');
  const { height } = await untilSeen(page, ({ time }) => time > 13, 40_000);
  assert.equal(height, 360);
  const lower = server.segments.filter(({ path }) => /v180.*\d\.m4s$/.test(path));
  assert.deepEqual(lower, []);
});

for (const [lang, words] of [
  ['en', 'Still processing. It will play when ready.'],
  ['th', 'ช่วงนี้ยังประมวลผลไม่เสร็จ จะเล่นเองเมื่อพร้อม'],
] as const) {
  test(`a seek to what is not encoded yet waits in words and plays on, in ${lang}`, async () => {
    const askedMs = new Map<number, number>();
    server.encode((path) => {
      const number = parseNumber(path) ?? 0;
      if (number < 18) return 0;
      const first = askedMs.get(number) ?? performance.now();
      askedMs.set(number, first);
      return first + 9500;
    });
    await open(lang);
    await untilSeen(page, ({ time }) => time > 0.3);
    await page.keyboard.press('9');
    await page.getByText(words).waitFor();
    assert.equal(await alerts(), 0);
    await untilSeen(page, ({ time, paused }) => time > 21.9 && !paused, 30_000);
    await page.getByText(words).waitFor({ state: 'hidden' });
    assert.ok(server.segments.some(({ status }) => status === 503));
  });
}

test('after a long wait the next lower quality is taken for a while', async () => {
  server.encode((path) => {
    const slow = path.includes('v360') && (parseNumber(path) ?? 0) >= 8;
    return slow ? Number.POSITIVE_INFINITY : 0;
  }, 2500);
  await open('en');
  await untilSeen(page, ({ time, height }) => time > 9 && height === 180, 30_000);
  assert.equal(await alerts(), 0);
});

test('another viewer’s long wait, which a cache repeats, costs no quality', async () => {
  server.addToSegments({ 'x-wait-ms': '9000', age: '60' });
  await open('en');
  const { height } = await untilSeen(page, ({ time }) => time > 6, 30_000);
  assert.equal(height, 360);
  assert.ok(!server.segments.some(({ path }) => /v180.*\d\.m4s$/.test(path)));
});
