import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { stripJoiners } from '@kinora/i18n/joiners';
import type { Locator, Page } from 'playwright-core';
import { openApi } from './api.ts';
import { examine } from './examine.ts';
import { startForTests } from './started.ts';
import { dock } from './uploading.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'คลังเทป', key: 'tapes' });

const COUNT = 3000;
/** More than any screen shows, and far fewer than there are. */
const MAX_DRAWN = 60;
const nameOf = (index: number) => `เทป ${String(index).padStart(4, '0')}.mp4`;

/** Chooses small files that exist in the page alone. */
const chooseMany = ({ page, t }: Visit, files: number) =>
  page.evaluate(`{
    const input = document.querySelector('input[type=file][aria-label="${stripJoiners(t('uploads.choose.files'))}"]');
    const given = new DataTransfer();
    for (let index = 0; index < ${files}; index += 1) {
      const name = 'เทป ' + String(index).padStart(4, '0') + '.mp4';
      given.items.add(new File(['x'], name, { type: 'video/mp4', lastModified: 1 }));
    }
    input.files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }`);

const titleOf = ({ page, t }: Visit, index: number): Locator =>
  page.getByRole('textbox', { name: t('uploads.draft.titleOf', { name: nameOf(index) }) });
const rows = (within: Page | Locator) => within.locator('li[aria-posinset]');
const scrollTo = (page: Page, top: string) => page.evaluate(`scrollTo({ top: ${top} })`);

/** Scrolls to the end of a list that grows as it is drawn. */
async function scrollToEnd(me: Visit, shown: Locator): Promise<void> {
  await until('the end of the list', async () => {
    await scrollTo(me.page, 'document.documentElement.scrollHeight');
    return shown.isVisible();
  });
}

const SIGHTS = [
  { lang: 'th', width: 360, height: 740 },
  { lang: 'en', width: 1280, height: 800 },
] as const;
for (const sight of SIGHTS) {
  test(`a draft of ${COUNT} files draws what is in sight and works by keyboard (${sight.lang}, ${sight.width} px)`, async () => {
    await api.setLanguage(sight.lang);
    await visit({ product, browser }, sight, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
      await chooseMany(me, COUNT);
      await titleOf(me, 0).waitFor();
      assert.equal(await rows(page).first().getAttribute('aria-setsize'), String(COUNT));
      assert.ok((await rows(page).count()) <= MAX_DRAWN);
      assert.deepEqual(await examine(page), []);

      await titleOf(me, 1).fill('เปลี่ยนแล้ว');
      await scrollToEnd(me, titleOf(me, COUNT - 1));
      assert.ok((await rows(page).count()) <= MAX_DRAWN);
      // The focus is still in the row that is out of sight.
      await page.keyboard.type('!');
      assert.equal(await titleOf(me, 1).inputValue(), 'เปลี่ยนแล้ว!');

      // The rows beside it are there for the Tab key, also before the list followed a scroll.
      await scrollToEnd(me, titleOf(me, COUNT - 1));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = await page.evaluate<string>('document.activeElement.ariaLabel');
      assert.equal(focused, stripJoiners(t('uploads.draft.titleOf', { name: nameOf(2) })));
      await page
        .getByRole('button', { name: t('uploads.draft.remove', { name: nameOf(2) }) })
        .click();
      await titleOf(me, 2).waitFor({ state: 'detached' });
      assert.equal(await rows(page).first().getAttribute('aria-setsize'), String(COUNT - 1));
      assert.equal(await titleOf(me, 1).inputValue(), 'เปลี่ยนแล้ว!');
    });
  });
}

test(`a queue of ${COUNT} uploads draws what is in sight and goes on`, async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
    await chooseMany(me, COUNT);
    await page.getByRole('button', { name: t('uploads.start.button', { count: COUNT }) }).click();
    const listed = rows(dock(me));
    await listed.first().waitFor({ timeout: 60_000 });
    assert.equal(await listed.first().getAttribute('aria-setsize'), String(COUNT));
    assert.ok((await listed.count()) <= MAX_DRAWN);
    const head = dock(me).getByRole('heading', { level: 2 });
    await until('an upload to be done', async () => {
      return (await head.innerText()) !== t('uploads.head.uploading', { done: 0, count: COUNT });
    });
    await shoot(page, 'many-uploads');
    assert.deepEqual(await examine(page), []);
    await dock(me)
      .getByRole('button', { name: t('uploads.pauseAll') })
      .click();
    await dock(me)
      .getByRole('button', { name: t('uploads.resumeAll') })
      .waitFor();

    await dock(me)
      .getByRole('button', { name: t('uploads.summary.open') })
      .click();
    const summary = page.getByRole('dialog', { name: t('uploads.summary.title') });
    const listedRows = summary.getByRole('row');
    await listedRows.nth(1).waitFor();
    assert.ok((await listedRows.count()) <= MAX_DRAWN);
    await summary.getByRole('button', { name: t('ui.pager.page', { page: COUNT / 50 }) }).click();
    await summary.getByRole('link', { name: 'เทป 2999' }).waitFor();
    await shoot(page, 'many-uploads-summary');
    assert.deepEqual(await examine(page), []);
  });
});

for (const sight of SIGHTS) {
  test(`three files lie as they always did (${sight.lang}, ${sight.width} px)`, async () => {
    await api.setLanguage(sight.lang);
    await visit({ product, browser }, sight, async (me) => {
      const { page, lang } = me;
      await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
      await chooseMany(me, 3);
      await titleOf(me, 2).waitFor();
      assert.equal(await rows(page).count(), 3);
      await shoot(page, `three-files-${sight.width}-${lang}`);
      assert.deepEqual(await examine(page), []);
    });
  });
}
