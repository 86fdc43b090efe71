import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Locator, Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const project = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
await api.createVideos(
  project,
  Array.from({ length: 19 }, (_, n) => ({ title: `ละครเย็น ตอนที่ ${990 + n} — ไปทะเล` })),
);
const videoKey = await api.upload(project, 'ตลาดเช้า', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const listPath = `/${product.team}/projects/${project}`;
const videoPath = `${listPath}/videos/${videoKey}/information`;

test('a press anywhere in a row opens its video, but not on what the row holds', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, listPath);
    const row = page.getByRole('row').filter({ hasText: 'ตลาดเช้า' });
    const empty = row.getByRole('cell').nth(2);
    const shown = `${videoKey.slice(0, 6)}…${videoKey.slice(-3)}`;
    const isHere = () => assert.equal(new URL(page.url()).pathname, listPath);
    await row.getByRole('button', { name: t('videos.list.copyKey', { key: shown }) }).click();
    await page.getByText(t('videos.actions.copiedKey')).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), videoKey);
    await row.getByRole('button', { name: t('videos.list.actions', { title: 'ตลาดเช้า' }) }).click();
    await page.getByRole('menuitem', { name: t('videos.actions.delete') }).waitFor();
    // Cards and phones have no other place for it.
    await page.evaluate("navigator.clipboard.writeText('')");
    await page.getByRole('menuitem', { name: t('videos.actions.copyKey') }).click();
    await until(
      'the key to be copied from the menu',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === videoKey,
    );
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    const tab = page.context().waitForEvent('page');
    await empty.click({ button: 'middle' });
    await (await tab).waitForURL(/\/videos\//);
    await (await tab).close();
    await empty.click({ modifiers: ['Control'] });
    await row.getByRole('checkbox', { checked: true }).waitFor();
    isHere();
    await empty.click({ modifiers: ['Control'] });
    await empty.click();
    await page.waitForURL(product.consoleUrl + videoPath);
  });
});

test('a title is changed in its row, from the menu and by key', async () => {
  const [one, other] = ['ละครเย็น ตอนที่ 1007 — ไปทะเล', 'ละครเย็น ตอนที่ 1006 — ไปทะเล'];
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, listPath);
    const field = page.getByRole('textbox', { name: t('videos.fields.title') });
    const link = (name: string) => page.getByRole('link', { name });
    await page.getByRole('button', { name: t('videos.list.actions', { title: one }) }).click();
    await page.getByRole('menuitem', { name: t('videos.actions.rename') }).click();
    await field.and(page.locator(':focus')).fill('ตอนจบ');
    await page.keyboard.press('Enter');
    await link('ตอนจบ').and(page.locator(':focus')).waitFor();
    await field.waitFor({ state: 'detached' });
    assert.equal(await link(one).count(), 0);

    await page.keyboard.press('j');
    await link(other).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('e');
    await field.and(page.locator(':focus')).fill('');
    await page.keyboard.press('Enter');
    await shoot(page, 'list-rename');
    assert.equal(await field.inputValue(), '');
    await page.keyboard.type('j');
    await page.keyboard.press('Escape');
    await link(other).and(page.locator(':focus')).waitFor();
    assert.equal(new URL(page.url()).pathname, listPath);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText(t('videos.keys.rename')).waitFor();
  });
});

test('a cover goes through its video under a resting pointer and by keyboard, but not for all', async () => {
  const shown = '[style*="storyboard"]';
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signIn(me, listPath);
    const row = page.getByRole('row').filter({ hasText: 'ตลาดเช้า' });
    await row.locator('img').first().hover();
    await row.locator(shown).waitFor();
    await shoot(page, 'list-cover-plays');
    await page.getByRole('heading', { level: 1 }).hover();
    await row.locator(shown).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await row.getByRole('link', { name: 'ตลาดเช้า' }).and(page.locator(':focus')).waitFor();
    await row.locator(shown).waitFor();
  });
  await visit({ product, browser }, { reducedMotion: 'reduce' }, async (me) => {
    const { page } = me;
    await signIn(me, listPath);
    const row = page.getByRole('row').filter({ hasText: 'ตลาดเช้า' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await row.locator('img').first().hover();
    await page.waitForTimeout(1500);
    assert.equal(await row.locator(shown).count(), 0);
    assert.deepEqual(
      asked.filter((url) => url.includes('storyboard')),
      [],
    );
  });
});

test('small rows and cards are chosen for the browser; eleven small rows are seen at once', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, listPath);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await shoot(page, 'list-comfortable');
    await page.getByRole('button', { name: t('videos.list.layouts.compact') }).click();
    await page.reload();
    await rows.first().waitFor();
    assert.ok((await countSeen(800)) >= 11, 'fewer than eleven rows');
    await shoot(page, 'list-compact');
    await page.getByRole('button', { name: t('videos.list.layouts.cards') }).click();
    const [first, second] = await Promise.all([0, 1].map((n) => rows.nth(n).boundingBox()));
    assert.equal(first?.y, second?.y);
    await shoot(page, 'list-cards');
    async function countSeen(height: number): Promise<number> {
      const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
      return boxes.filter((box) => box !== null && box.y + box.height <= height).length;
    }
  });
});

const SIGHTS = [
  { layout: 'comfortable', width: 1280 },
  { layout: 'compact', width: 1280 },
  { layout: 'cards', width: 1280 },
  { layout: 'comfortable', width: 360 },
];

test('videos come where their place-holders stood, in each layout, on the way to a project and to its list', async () => {
  for (const { layout, width } of SIGHTS) {
    await visit({ product, browser }, { width, height: 740 }, async (me) => {
      const { page } = me;
      await signIn(me, listPath);
      await page.evaluate(`localStorage.setItem('kinora.videoLayout', '${layout}')`);
      const held = await hold(page, [/\/api\/v1\/projects\/[^/]+$/, /\/api\/v1\/videos\?/]);
      await page.reload();
      const bones = page.locator('[aria-busy] [data-layout] > :has(div)');
      const places = [await placeOf(bones)];
      const search = page.getByRole('searchbox');
      assert.equal(await search.count(), 0);
      held[0]?.();
      await search.waitFor();
      places.push(await placeOf(bones));
      held[1]?.();
      places.push(await placeOf(page.getByRole('row').filter({ has: page.getByRole('link') })));
      const [ofProject, ofList, row] = places.map(({ y }) => Math.round(y));
      assert.deepEqual([ofProject, ofList], [row, row], `${layout}, ${width} px`);
      const heights = places.map(({ height }) => height);
      // Beside a video that is uploaded a card is higher, and so is its line on a phone.
      const slack = layout === 'cards' || width < 576 ? 20 : 1;
      assert.ok(Math.max(...heights) - Math.min(...heights) <= slack, `${layout}: ${heights}`);
    });
  }
});

/** Holds answers of each of these addresses back until they are let go. */
function hold(page: Page, addresses: readonly RegExp[]): Promise<(() => void)[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const open = Promise.withResolvers<void>();
      await page.route(address, async (route) => {
        await open.promise;
        await route.continue();
      });
      return open.resolve;
    }),
  );
}

async function placeOf(rows: Locator): Promise<{ y: number; height: number }> {
  await rows.first().waitFor({ state: 'attached' });
  return (await rows.first().boundingBox()) ?? assert.fail('no row is shown');
}

test('five rows are seen on a phone, with state and date', async () => {
  await visit({ product, browser }, { width: 360, height: 740 }, async (me) => {
    const { page, t } = me;
    await api.setLanguage('th');
    await signIn(me, listPath);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.first().waitFor();
    await shoot(page, 'list-phone');
    const checkFifth = async () => {
      const fifth = await rows.nth(4).boundingBox();
      assert.ok(fifth !== null && fifth.y + fifth.height <= 740, `the fifth ends at ${fifth?.y}`);
    };
    await checkFifth();
    await rows.first().locator('time:visible').waitFor();
    const search = page.getByRole('searchbox', { name: t('videos.list.search') });
    assert.equal(await search.getAttribute('placeholder'), t('videos.list.searchShort'));
    await page
      .getByRole('link', { name: t('projects.shell.upload') })
      .first()
      .waitFor();
    await page.goto(`${product.consoleUrl}/${product.team}/all-projects`);
    await rows.first().getByRole('link', { name: 'ข่าวเช้า' }).waitFor();
    await shoot(page, 'list-phone-all');
    await checkFifth();
  });
});
