import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import type { EdgeUnderTest } from './test-edge.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const COVER = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

let browser: Browser;
let film: Film;

before(async () => {
  [film, browser] = await Promise.all([makeFilm(), launchChromium()]);
});
after(async () => {
  await browser.close();
  await film.remove();
});

async function start(t: TestContext): Promise<EdgeUnderTest> {
  const player = await loadPlayerAssets(BUILT_PLAYER);
  const edge = await startWithFilm(t, film, {}, { player });
  for (const width of [320, 640, 1280]) {
    await edge.storage.put(`streams/vid1/rev1/cover-${width}.jpg`, COVER);
  }
  return edge;
}

/** A stranger's page, and the errors that it logs. */
async function openPage(t: TestContext, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  return { context, page, complaints };
}

test('a stranger watches to the end, and copies the link without what is their own', async (t) => {
  const edge = await start(t);
  await edge.publish({
    stream: film.stream,
    description: 'One\n\nTwo <b>',
    publishedDate: '2026-11-22',
  });
  const { context, page, complaints } = await openPage(t);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${edge.url}/watch/vid1?lang=en&t=1`);
  await page.getByRole('heading', { name: 'A title' }).waitFor();
  assert.equal(await page.locator('.description').innerText(), 'One\n\nTwo <b>');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  // The page's policy forbids `waitForFunction`, but not this.
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(copied, `${edge.url}/watch/vid1`);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await page.keyboard.press('>');
  await page.getByRole('button', { name: 'Play again' }).first().waitFor({ timeout: 45_000 });
  const time = await page.evaluate<number>(
    `document.querySelector('kinora-player').shadowRoot.querySelector('video').currentTime`,
  );
  assert.ok(Math.abs(time - FILM_SECONDS) < 0.2, `ended at ${time}`);
  assert.deepEqual(complaints, []);
});

test('a page that was opened too early begins to play by itself', async (t) => {
  const edge = await start(t);
  await edge.publish({ state: 'notReady', stream: null });
  edge.clock.nowMs += 1000;
  const { page, complaints } = await openPage(t);
  assert.equal((await page.goto(`${edge.url}/watch/vid1?lang=en`))?.status(), 404);
  await page.getByRole('heading', { name: 'This video is being prepared' }).waitFor();
  await page.getByRole('heading', { name: 'A title' }).waitFor();
  await edge.publish({ stream: film.stream });
  edge.clock.nowMs += 1000;
  await page.getByRole('button', { name: 'Pause' }).first().waitFor({ timeout: 45_000 });
  assert.deepEqual(complaints, []);
});

test('a page that was opened before its video was known shows it, and a wrong link stays wrong', async (t) => {
  const edge = await start(t);
  const { page, complaints } = await openPage(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.resourceType()}`));
  await page.goto(`${edge.url}/watch/vid2?lang=en`);
  await page.getByRole('heading', { name: 'Video not found' }).waitFor();
  await page.waitForRequest((request) => request.method() === 'HEAD');
  await edge.publish({ videoKey: 'vid2', state: 'notReady', stream: null });
  edge.clock.nowMs += 1000;
  await page.getByRole('heading', { name: 'A title' }).waitFor();
  const looks = asked.filter((one) => one === 'HEAD fetch').length;
  assert.ok(looks >= 1 && looks <= 4, asked.join('\n'));
  assert.deepEqual(complaints, []);
});

/** A page of a video that comes ready with this encryption after the page was opened. */
async function openTooEarly(t: TestContext, encryption: Film['stream']['encryption']) {
  const edge = await start(t);
  await edge.publish({ state: 'notReady', stream: null });
  edge.clock.nowMs += 1000;
  const { page } = await openPage(t);
  await page.goto(`${edge.url}/watch/vid1?lang=en#license_token=secret`);
  await page.getByRole('heading', { name: 'This video is being prepared' }).waitFor();
  await edge.publish({ stream: { ...film.stream, encryption } });
  edge.clock.nowMs += 1000;
  return { edge, page };
}

test('a page that was opened too early asks a key server that its policy did not name', async (t) => {
  const asked = Promise.withResolvers<void>();
  const keys = createServer((_request, response) => {
    asked.resolve();
    response.writeHead(403, { 'access-control-allow-origin': '*' }).end();
  }).listen(0, '127.0.0.1');
  t.after(() => {
    keys.closeAllConnections();
    keys.close();
  });
  await once(keys, 'listening');
  const { port } = keys.address() as AddressInfo;
  const keyUri = `http://127.0.0.1:${port}/key`;
  const { page } = await openTooEarly(t, { method: 'aes-128', keyUri });
  await page.getByRole('button', { name: 'Play', exact: true }).first().click({ timeout: 45_000 });
  await asked.promise;
});

test('a page that was opened too early takes what browsers decrypt, with the viewer’s token', async (t) => {
  const keyId = 'a'.repeat(32);
  const { edge, page } = await openTooEarly(t, {
    method: 'cbcs',
    iv: '0'.repeat(32),
    videoKeyId: keyId,
    audioKeyId: keyId,
    systems: ['clearkey'],
    pssh: [],
  });
  await page.locator('kinora-player[src*=".mpd"]').waitFor({ timeout: 45_000 });
  await page.locator('kinora-player[license-token="secret"]').waitFor();
  assert.ok(!page.url().includes('secret'));
  assert.ok(edge.answers.some(({ kind, status }) => kind === 'watchPage' && status === 200));
});

test('the cover stands there without a script, and is the largest thing of the page', async (t) => {
  const edge = await start(t);
  const { page } = await openPage(t, { javaScriptEnabled: false });
  await page.goto(`${edge.url}/watch/vid1?lang=en`);
  const box = await page.locator('img.cover').boundingBox();
  assert.ok(box && box.width > 800 && box.height > 450, JSON.stringify(box));
  assert.equal(await page.getByRole('button').count(), 0, 'no button does nothing');
});

test('a page without scripts says at once that it needs them, and nothing else', async (t) => {
  const edge = await start(t);
  const { page } = await openPage(t, { javaScriptEnabled: false });
  for (const kind of ['watch', 'embed']) {
    await page.goto(`${edge.url}/${kind}/vid1?lang=th`);
    const note = page.locator('noscript .note').first();
    assert.match(await note.innerText(), /^หน้านี้ต้องใช้ JavaScript/);
    assert.ok(await note.isVisible());
    // Nothing lies over it: not the cover either.
    const over = await page.evaluate<boolean>(`(() => {
      const note = document.querySelector('noscript .note');
      const { left, top, width, height } = note.getBoundingClientRect();
      return note.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()`);
    assert.ok(over, kind);
    assert.ok(await page.locator('.late').isHidden());
  }
});

test('the page fits on the smallest phones, whatever the words', async (t) => {
  const edge = await start(t);
  const title = 'Averyverylongwordthatdoesnotfitonanyphone'.repeat(3);
  await edge.publish({ stream: film.stream, title, description: title });
  for (const key of ['vid1', 'nothing']) {
    const { page } = await openPage(t, { viewport: { width: 320, height: 640 } });
    await page.goto(`${edge.url}/watch/${key}?lang=en`);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, key);
  }
});
