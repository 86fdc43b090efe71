import { strict as assert } from 'node:assert';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import type { Browser } from 'playwright-core';
import { type AdPage, openAdPage } from './test-ads.ts';
import {
  AD_SERVER_FLAGS,
  type AdServer,
  renderAd,
  renderVast,
  renderVmap,
  renderWrapper,
  startAdServer,
} from './test-ad-server.ts';
import { type Film, makeFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

let browser: Browser;
let film: Film;
let ads: AdServer;

before(async () => {
  [film, ads, browser] = await Promise.all([
    makeFilm(),
    startAdServer(),
    launchChromium('document-user-activation-required', AD_SERVER_FLAGS),
  ]);
});
after(async () => {
  await browser.close();
  await ads.close();
  await film.remove();
});
beforeEach(() => ads.reset());

const open = (t: TestContext, more: Parameters<typeof openAdPage>[2] = {}): Promise<AdPage> =>
  openAdPage(t, { browser, film, ads }, more);
const answer = (...list: string[]) => ads.answers.set('/tag', renderVast(...list));
const listPaths = () => ads.requests.map(({ path }) => path);
const ad = (more: Partial<Parameters<typeof renderAd>[0]> = {}) =>
  renderAd({ origin: ads.origin, ...more });

test('an ad comes before the video, which loads during it, and its server is told of each step', async (t) => {
  answer(ad());
  const { edge, page, play, see, look, listHeard, complaints } = await open(t);
  await page.waitForLoadState('networkidle');
  assert.equal(ads.requests.length, 0, 'nothing is asked before play');
  const paths = edge.answers.map(({ kind }) => kind);
  assert.ok(!paths.includes('adFrame'));
  await play();
  await see('the ad', ({ isAd }) => isAd);
  await until('the video', async () => edge.answers.some(({ kind }) => kind === 'segment'));
  await page.evaluate(
    `document.querySelector('kinora-player').shadowRoot.querySelector('video').play().catch(() => {})`,
  );
  const { time, paused, isAd } = await look();
  assert.deepEqual([paused, isAd], [true, true], 'whoever plays it past the player');
  assert.ok(time < 0.2);
  await see('the video plays', ({ isAd, time }) => !isAd && time > 0.3);
  const told = ads.listPings().filter((name) => !name.startsWith('ad-progress'));
  const all = 'loaded impression start firstQuartile midpoint thirdQuartile complete';
  assert.deepEqual(
    told,
    all.split(' ').map((event) => `ad-${event}`),
  );
  assert.match(
    ads.listPings().find((name) => name.startsWith('ad-progress')) ?? '',
    /-00%3A00%3A01\./,
  );
  const heard = await listHeard();
  assert.deepEqual([heard[0], ...heard.slice(-2)], ['adstart', 'adend', 'play']);
  assert.match(ads.requests[0]?.path ?? '', /^\/tag\?cb=\d{8}$/);
  assert.ok(ads.requests.every(({ cookie }) => cookie === undefined));
  assert.equal(ads.requests[0]?.origin, 'null');
  assert.deepEqual(complaints, []);
});

test('an ad may be skipped once it says so, and the video begins', async (t) => {
  answer(ad({ skipOffset: '00:00:01' }));
  const { page, play, see, findFrame, listHeard } = await open(t);
  await play();
  await see('the ad', ({ isAd }) => isAd);
  const skip = findFrame().locator('.skip');
  await until('the button', () => skip.isVisible());
  assert.equal(await skip.isDisabled(), true);
  await findFrame().getByRole('button', { name: 'Skip ad' }).click();
  await see('the video', ({ isAd, time }) => !isAd && time > 0.2);
  const told = ads.listPings();
  assert.ok(told.includes('ad-skip') && !told.includes('ad-complete'), told.join(' '));
  assert.deepEqual(await listHeard(), ['adstart', 'adskip', 'adend', 'play']);
  // The focus was on the button, in another document.
  await page.keyboard.press('k');
  await see('a pause', ({ paused }) => paused);
});

test('breaks come at their offsets, and the video goes on where it was', async (t) => {
  ads.answers.set('/middle', renderVast(ad({ name: 'middle' })));
  const breaks = {
    start: renderVast(ad({ name: 'first' })),
    '50%': `${ads.origin}/middle`,
    end: renderVast(ad({ name: 'last' })),
  };
  ads.answers.set('/tag', renderVmap(ads.origin, breaks));
  const { play, see, look, listHeard, complaints } = await open(t);
  await play();
  await see('the first', ({ isAd }) => isAd);
  await see('the video', ({ isAd, time }) => !isAd && time > 0.2);
  assert.ok(!listPaths().includes('/middle'));
  await see('the middle', ({ isAd }) => isAd);
  const { time, paused } = await look();
  assert.ok(time > 2.9 && time < 3.7 && paused, `at ${time}`);
  await see('the video goes on', (seen) => !seen.isAd && seen.time > time + 0.2);
  await see('the last', ({ isAd, ended }) => isAd && ended);
  await see('the end', ({ isAd }) => !isAd);
  const complete = ads.listPings().filter((name) => name.endsWith('complete'));
  assert.deepEqual(complete, ['first-complete', 'middle-complete', 'last-complete']);
  const heard = (await listHeard()).filter((name) => name.startsWith('ad'));
  assert.deepEqual(heard, ['adstart', 'adend', 'adstart', 'adend', 'adstart', 'adend']);
  assert.ok(ads.listPings().includes('break-1-start'));
  assert.deepEqual(complaints, []);
});

test('a seek over several breaks shows just the newest one, and a seek back shows none', async (t) => {
  const vast = (name: string) => renderVast(ad({ name }));
  const breaks = { '00:00:01': vast('one'), '00:00:02.500': vast('two'), '90%': vast('three') };
  ads.answers.set('/tag', renderVmap(ads.origin, breaks));
  const { page, play, see } = await open(t);
  await play();
  await see('the video', ({ time, isAd }) => time > 0.1 && !isAd);
  await page.keyboard.press('7');
  await see('an ad', ({ isAd }) => isAd);
  // An ad is not left by seeking.
  await page.keyboard.press('0');
  await see('the video', ({ isAd, time }) => !isAd && time > 4.2 && time < 5.4);
  await page.keyboard.press('0');
  await see('the beginning', ({ time, isAd }) => time > 1.5 && time < 3 && !isAd);
  const shown = ads.listPings().filter((name) => name.endsWith('impression'));
  assert.deepEqual(shown, ['two-impression']);
});

test('an ad is found through wrappers, which hear of it too; a pod plays in its order', async (t) => {
  ads.answers.set('/tag', renderWrapper(ads.origin, 'w1', `${ads.origin}/2`));
  ads.answers.set('/2', renderWrapper(ads.origin, 'w2', `${ads.origin}/3`));
  const pod = [ad({ name: 'second', sequence: 2 }), ad({ name: 'first', sequence: 1 })];
  ads.answers.set('/3', renderVast(...pod));
  const { play, see, findFrame } = await open(t);
  await play();
  await see('an ad', ({ isAd }) => isAd);
  await until('its place', async () =>
    /^Ad 1 of 2 · 0:0\d$/.test((await findFrame().locator('.note').textContent()) ?? ''),
  );
  await see('the video', ({ isAd, time }) => !isAd && time > 0.1);
  const told = ads.listPings().filter((name) => /impression|complete/.test(name));
  const wrapped = (name: string) => [
    `${name}-impression`,
    'w2-impression',
    'w1-impression',
    `${name}-complete`,
    'w2-complete',
    'w1-complete',
  ];
  assert.deepEqual(told.toSorted(), [...wrapped('first'), ...wrapped('second')].toSorted());
  assert.ok(told.indexOf('first-complete') < told.indexOf('second-impression'));
});

test('the viewer pauses an ad, changes its sound and visits the advertiser', async (t) => {
  ads.answers.set('/shop', (_, response) => void response.end('<title>Shop</title>'));
  answer(ad());
  const { page, play, see, findFrame } = await open(t);
  await play();
  await see('the ad', ({ isAd }) => isAd);
  await page.keyboard.press('m');
  await until('the sound', () => ads.listPings().includes('ad-mute'));
  await page.keyboard.press('k');
  const isPaused = () => findFrame().evaluate<boolean>(`document.querySelector('video').paused`);
  await until('a pause', isPaused);
  // For longer than an ad may be silent.
  await setTimeout(5500);
  await page.keyboard.press('m');
  await until('the sound', () => ads.listPings().includes('ad-unmute'));
  await page.keyboard.press('k');
  await until('its going on', () => ads.listPings().includes('ad-resume'));
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    findFrame().getByRole('link', { name: 'Visit advertiser' }).click(),
  ]);
  await until('the shop', async () => (await shop.title()) === 'Shop');
  assert.equal(await shop.evaluate('window.opener'), null);
  await page.bringToFront();
  await until('a pause', isPaused);
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await see('the video', ({ isAd, time, muted }) => !isAd && time > 0.1 && !muted);
  const told = ads.listPings().filter((name) => /mute|pause|resume|click/.test(name));
  const expected = ['mute', 'pause', 'unmute', 'resume', 'click', 'pause', 'resume'];
  assert.deepEqual(
    told,
    expected.map((name) => `ad-${name}`),
  );
});

test('ads that begin by themselves have no sound', async (t) => {
  answer(ad());
  const { see, look } = await open(t, { autoplayMode: 'any', autoplayAdsMuted: true });
  await see('the ad', ({ isAd }) => isAd);
  assert.equal((await look()).muted, true);
  // Reading the page this way counts as a touch, after which the browser allows sound.
  await see('the video', ({ isAd, time, muted }) => !isAd && time > 0.1 && !muted);
});

test('when the browser refuses autoplay with sound, a press on play starts the ad', async (t) => {
  answer(ad());
  const { page, play, see, look } = await open(t, { autoplayMode: 'on', autoplayAdsMuted: false });
  // Reading the page would count as a touch.
  await until('no ad', () => ads.requests.length > 0 && page.frames().length === 1);
  assert.ok(!ads.listPings().some((name) => /impression|error/.test(name)));
  await play();
  await see('the ad', ({ isAd }) => isAd);
  assert.equal((await look()).muted, false);
  await see('the video', ({ isAd, time }) => !isAd && time > 0.1);
});

test('an ad plays on the watch page, and in a player on another website', async (t) => {
  answer(ad({ skipOffset: '00:00:00' }));
  const { edge, page, see } = await open(t, { path: '/watch/vid1?lang=th' });
  await page.getByRole('button', { name: 'เล่น' }).first().click();
  const frame = page.frameLocator('.ad-frame');
  await frame.getByRole('button', { name: 'ข้ามโฆษณา' }).click();
  await see('the video', ({ isAd, time }) => !isAd && time > 0.1);
  ads.answers.set('/page', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<html lang="en">
<script type="module" src="${edge.url}/player/kinora-player.js"></script>
<kinora-player video="${edge.url}/watch/vid1"></kinora-player></html>`);
  });
  await page.goto(`${ads.origin}/page`);
  await page.getByRole('button', { name: 'Play' }).first().click();
  await frame.getByRole('button', { name: 'Skip ad' }).click();
  await see('the video', ({ isAd, time }) => !isAd && time > 0.1);
});
