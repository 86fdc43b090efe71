import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { getFromEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { playback, untilItPlays, untilPlayback } from './playback.ts';
import { createProject } from './projects.ts';
import { slowUploads } from './slow-network.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles, dock, dropFiles, turnDock, untilUpload } from './uploading.ts';
import { shoot, signInByForm, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  // Large enough that a reload comes in the middle of it.
  makeClip(join(made, 'แกงเขียวหวาน ตอน 1.mp4'), { noisy: true }),
);

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
/** Sends the clip within 40 s: a busy machine takes some of them until the page is reloaded. */
const SLOW = 1_000_000;

test('a person signs in and uploads a video that plays, is found, and is deleted, in Thai', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    await signInByForm(me);
    await createProject(me, { name: 'ครัวคุณนก', key: 'nok-kitchen' });
    await me.page.getByRole('link', { name: me.t('videos.empty.upload') }).click();
    const file = join(folder, 'แกงเขียวหวาน ตอน 1.mp4');
    await chooseFiles(me, [file]);
    await uploadWithReload(me, file, async (row) => {
      const name = me.t('uploads.continue.chooseNamed', { name: 'แกงเขียวหวาน ตอน 1.mp4' });
      await row.getByLabel(name).setInputFiles(file);
    });
    await watchItBecomeReady(me);
    await playEditFindDelete(me, {
      title: 'แกงเขียวหวานไก่ใส่มะเขือ',
      found: 'หวานไก่',
      date: '01/02/2567',
    });
  });
});

test('a person signs in and uploads a video that plays, is found, and is deleted, in English', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    await signInByForm(me);
    await createProject(me, { name: 'Street food', key: 'street-food' });
    const file = join(folder, 'แกงเขียวหวาน ตอน 1.mp4');
    await me.page.getByText(me.t('videos.empty.title')).waitFor();
    await dropFiles(me, [file]);
    await uploadWithReload(me, file, async (row) => {
      await row.getByRole('button', { name: me.t('uploads.continue.one') }).click();
    });
    await watchItBecomeReady(me);
    await playEditFindDelete(me, {
      title: 'Green curry, ต้มยำกุ้งน้ำข้น',
      found: 'กุ้งน้ำ',
      date: '01/02/2024',
    });
  });
});

const TITLE_AT_FIRST = 'ก่อนแก้ไข';

/** Sends the chosen file, reloads in the middle, and goes on from what the server has. */
async function uploadWithReload(
  me: Visit,
  file: string,
  goOn: (row: ReturnType<Page['locator']>) => Promise<void>,
): Promise<void> {
  const { page } = me;
  await slowUploads(page, SLOW);
  await beginUpload(me, file, TITLE_AT_FIRST);
  await until('some bytes to be sent', async () => /^\(\d\d%\) /.test(await page.title()));
  await page.getByRole('row').filter({ hasText: TITLE_AT_FIRST }).waitFor();
  await shoot(page, `upload-going-${me.lang}`);
  const asked = page.waitForEvent('dialog');
  await Promise.all([page.reload(), asked.then((dialog) => dialog.accept())]);
  assert.equal((await asked).type(), 'beforeunload');
  await untilUpload(me, TITLE_AT_FIRST, ['interrupted']);
  await shoot(page, `upload-interrupted-${me.lang}`);
  const resumed = page.waitForResponse(
    (response) => response.request().method() === 'HEAD' && response.url().includes('/tus/'),
  );
  await goOn(dock(me).getByRole('listitem').filter({ hasText: TITLE_AT_FIRST }));
  assert.ok(Number((await resumed).headers()['upload-offset']) > 0, 'it began anew');
  await slowUploads(page, null);
}

/** The list says each state on its way, without anybody reloading it. */
async function watchItBecomeReady({ page, t, lang }: Visit): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: TITLE_AT_FIRST });
  const seen = new Set<string>();
  await until(
    'the video to be ready in the list',
    async () => {
      const text = await row.innerText();
      if (text.includes(t('videos.states.completed'))) return true;
      seen.add(text);
      return false;
    },
    { seconds: 120, everyMs: 300 },
  );
  await shoot(page, `project-videos-${lang}`);
  const words = [t('videos.states.checking'), t('videos.states.processingStart')];
  const wasToldOf = [...seen].some((text) => words.some((word) => text.includes(word)));
  assert.ok(wasToldOf, `neither checking nor processing was shown: ${[...seen].join(' | ')}`);
}

type Change = { title: string; found: string; date: string };

async function playEditFindDelete(me: Visit, change: Change): Promise<void> {
  const { page, t } = me;
  await page.getByRole('table').getByRole('link', { name: TITLE_AT_FIRST }).click();
  await page.getByRole('heading', { name: TITLE_AT_FIRST, level: 1 }).waitFor();
  await playInConsole(me);
  const embedded = await copyAddresses(me);
  await playEmbedded(me, embedded);
  await edit(me, change);
  await page
    .getByRole('link', { name: t('projects.shell.videos') })
    .or(crumb(me))
    .first()
    .click();
  await find(me, change);
  await remove(me, change.title, embedded);
}

const crumb = ({ page, t }: Visit) =>
  page
    .getByRole('navigation', { name: t('ui.crumbs') })
    .getByRole('link')
    .last();

async function playInConsole({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('videos.detail.play') }).click();
  await untilItPlays(page);
}

/** Returns the address of the embed page. */
async function copyAddresses({ page, t, lang }: Visit): Promise<string> {
  await shoot(page, `video-information-${lang}`);
  // The panel of the upload stands over the links, as long as it is open.
  await turnDock({ page, t }, 'collapse');
  await page.getByRole('button', { name: t('videos.actions.copyHls') }).click();
  const hls = await clipboard(page);
  assert.ok(hls.startsWith(`${product.edgeUrl}/streams/`) && hls.endsWith('/playlist.m3u8'), hls);
  await page.getByRole('button', { name: t('videos.actions.copyEmbed'), exact: true }).click();
  const code = await clipboard(page);
  assert.match(code, /^<iframe .*width="560" height="320"/);
  return /src="([^"]+)"/.exec(code)?.[1] ?? '';
}

async function playEmbedded({ page, t }: Visit, address: string): Promise<void> {
  const viewer = await page.context().newPage();
  await viewer.goto(address);
  await viewer
    .getByRole('button', { name: t('player.play') })
    .first()
    .click();
  await untilItPlays(viewer);
  const { duration } = await playback(viewer);
  assert.ok(Math.abs(duration - 8) < 0.5, `the clip of 8 s lasts ${duration} s`);
  await viewer.keyboard.press('7');
  await untilPlayback(viewer, 'a seek to 70 %', ({ time }) => time > 5.5);
  await viewer.keyboard.press('1');
  await untilPlayback(viewer, 'a seek to 10 %', ({ time }) => time < 4 && time > 0.8);
  await viewer.close();
}

async function edit({ page, t }: Visit, { title, date }: Change): Promise<void> {
  await page.getByRole('link', { name: t('videos.detail.information') }).click();
  await page.getByRole('textbox', { name: t('videos.fields.title') }).fill(title);
  const tags = page.locator('input').and(page.getByLabel(t('videos.fields.tags')));
  for (const tag of ['อาหาร', 'curry']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  const published = page.getByRole('textbox', { name: t('videos.fields.publishedDate') });
  await published.fill(date);
  await published.blur();
  await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
  await page.getByRole('status').getByText(t('ui.form.saved')).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  assert.equal(await published.inputValue(), date);
  await page.getByText('อาหาร', { exact: true }).first().waitFor();
}

async function find({ page, t }: Visit, { title, found }: Change): Promise<void> {
  const search = page.getByRole('searchbox', { name: t('videos.list.search') });
  const row = page.getByRole('row').filter({ hasText: title });
  await search.fill('ไม่มีวิดีโอนี้');
  await page.getByText(t('videos.noResults.titleFor', { q: 'ไม่มีวิดีโอนี้' })).waitFor();
  await search.fill(found);
  await row.waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), found);
}

async function remove(me: Visit, title: string, embedded: string): Promise<void> {
  const { page, t, allow, lang } = me;
  const playlist = embedded.replace(/\/embed\/([^/?]+).*/, '/streams/$1/playlist.m3u8');
  assert.equal((await getFromEdge(playlist)).status, 200);
  await page.getByRole('button', { name: t('videos.list.actions', { title }) }).click();
  await page.getByRole('menuitem', { name: t('videos.actions.delete') }).click();
  const dialog = page.getByRole('dialog', { name: t('videos.remove.title', { title }) });
  await dialog.getByRole('button', { name: t('videos.remove.button') }).click();
  await page.getByText(t('videos.remove.done', { title })).waitFor();
  await page.getByRole('row').filter({ hasText: title }).waitFor({ state: 'detached' });
  await until('playback to end', async () => (await getFromEdge(playlist)).status === 410, {
    seconds: 5,
  });
  allow(410, /^\/(embed|streams)\//);
  await page.goto(embedded);
  const heading = page.getByRole('alert').getByRole('heading', {
    name: t('player.problems.deleted.title'),
  });
  await heading.waitFor();
  await shoot(page, `embed-deleted-${lang}`);
}
