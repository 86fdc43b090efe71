import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PlaybackReport } from '@kinora/contract/playback-report';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { until } from '@kinora/contract/test-until';
import { getPictureKey } from '@kinora/manifests/picture-address';
import type { Browser, Page } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import { publishPlayer, publishProject } from './test-edge.ts';
import { type Film, makeFilm, startWithFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const PLAYER = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';
const PICTURE = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c700';
/** One pixel. */
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

const LOOK = `(() => {
  const root = document.querySelector('kinora-player').shadowRoot;
  const video = root.querySelector('video');
  const find = (name) => root.querySelector(name);
  const picture = find('.problem .picture');
  return {
    time: video.currentTime,
    muted: video.muted,
    paused: video.paused,
    mark: getComputedStyle(find('.knob')).backgroundColor,
    logo: find('.logo')?.naturalWidth ?? null,
    picture: picture.hidden ? null : picture.naturalWidth,
    problem: find('.problem').hidden ? null : find('.problem h2').textContent,
  };
})()`;
type Look = {
  time: number;
  muted: boolean;
  paused: boolean;
  mark: string;
  logo: number | null;
  picture: number | null;
  problem: string | null;
};

let browser: Browser;
let film: Film;

before(async () => {
  [film, browser] = await Promise.all([
    makeFilm(),
    launchChromium('document-user-activation-required', [], 'full'),
  ]);
});
after(async () => {
  await browser.close();
  await film.remove();
});

async function openPlayer(
  context: TestContext,
  options: Partial<PlayerOptions>,
  video: { state?: 'deleted'; description?: string } = {},
) {
  const assets = await loadPlayerAssets(BUILT_PLAYER);
  const reports: PlaybackReport[] = [];
  const observePlayback = (report: PlaybackReport) => reports.push(report);
  const edge = await startWithFilm(context, film, {}, { player: assets, observePlayback });
  await edge.storage.put(getPictureKey(PICTURE), WEBP);
  await publishPlayer(edge.storage, { teamId: 'team1', playerId: PLAYER }, options);
  await publishProject(edge.storage, { teamId: 'team1', projectId: 'p1', playerId: PLAYER });
  const isDeleted = video.state === 'deleted';
  await edge.publish({ projectId: 'p1', ...video, stream: isDeleted ? null : film.stream });
  const page = await browser.newPage();
  context.after(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${edge.url}/embed/vid1?lang=en`);
  return { edge, page, complaints, reports };
}

const look = (page: Page) => page.evaluate<Look>(LOOK);

test('a player has its colour, its logo and buttons that seek, and no choice of speed', async (t) => {
  const { page, complaints } = await openPlayer(t, {
    color: '#3366ff',
    logoUrl: `/player-pictures/${PICTURE}.webp`,
    seekButtons: true,
    speedControl: false,
  });
  await page.getByRole('button', { name: 'Play' }).first().click();
  await until('playing', async () => (await look(page)).time > 0.2);
  const { mark, logo } = await look(page);
  assert.deepEqual([mark, logo], ['rgb(51, 102, 255)', 1]);
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click();
  await until('the end', async () => (await look(page)).time > 5);
  await page.getByRole('button', { name: 'Back 10 seconds' }).click();
  await until('the beginning', async () => (await look(page)).time < 0.5);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /Quality/ }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: /Speed/ }).count(), 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('>');
  const rate = await page.evaluate<number>(
    `document.querySelector('kinora-player').shadowRoot.querySelector('video').playbackRate`,
  );
  assert.equal(rate, 1);
  assert.deepEqual(complaints, []);
});

test('a player reports how playing went when its page is left, where the team says so', async (t) => {
  for (const lighthouseEnabled of [true, false]) {
    const { page, complaints, reports, edge } = await openPlayer(t, { lighthouseEnabled });
    await page.getByRole('button', { name: 'Play' }).first().click();
    await until('playing', async () => (await look(page)).time > 0.5);
    await page.goto(`${edge.url}/healthz`);
    assert.deepEqual(complaints, []);
    if (!lighthouseEnabled) {
      assert.deepEqual(reports, []);
      continue;
    }
    await until('a report', () => reports.length > 0);
    const [report] = reports;
    assert.ok(report?.startMs && report.startMs > 0, JSON.stringify(report));
    assert.ok(report.watchedMs >= 400, JSON.stringify(report));
    assert.equal(report.failure, null);
  }
});

test('chapters are chosen in the menu, and the one that plays is named', async (t) => {
  const { page } = await openPlayer(t, {}, { description: '0:00 Opening\n0:03 The middle' });
  await page.getByRole('button', { name: 'Play' }).first().click();
  await until('playing', async () => (await look(page)).time > 0.2);
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Chapters Opening' }).click();
  await page.getByRole('menuitemradio', { name: 'The middle 0:03' }).click();
  await until('the chapter', async () => (await look(page)).time >= 3);
  await page.keyboard.press('Escape');
  await page.getByText('The middle', { exact: true }).first().waitFor();
  const seek = page.getByRole('slider', { name: 'Position' });
  assert.match((await seek.getAttribute('aria-valuetext')) ?? '', /, The middle$/);
});

/** Every evaluation in a page counts as a gesture of its user, so that none may come before. */
async function openAutoplay(context: TestContext, autoplayMode: PlayerOptions['autoplayMode']) {
  const { edge, page } = await openPlayer(context, { autoplayMode });
  await until('segments', () => edge.answers.some(({ kind }) => kind === 'segment'));
  return page;
}

test('where the browser refuses sound, “any” begins without it and “on” waits', async (t) => {
  for (const mode of ['any', 'muted'] as const) {
    const page = await openAutoplay(t, mode);
    assert.equal((await look(page)).muted, true, mode);
    await until('playing', async () => (await look(page)).time > 0.2);
    assert.equal((await look(page)).muted, true, mode);
  }
  const page = await openAutoplay(t, 'on');
  const { paused, muted } = await look(page);
  assert.deepEqual([paused, muted], [true, false]);
});

test('before play, “metadata” requests the playlist and “auto” the beginning too', async (t) => {
  const kindsOf = async (preload: PlayerOptions['preload']) => {
    const { edge, page } = await openPlayer(t, { preload });
    await page.waitForLoadState('networkidle');
    const kinds = new Set<string>(edge.answers.map(({ kind }) => kind));
    return ['multivariantPlaylist', 'segment'].filter((kind) => kinds.has(kind));
  };
  assert.deepEqual(await kindsOf('none'), []);
  assert.deepEqual(await kindsOf('metadata'), ['multivariantPlaylist']);
  assert.deepEqual(await kindsOf('auto'), ['multivariantPlaylist', 'segment']);
});

test('who may not watch sees the team’s picture and words; without the picture the words', async (t) => {
  const screen = (imageUrl: string) => ({
    errorScreensEnabled: true,
    errorScreens: {
      '403': null,
      '404': null,
      '451': null,
      '410': { imageUrl, message: 'หลักสูตรนี้ปิดแล้ว' },
    },
  });
  const shown = await openPlayer(t, screen(`/player-pictures/${PICTURE}.webp`), {
    state: 'deleted',
  });
  await until('the picture', async () => (await look(shown.page)).picture === 1);
  assert.equal((await look(shown.page)).problem, 'หลักสูตรนี้ปิดแล้ว');
  await shown.page.getByText('Code 410').waitFor();
  assert.deepEqual(shown.complaints, []);
  const broken = await openPlayer(t, screen('/player-pictures/none.webp'), { state: 'deleted' });
  await broken.page.getByText('Code 410').waitFor();
  const { picture, problem } = await look(broken.page);
  assert.deepEqual([picture, problem], [null, 'หลักสูตรนี้ปิดแล้ว']);
});

/** Another site's page, on an origin of its own. */
async function openElsewhere(context: TestContext, body: string): Promise<Page> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Site</title><body>${body}</body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await browser.newPage();
  context.after(async () => {
    await page.close();
    server.closeAllConnections();
    server.close();
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

test('the component plays in another site’s page, as the team’s player', async (t) => {
  const options = { color: '#3366ff', logoUrl: `/player-pictures/${PICTURE}.webp`, muted: true };
  const { edge } = await openPlayer(t, options);
  const page = await openElsewhere(
    t,
    `<script type="module" src="${edge.url}/player/kinora-player.js"></script>
    <kinora-player video="${edge.url}/watch/vid1" loop></kinora-player>`,
  );
  await page.getByRole('button', { name: 'Play' }).first().click();
  await until('playing', async () => (await look(page)).time > 0.2);
  const { mark, logo, muted } = await look(page);
  assert.deepEqual([mark, logo, muted], ['rgb(51, 102, 255)', 1, true]);
  const title = await page.evaluate<string | null>(
    `document.querySelector('kinora-player').getAttribute('video-title')`,
  );
  assert.equal(title, 'A title');
  await page.evaluate(`document.querySelector('kinora-player').currentTime = 5`);
  await until('the seek', async () => (await look(page)).time >= 5);
});

test('the component shows why nothing plays, by the team’s own screen', async (t) => {
  const imageUrl = `/player-pictures/${PICTURE}.webp`;
  const errorScreens = {
    '403': null,
    '404': null,
    '451': null,
    '410': { imageUrl, message: 'Closed' },
  };
  const { edge } = await openPlayer(
    t,
    { errorScreensEnabled: true, errorScreens },
    { state: 'deleted' },
  );
  const page = await openElsewhere(
    t,
    `<script type="module" src="${edge.url}/player/kinora-player.js"></script>
    <kinora-player video="${edge.url}/embed/vid1"></kinora-player>`,
  );
  await until('the picture', async () => (await look(page)).picture === 1);
  assert.equal((await look(page)).problem, 'Closed');
});
