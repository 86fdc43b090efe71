// Drops 3,000 files onto the console in Chromium and measures the longest task of the page from the drop
// to the draft, and from the start to a running queue. Promise: no task over 50 ms. Other work on the
// machine lengthens tasks: compare runs of the same hour.
// Run: node bench/src/drop.bench.ts [files, 3000] [runs, 3]
import { until } from '@kinora/contract/test-until';
import { chromium, type Page } from 'playwright-core';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import { signIn, startProduct } from './product.ts';

requirePackages('chromium');
const files = Number(process.argv[2] ?? 3000);
const runs = Number(process.argv[3] ?? 3);
// No workers run, as they would take the cores that the page is measured on.
const product = await startProduct(undefined, { ROLES: 'api,edge' });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
try {
  const drafts: number[][] = [];
  const queues: number[][] = [];
  for (let run = 0; run < runs; run += 1) {
    const [draft, queue] = await measure(`drop-${run}`);
    drafts.push(draft);
    queues.push(queue);
  }
  report('drop to draft', drafts);
  report('start to running queue', queues);
} finally {
  await browser.close();
  await product.stop();
}

function report(name: string, seen: readonly number[][]): void {
  const longest = median(seen.map((tasks) => Math.max(0, ...tasks)));
  const over = median(seen.map((tasks) => tasks.length));
  console.log(`${name}: longest task ${longest.toFixed(0)} ms, ${over} over 50 ms`);
}

/** The tasks over 50 ms of each half, in ms. */
async function measure(key: string): Promise<[number[], number[]]> {
  const context = await browser.newContext({ locale: 'en-US' });
  const { email, password, team } = signIn;
  const headers = { origin: product.url, 'x-team': team };
  const send = (path: string, data: object) =>
    context.request.post(product.url + path, { data, headers });
  await send('/api/auth/v1/sign-in', { email, password });
  const made = await send('/api/v1/projects', { name: key, key });
  if (!made.ok()) throw new Error(`project: ${made.status()} ${await made.text()}`);
  const project = ((await made.json()) as { key: string }).key;
  const page = await context.newPage();
  // Its stream has no end, and the network would never be idle.
  await page.route('**/api/v1/live-updates', (route) => route.abort());
  await page.goto(`${product.url}/${team}/projects/${project}/upload`, {
    waitUntil: 'networkidle',
  });
  await page.evaluate(`
    tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
    given = new DataTransfer();
    for (let index = 0; index < ${files}; index += 1) {
      given.items.add(new File(['x'], 'clip ' + index + '.mp4', { type: 'video/mp4' }));
    }
    send = (type) => document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer: given, bubbles: true, cancelable: true }));
    send('dragenter');
  `);
  // The page's policy forbids what `waitForFunction` does.
  await until('the page to take files', () =>
    page.evaluate<boolean>(`
      send('dragover');
      document.querySelector('[role=status][data-allowed]') !== null`),
  );
  const draft = await tasksUntil(page, `send('drop')`, 'main li[aria-posinset]');
  const queue = await tasksUntil(
    page,
    `document.querySelector('form button[type=submit]').click()`,
    'section[data-open] li[data-kind=uploading]',
  );
  await context.close();
  return [draft, queue];
}

/** The long tasks from `act` until `shown` is drawn and the page has come to rest. */
async function tasksUntil(page: Page, act: string, shown: string): Promise<number[]> {
  await page.evaluate('tasks.length = 0');
  await page.evaluate(`setTimeout(() => ${act})`);
  await page.locator(shown).first().waitFor({ timeout: 120_000 });
  return page.evaluate<number[]>(
    `new Promise((resolve) => setTimeout(() => resolve(tasks), 1000))`,
  );
}
