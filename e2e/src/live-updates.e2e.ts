import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startOwnForTests } from './started.ts';
import { signIn, visit } from './visit.ts';

const STREAM = '/api/v1/live-updates';
const { product, browser, folder } = await startOwnForTests((made) =>
  makeClip(join(made, 'clip.mp4')),
);
const clip = join(folder, 'clip.mp4');
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'รายการสด', key: 'live' });

const listOf = () => `/${product.team}/projects/${projectKey}`;

/** Says how often the page asks for its list. */
function countLists(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/videos') count += 1;
  });
  return () => count;
}

test('a row moves when another person changes it, and there are no requests while nothing happens', async () => {
  const key = await api.upload(projectKey, 'ตอนเช้า', clip);
  await api.untilReady(key);
  // Pictures beside a whole stream are made after it, and are news as well.
  const isDone = async () => (await api.jobs(key)).jobs.every(({ state }) => state === 'completed');
  await until('all work to be done', isDone);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page } = me;
    const listening = page.waitForResponse((response) => response.url().endsWith(STREAM));
    await signIn(me, listOf());
    await page.getByText('ตอนเช้า').waitFor();
    assert.equal((await listening).status(), 200);
    // Changes from before the page listened are fetched once.
    await page.waitForTimeout(3000);
    const lists = countLists(page);
    await page.waitForTimeout(11_000);
    const idle = lists();
    assert.ok(idle <= 1, `${idle} lists were asked for while nothing happened`);

    await api.renameVideo(key, 'ตอนค่ำ');
    await page.getByText('ตอนค่ำ').waitFor();
    assert.equal(await page.getByText('ตอนเช้า').count(), 0);
    assert.ok(lists() > idle);
  });
});

test('a page asks for its data once, and hears of what changed before its stream began', async () => {
  const key = await api.upload(projectKey, 'ก่อนฟัง', clip);
  await api.untilReady(key);
  const isDone = async () => (await api.jobs(key)).jobs.every(({ state }) => state === 'completed');
  await until('all work to be done', isDone);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page } = me;
    // The server starts listening to changes with the first opened page.
    const first = page.waitForResponse((response) => response.url().endsWith(STREAM));
    await signIn(me, listOf());
    await first;

    // That page still asks once more: its stream can't know what it missed.
    const opened = page.url();
    await page.goto('about:blank');
    const lists = countLists(page);
    const stream = page.waitForResponse((response) => response.url().endsWith(STREAM));
    await page.goto(opened);
    await page.getByText('ก่อนฟัง').waitFor();
    await stream;
    // Long enough for the stream's first event, and short of asking again by the clock.
    await page.waitForTimeout(3000);
    assert.equal(lists(), 1);

    const held = Promise.withResolvers<void>();
    await page.route(`**${STREAM}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.url().endsWith(STREAM));
    await page.reload();
    await page.getByText('ก่อนฟัง').waitFor();
    await asked;
    await api.renameVideo(key, 'ระหว่างรอ');
    held.resolve();
    await page.getByText('ระหว่างรอ').waitFor();
  });
});

test('a server that says nothing of changes is asked again and again', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    me.hush(/live-updates/);
    await page.route(`**${STREAM}`, (route) => route.abort());
    await signIn(me, listOf());
    const lists = countLists(page);
    const key = await api.upload(projectKey, 'Moves', clip);
    await page.reload();
    await page.getByText('Moves').waitFor();
    await api.untilReady(key);
    await until('a list that was asked for by itself', () => lists() > 1);
    await page.getByRole('row').filter({ hasText: 'Moves' }).getByText('Ready to watch').waitFor();
  });
});

test('a tab goes on hearing of changes when the server was away for a while', async () => {
  const key = await api.upload(projectKey, 'Before', clip);
  await api.untilReady(key);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    const streams: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith(STREAM)) streams.push(response.status());
    });
    me.hush(/live-updates/);
    me.allow(503, /.*/);
    await signIn(me, listOf());
    await page.getByText('Before').waitFor();
    await until('a stream', () => streams.includes(200));
    const before = streams.length;
    process.kill(await product.processOf('api'), 'SIGKILL');
    await until('another stream', () => streams.slice(before).includes(200));
    await api.renameVideo(key, 'After');
    await page.getByText('After').waitFor();
  });
});

test('a page that is left gives its connection back, and hears of changes when it is returned to', async () => {
  const key = await api.upload(projectKey, 'Left', clip);
  await api.untilReady(key);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    me.hush(/live-updates/);
    const ended: string[] = [];
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
    const first = page.waitForResponse((response) => response.url().endsWith(STREAM));
    await signIn(me, listOf());
    await page.getByText('Left').waitFor();
    await first;
    // Browsers under test keep no page for the way back; this is all that such a page is told.
    const again = page.waitForResponse((response) => response.url().endsWith(STREAM));
    await page.evaluate("window.dispatchEvent(new Event('pagehide'))");
    await until('the stream to end', () => ended.includes(STREAM));
    assert.equal((await again).status(), 200);
    await api.renameVideo(key, 'Returned to');
    await page.getByText('Returned to').waitFor();
  });
});
