// Measures the built console on a slow line: 1.6 Mbit/s, 150 ms for each request, and a processor four
// times slower, with nothing in the browser's cache. Promises: first paint ≤ 1.2 s, largest paint of a list
// and a video ≤ 3 s, long tasks ≤ 1 s in all. The video is a ready one.
// Run: node bench/src/slow-line.bench.ts [loads, 3]
import { chromium, type Page } from 'playwright-core';
import { median } from './median.ts';
import { openClient, type Video } from './product-client.ts';
import { makeReadyVideo } from './ready-video.ts';
import { requirePackages } from './require-packages.ts';
import { signIn, startProduct } from './product.ts';

requirePackages('chromium', 'ffmpeg');
const loads = Number(process.argv[2] ?? 3);
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const SLOWER = { rate: 4 };

type Figures = { first: number; largest: number; tasks: number; kb: number };

const WATCH = `globalThis.seen = { first: 0, largest: 0, tasks: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.entryType === 'longtask') seen.tasks += entry.duration - 50;
    else if (entry.entryType === 'largest-contentful-paint') seen.largest = entry.startTime;
    else if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  }
}).observe({ entryTypes: ['longtask', 'paint', 'largest-contentful-paint'] });`;

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const { cookies, list, videoKey } = await prepare();
const team = `/${signIn.team}`;
const pages: Record<string, string> = {
  'sign-in': '/accounts/sign-in',
  projects: `${team}/projects`,
  'list of 20': `${team}/${list}`,
  video: `${team}/${list}/videos/${videoKey}/overview`,
};
for (const [name, path] of Object.entries(pages)) {
  const seen: Figures[] = [];
  for (let n = 0; n < loads; n += 1) seen.push(await load(path, name !== 'sign-in'));
  const of = (figure: keyof Figures) => median(seen.map((one) => one[figure])).toFixed(0);
  console.log(
    `${name}: first paint ${of('first')} ms, largest ${of('largest')} ms, long tasks ${of('tasks')} ms, ${of('kb')} KB of JavaScript`,
  );
}
await browser.close();
await product.stop();

/** Opens a page in a fresh profile, and waits until nothing moves for two seconds. */
async function load(path: string, isSignedIn: boolean): Promise<Figures> {
  const context = await browser.newContext({ locale: 'th-TH' });
  if (isSignedIn) await context.addCookies(cookies);
  const page = await context.newPage();
  // Its stream has no end, and the network would never be idle.
  await page.route('**/api/v1/live-updates', (route) => route.abort());
  await page.addInitScript(WATCH);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', SLOWER);
  await page.goto(product.url + path, { waitUntil: 'commit', timeout: 60_000 });
  await page.locator('h1').waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  await page.waitForTimeout(2000);
  const figures = await readFigures(page);
  await context.close();
  return figures;
}

function readFigures(page: Page): Promise<Figures> {
  return page.evaluate<Figures>(`({
    ...seen,
    kb: performance.getEntriesByType('resource')
      .filter(({ name }) => /\\.js$/.test(new URL(name).pathname))
      // The form's page doesn't need what it fetches for later.
      .filter(({ name }) => ![...document.querySelectorAll('link[rel=prefetch]')].some(({ href }) => href === name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
  })`);
}

/** Signs in, and puts 20 videos into a project, and one that is ready. */
async function prepare() {
  const client = await openClient(product);
  const { call, headers, projectKey } = client;
  const source = { type: 'video/mp4', size: 1_000_000, fileName: 'clip.mp4' };
  const titles = Array.from({ length: 20 }, (_, n) => `ข่าวเช้าวันที่ ${n + 1}`);
  const videos = titles.map((title) => ({ title, tags: ['ข่าว'], source }));
  await call<Video[]>('POST', '/api/v1/videos', { projectKey, videos });
  const videoKey = await makeReadyVideo(client, 'ข่าวค่ำ');
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=', 2);
  const cookies = [{ name, value, url: product.url }];
  return { cookies, list: `projects/${projectKey}`, videoKey };
}
