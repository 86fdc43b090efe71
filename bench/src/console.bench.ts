// Measures the built console in Chromium. Promises: JavaScript of the first load ≤ 170 KB gzipped, without
// what comes when the page stands and nothing else is to do; of each further page ≤ 80 KB; the largest
// contentful paint ≤ 0.6 s; from a click to the content of a page that was seen before ≤ 100 ms.
// Run: node bench/src/console.bench.ts [loads, 5]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { median } from './median.ts';
import { openClient, type Video } from './product-client.ts';
import { makeReadyVideo } from './ready-video.ts';
import { requirePackages } from './require-packages.ts';
import { signIn, startProduct } from './product.ts';

requirePackages('chromium', 'ffmpeg');
const loads = Number(process.argv[2] ?? 5);
const dist = join(import.meta.dirname, '../../console/dist');
const product = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const team = `/${signIn.team}`;
const { cookies, project, videoKey, presetId } = await prepare();
const video = `${project}/videos/${videoKey}`;
const pages = {
  projects: `${team}/projects`,
  'create project': `${team}/projects/create`,
  'all videos': `${team}/all-projects`,
  tokens: `${team}/me/personal-access-token`,
  profile: `${team}/me/profile`,
  sessions: `${team}/me/sessions`,
  'list of 20': project,
  upload: `${project}/upload`,
  general: `${project}/manage/general`,
  defaults: `${project}/manage/defaults`,
  video: `${video}/overview`,
  information: `${video}/information`,
  outputs: `${video}/outputs`,
  advanced: `${video}/advanced`,
  jobs: `${team}/manage/jobs`,
  presets: `${team}/manage/presets`,
  'create preset': `${team}/manage/presets/create`,
  preset: `${team}/manage/presets/${presetId}`,
  overlays: `${team}/manage/presets/overlays`,
  'create overlay': `${team}/manage/presets/overlays/create`,
};
/** Between these people go back and forth: each has a link to the next. */
const ways = [
  ['projects', 'list of 20'],
  ['list of 20', 'information'],
  ['information', 'video'],
  ['video', 'list of 20'],
  ['list of 20', 'general'],
  ['general', 'jobs'],
  ['jobs', 'all videos'],
  ['all videos', 'presets'],
  ['presets', 'projects'],
] as const satisfies readonly (readonly [keyof typeof pages, keyof typeof pages])[];
for (const [name, path] of Object.entries(pages)) {
  const paints: number[] = [];
  const loaded = await firstLoad(path);
  for (let n = 0; n < loads; n += 1) {
    const { context, page } = await fresh(browser);
    // A new window draws an address bar of its own at first, which takes a core for 0.2 s.
    await page.waitForTimeout(1000);
    await page.goto(product.url + path, { waitUntil: 'networkidle' });
    paints.push(await largestPaint(page));
    await context.close();
  }
  console.log(
    `${name}: first load ${(loaded / 1024).toFixed(0)} KB of JavaScript, largest paint ${median(paints).toFixed(0)} ms`,
  );
}
const { context, page, scripts } = await fresh(browser);
await page.goto(product.url + pages.projects, { waitUntil: 'networkidle' });
for (const [name, path] of Object.entries(pages).slice(1)) {
  const before = gzipped(scripts);
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  console.log(`then ${name}: ${((gzipped(scripts) - before) / 1024).toFixed(0)} KB more`);
}
await context.close();
await measureClicks();
await browser.close();
await product.stop();

/** Goes all ways once, and then measures each of them from the click to the page's own content. */
async function measureClicks(): Promise<void> {
  const { context: own, page: shown } = await fresh(browser);
  await shown.goto(product.url + pages.projects, { waitUntil: 'networkidle' });
  const times = new Map<string, number[]>();
  for (let round = 0; round <= loads; round += 1) {
    for (const [from, to] of ways) {
      const ms = await clickThrough(shown, pages[to]);
      const name = `${from} → ${to}`;
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
      await shown.waitForTimeout(400);
    }
  }
  for (const [name, all] of times)
    console.log(`click to content, ${name}: ${median(all).toFixed(0)} ms`);
  await own.close();
}

/** Presses a link, and waits until the page there has drawn its content. */
async function clickThrough(on: Page, path: string): Promise<number> {
  const selector = `a[href="${path}"]`;
  await on.locator(`${selector}:visible`).first().waitFor();
  return on.evaluate<number>(`new Promise((resolve, reject) => {
    const links = [...document.querySelectorAll(${JSON.stringify(selector)})];
    const link = links.find((one) => one.checkVisibility());
    const main = document.querySelector('#main');
    const before = main.innerText;
    const began = performance.now();
    link.click();
    const look = () => {
      const isBusy = main.querySelector('[aria-busy=true]') !== null;
      const isThere = location.pathname === new URL(link.href).pathname && main.innerText !== before;
      if (performance.now() - began > 10_000) return reject(new Error('no content came'));
      if (!isThere || isBusy) return requestAnimationFrame(look);
      // The frame is painted then.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    requestAnimationFrame(look);
  })`);
}

async function firstLoad(path: string): Promise<number> {
  const { context, page, scripts } = await fresh(browser);
  await page.addInitScript('globalThis.requestIdleCallback = () => 0');
  await page.goto(product.url + path, { waitUntil: 'networkidle' });
  await context.close();
  return gzipped(scripts);
}

/** Signs in, and puts 20 videos into a project, and one that is ready. */
async function prepare() {
  const client = await openClient(product);
  const { call, headers, projectKey } = client;
  const source = { type: 'video/mp4', size: 1_000_000, fileName: 'clip.mp4' };
  const videos = Array.from({ length: 20 }, (_, n) => ({
    title: `ข่าวเช้าวันที่ ${n + 1}`,
    tags: ['ข่าว'],
    source,
  }));
  await call<Video[]>('POST', '/api/v1/videos', { projectKey, videos });
  const videoKey = await makeReadyVideo(client, 'ข่าวค่ำ');
  const { data } = await call<{ data: { id: string }[] }>('GET', '/api/encoding/v1/presets');
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=', 2);
  return {
    cookies: [{ name, value, url: product.url }],
    project: `${team}/projects/${projectKey}`,
    videoKey,
    presetId: data[0]?.id ?? '',
  };
}

async function fresh(inBrowser: Browser) {
  const own = await inBrowser.newContext({ locale: 'th-TH' });
  await own.addCookies(cookies);
  const opened = await own.newPage();
  // Its stream has no end, and the network would never be idle.
  await opened.route('**/api/v1/live-updates', (route) => route.abort());
  const seen = new Set<string>();
  opened.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) seen.add(pathname);
  });
  return { context: own, page: opened, scripts: seen };
}

/** The files as the build compressed them. */
function gzipped(paths: ReadonlySet<string>): number {
  let total = 0;
  for (const path of paths) {
    const file = join(dist, path);
    try {
      total += readFileSync(`${file}.gz`).length;
    } catch {
      total += readFileSync(file).length;
    }
  }
  return total;
}

function largestPaint(on: Page): Promise<number> {
  return on.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  })`);
}
