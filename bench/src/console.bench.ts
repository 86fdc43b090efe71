// The built console in Chromium: JavaScript of the first load (at most 170 KB gzipped, without what
// comes when the page stands and nothing else is to do) and of each further page (at most 80 KB),
// and the largest contentful paint (at most 0.6 s).
// Run: node bench/src/console.bench.ts [loads, 5]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import { signIn, startProduct } from './product.ts';

requirePackages('chromium');
const loads = Number(process.argv[2] ?? 5);
const dist = join(import.meta.dirname, '../../console/dist');
const product = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const team = `/${signIn.team}`;
const cookies = await signedIn(browser);
const pages = {
  projects: `${team}/projects`,
  'create project': `${team}/projects/create`,
  'all videos': `${team}/all-projects`,
  tokens: `${team}/me/personal-access-token`,
  profile: `${team}/me/profile`,
};
for (const [name, path] of Object.entries(pages)) {
  const paints: number[] = [];
  const loaded = await firstLoad(path);
  for (let n = 0; n < loads; n += 1) {
    const { context, page } = await fresh(browser);
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
await browser.close();
await product.stop();

async function firstLoad(path: string): Promise<number> {
  const { context, page, scripts } = await fresh(browser);
  await page.addInitScript('globalThis.requestIdleCallback = () => 0');
  await page.goto(product.url + path, { waitUntil: 'networkidle' });
  await context.close();
  return gzipped(scripts);
}

async function signedIn(inBrowser: Browser) {
  const own = await inBrowser.newContext();
  const { email, password } = signIn;
  const answer = await own.request.post(`${product.url}/api/auth/v1/sign-in`, {
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()}`);
  const found = await own.cookies();
  await own.close();
  return found;
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
