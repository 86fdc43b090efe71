import { strict as assert } from 'node:assert';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { until } from '@kinora/contract/test-until';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import { type EdgeUnderTest, publishChannel, publishPlayer, publishProject } from './test-edge.ts';
import { type Film, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const PLAYER = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser: Browser;
let film: Film;

before(async () => {
  [film, browser] = await Promise.all([makeFilm(), launchChromium()]);
});
after(async () => {
  await browser.close();
  await film.remove();
});

/** Starts an edge with a video whose project's player has these options. */
async function start(t: TestContext, options: Partial<PlayerOptions> = {}): Promise<EdgeUnderTest> {
  const player = await loadPlayerAssets(BUILT_PLAYER);
  const edge = await startWithFilm(t, film, {}, { player });
  await publishProject(edge.storage, { teamId: 'team1', projectId: 'p1', playerId: PLAYER });
  await publishPlayer(edge.storage, { teamId: 'team1', playerId: PLAYER }, options);
  await edge.publish({
    stream: film.stream,
    projectId: 'p1',
    title: 'ข่าวภาคค่ำ',
    description: 'น้ำท่วมเชียงใหม่',
    publishedDate: '2026-11-22',
  });
  edge.clock.nowMs += 1000;
  return edge;
}

async function openPage(t: TestContext, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'th-TH', ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.on('console', (message) => {
    assert.doesNotMatch(message.text(), /Content Security Policy|Trusted/i);
  });
  return page;
}

const LINE = 'https://social-plugins.line.me/lineit/share?url=';
const FACEBOOK = 'https://www.facebook.com/sharer/sharer.php?u=';

test('the page is shared with LINE, Facebook and as an embed code, by its own address', async (t) => {
  const edge = await start(t);
  const page = await openPage(t, DESKTOP);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${edge.url}/watch/vid1?t=3&player=${PLAYER}`);
  await page.getByText('แชร์', { exact: true }).click();
  const own = encodeURIComponent(`${edge.url}/watch/vid1?player=${PLAYER}`);
  const line = page.getByRole('link', { name: 'LINE' });
  assert.equal(await line.getAttribute('href'), LINE + own);
  const facebook = page.getByRole('link', { name: 'Facebook' });
  assert.equal(await facebook.getAttribute('href'), FACEBOOK + own);
  await page.getByRole('button', { name: 'คัดลอกโค้ดฝัง' }).click();
  await page.getByRole('status').filter({ hasText: 'คัดลอกแล้ว' }).waitFor();
  const code = await page.evaluate('navigator.clipboard.readText()');
  assert.match(String(code), /^<iframe src="[^"]+\/embed\/vid1" title="ข่าวภาคค่ำ".*<\/iframe>$/);
  assert.equal(await page.getByLabel('โค้ดฝัง', { exact: true }).inputValue(), code);
  await page.keyboard.press('Escape');
  await line.waitFor({ state: 'hidden' });
});

test('a signed link shares itself with its signature, and its embed code plays', async (t) => {
  const edge = await start(t);
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', SIGNED_CHANNEL);
  edge.clock.nowMs += 1000;
  const signed = signAddress(`${edge.url}/watch/vid1`, { expires: 2000 });
  const page = await openPage(t, DESKTOP);
  assert.equal((await page.goto(signed))?.status(), 200);
  await page.getByText('แชร์', { exact: true }).click();
  const href = (await page.getByRole('link', { name: 'LINE' }).getAttribute('href')) ?? '';
  assert.equal(decodeURIComponent(href.slice(LINE.length)), page.url());
  assert.equal(page.url(), signed);
  const code = await page.getByLabel('โค้ดฝัง', { exact: true }).inputValue();
  const src = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.equal((await fetch(src)).status, 200, src);
});

test('a phone shares by its own sheet', async (t) => {
  const edge = await start(t);
  const page = await openPage(t, PHONE);
  await page.addInitScript(`
    globalThis.shared = [];
    navigator.share = async (what) => void shared.push(what);`);
  await page.goto(`${edge.url}/watch/vid1?t=3`);
  await page.getByRole('button', { name: 'คัดลอกลิงก์' }).waitFor();
  await page.getByText('แชร์', { exact: true }).tap();
  const shared = await page.evaluate('globalThis.shared');
  assert.deepEqual(shared, [{ title: 'ข่าวภาคค่ำ', url: `${edge.url}/watch/vid1` }]);
  assert.equal(await page.getByRole('link', { name: 'LINE' }).isVisible(), false);
});

test('the page has the colour and the logo of the project’s player, and the team’s name', async (t) => {
  const logoUrl = '/pictures/01a1f8ad-4411-74ec-8e0d-2f6dc0b5c700';
  const edge = await start(t, { color: '#ffd400', logoUrl });
  const page = await openPage(t, DESKTOP);
  await page.goto(`${edge.url}/watch/vid1`);
  await page.getByText('Name of team1').waitFor();
  await page.getByText('0:06', { exact: true }).first().waitFor();
  const colors = () =>
    page.evaluate<string[]>(`(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('summary'));
      return [backgroundColor, color];
    })()`);
  // Dark letters on a light colour.
  const wanted = ['rgb(255, 212, 0)', 'rgb(0, 0, 0)'].join();
  await until('the colour', async () => (await colors()).join() === wanted);
  // The logo isn't stored here, and leaves nothing behind.
  await page.locator('.facts .logo').waitFor({ state: 'detached' });
});

for (const [name, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`nothing moves while the page comes, on a ${name}`, async (t) => {
    const edge = await start(t, { color: '#3e4bd0' });
    const page = await openPage(t, options);
    await page.addInitScript(`
      globalThis.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(`${edge.url}/watch/vid1`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'คัดลอกลิงก์' }).waitFor();
    assert.deepEqual(await page.evaluate('globalThis.shifts'), []);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, options.viewport.width);
  });
}

for (const path of ['/watch/vid1', '/embed/vid1']) {
  test(`${path} loads the console’s fonts once the video plays, and none before`, async (t) => {
    const edge = await start(t);
    const page = await openPage(t, DESKTOP);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const listFonts = () => requested.filter((url) => url.endsWith('.woff2'));
    await page.goto(edge.url + path, { waitUntil: 'networkidle' });
    assert.deepEqual(listFonts(), []);
    await page.getByRole('button', { name: 'เล่น' }).first().click();
    await until('the fonts', async () => {
      const loaded = await page.evaluate<string[]>(
        `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)`,
      );
      return ['Thai', 'Sans'].every((end) => loaded.some((family) => family.includes(end)));
    });
    assert.ok(listFonts().every((url) => url.startsWith(`${edge.url}/player/assets/`)));
  });
}
