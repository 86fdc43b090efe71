import { strict as assert } from 'node:assert';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getSealedPart, toSpokenId } from '@kinora/contract/request-id';
import type { Browser, Frame, Page } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import type { EdgeUnderTest } from './test-edge.ts';
import { type Film, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const DELETED = { state: 'deleted', stream: null } as const;

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
  return startWithFilm(t, film, {}, { player });
}

/** A page of another website, which may read what was copied. */
async function openSite(t: TestContext, edge: EdgeUnderTest): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://localhost:${edge.port}/healthz`);
  await context.grantPermissions(['clipboard-read'], { origin: `http://localhost:${edge.port}` });
  return page;
}

const readCopied = (page: Page) => page.evaluate('navigator.clipboard.readText()');

/** Ids of tests are not sealed. */
const openId = (id: string): unknown =>
  JSON.parse(Buffer.from(getSealedPart(id), 'base64url').toString());

async function embed(page: Page, address: string): Promise<Frame> {
  const html = `<iframe src="${address}" width="640" height="360"></iframe>`;
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  return frame ?? assert.fail('no frame');
}

test('a viewer copies the id of a refusal out of the frame of another website', async (t) => {
  const edge = await start(t);
  await edge.publish(DELETED);
  const page = await openSite(t, edge);
  const frame = await embed(page, `${edge.url}/embed/vid1?lang=en`);
  const field = frame.getByRole('textbox', { name: 'Request ID' });
  const spoken = await field.inputValue();
  assert.match(spoken, /^(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
  await frame.getByRole('button', { name: 'Copy' }).click();
  await frame.getByRole('button', { name: 'Copied' }).waitFor();
  const id = String(await readCopied(page));
  assert.equal(toSpokenId(id), spoken);
  assert.partialDeepStrictEqual(openId(id), { status: 410, reason: 'video_deleted' });
});

test('a video that is refused after a press on play has an id too', async (t) => {
  const edge = await start(t);
  const page = await openSite(t, edge);
  const frame = await embed(page, `${edge.url}/embed/vid1?lang=th`);
  await frame.getByRole('button', { name: 'เล่น', exact: true }).first().waitFor();
  await edge.publish(DELETED);
  // The edge reads a document again a second later.
  edge.clock.nowMs += 2000;
  await frame.getByRole('button', { name: 'เล่น', exact: true }).first().click();
  await frame.getByRole('button', { name: 'คัดลอก' }).click();
  await frame.getByRole('button', { name: 'คัดลอกแล้ว' }).waitFor();
  const id = String(await readCopied(page));
  assert.partialDeepStrictEqual(openId(id), {
    status: 410,
    reason: 'video_deleted',
    path: '/streams/vid1/playlist.m3u8',
  });
});

test('a video that is still being prepared shows no id', async (t) => {
  const edge = await start(t);
  await edge.publish({ state: 'notReady', stream: null });
  const page = await openSite(t, edge);
  const frame = await embed(page, `${edge.url}/embed/vid1?lang=en`);
  await frame.getByRole('heading', { name: 'This video is being prepared' }).waitFor();
  assert.equal(await frame.getByRole('textbox').count(), 0);
});

test('the watch page of a refused video has the id, which is copied there', async (t) => {
  const edge = await start(t);
  await edge.publish(DELETED);
  const page = await openSite(t, edge);
  await page.goto(`http://localhost:${edge.port}/healthz`);
  const watch = await page.context().newPage();
  await watch.goto(`${edge.url}/watch/vid1?lang=th`);
  const spoken = await watch.getByRole('textbox', { name: 'รหัสคำขอ' }).inputValue();
  await watch.getByRole('button', { name: 'คัดลอก' }).click();
  await watch.locator('[data-copied]').waitFor();
  await page.bringToFront();
  const id = String(await readCopied(page));
  assert.equal(toSpokenId(id), spoken);
  assert.partialDeepStrictEqual(openId(id), { path: '/watch/vid1', reason: 'video_deleted' });
});
