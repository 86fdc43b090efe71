import { strict as assert } from 'node:assert';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { EdgeUnderTest } from './test-edge.ts';
import { loadPlayerAssets } from './player-assets.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

/**
 * The cost of a page without playback, except for the poster, whether alone or in a frame of another page.
 */
const MAX_BYTES_BEFORE_PLAY = 60_000;
const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));

const LOOK = `(() => {
  const video = document.querySelector('kinora-player').shadowRoot.querySelector('video');
  return { time: video.currentTime, width: video.videoWidth };
})()`;

let browser: Browser;
let film: Film;

before(async () => {
  [film, browser] = await Promise.all([makeFilm(), launchChromium(undefined, [], 'full')]);
});
after(async () => {
  await browser.close();
  await film.remove();
});

async function startEdge(context: TestContext, more: Partial<Film['stream']> = {}) {
  const player = await loadPlayerAssets(BUILT_PLAYER);
  return startWithFilm(context, film, more, { player });
}

/** A page and the bytes that came to it over the wire, headers included, by path. */
async function openPage(context: TestContext) {
  const page = await browser.newPage();
  context.after(() => page.close());
  const protocol = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  protocol.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? '';
    bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength);
  });
  await protocol.send('Network.enable');
  // The page requests twice what it needs twice, however fast the machine is.
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  return { page, bytes };
}

async function waitForEnd(page: Page, edge: EdgeUnderTest): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).first().click();
  await page.keyboard.press('>');
  await page.getByRole('button', { name: 'Play again' }).first().waitFor({ timeout: 45_000 });
  const { time, width } = await page.evaluate<{ time: number; width: number }>(LOOK);
  assert.ok(Math.abs(time - FILM_SECONDS) < 0.2, `ended at ${time}`);
  assert.ok(width > 0);
  assert.deepEqual(
    edge.answers.filter(({ status }) => status >= 400),
    [],
  );
}

/** Their paths, and the bytes and number of answers before play, without the poster. */
const PAGES = [
  ['/embed/vid1', ['embedPage', 'playerFile', 'cover'], 2],
  ['/watch/vid1', ['watchPage', 'playerFile', 'playerFile', 'playerFile', 'cover'], 4],
] as const;

test('a frame is one main part with the title as its heading', async (context) => {
  const edge = await startEdge(context);
  const { page } = await openPage(context);
  await page.goto(`${edge.url}/embed/vid1`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Play|เล่น)$/ })
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 1, name: 'A title' }).waitFor();
  // The heading takes no room from the player.
  const box = await page.getByRole('main').boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  assert.deepEqual(box, { x: 0, y: 0, width, height });
});

for (const [path, kinds, count] of PAGES) {
  test(`${path} loads nothing of the video before play, and little else`, async (t) => {
    const edge = await startEdge(t);
    const { page, bytes } = await openPage(t);
    await page.goto(`${edge.url}${path}?lang=en`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Play' }).first().waitFor();
    assert.deepEqual(edge.answers.map(({ kind }) => kind).toSorted(), kinds.toSorted());
    bytes.delete('/streams/vid1/cover.jpg');
    assert.equal(bytes.size, count);
    const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
    assert.ok(total > 5000, `counted only ${total} bytes`);
    assert.ok(total <= MAX_BYTES_BEFORE_PLAY, `${total} bytes were loaded before play`);
    await waitForEnd(page, edge);
  });
}

test('an open stream is embedded and played as light', async (t) => {
  const edge = await startEdge(t, { open: true });
  const { page, bytes } = await openPage(t);
  await page.goto(`${edge.url}/embed/vid1?lang=en`, { waitUntil: 'networkidle' });
  bytes.delete('/streams/vid1/cover.jpg');
  assert.equal(bytes.size, 2);
  await waitForEnd(page, edge);
});
