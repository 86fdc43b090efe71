import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);
const COUNT = 45;
const projectKey = await api.createProject({ name: 'รายการยาว', key: 'long' });
const list = `/${product.team}/projects/${projectKey}`;
const titleOf = (number: number) => `ตอนที่ ${String(number).padStart(2, '0')}`;

const rows = (page: Page) => page.locator('tbody').getByRole('row');
const firstIs = (page: Page, title: string) =>
  rows(page).first().filter({ hasText: title }).waitFor();

test('the order and the place of a page are seen, kept by paging, and lead back to the first', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, list);
    await createVideos(page);
    await page.reload();
    const header = page.getByRole('columnheader', { name: t('videos.list.video') });
    await header.getByRole('button').click();
    await firstIs(page, titleOf(1));
    assert.equal(await header.getAttribute('aria-sort'), 'ascending');

    const place = (from: number, to: number) =>
      page.getByText(t('ui.pager.range', { from, to, total: COUNT })).waitFor();
    await place(1, 20);
    await page.getByRole('button', { name: t('ui.pager.next') }).click();
    await place(21, 40);
    await firstIs(page, titleOf(21));
    await page.reload();
    await place(21, 40);
    await firstIs(page, titleOf(21));
    await page.getByRole('button', { name: t('ui.pager.first') }).click();
    await place(1, 20);
    await firstIs(page, titleOf(1));

    await header.getByRole('button').click();
    await firstIs(page, titleOf(COUNT));
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    await shoot(page, 'video-order');
  });
});

test('videos are filtered by state and by who made them, and each filter goes by its chip', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, list);
    await rows(page).first().waitFor();
    const open = page.getByRole('button', { name: t('videos.filter.open'), exact: true });
    const drawer = page.getByRole('dialog', { name: t('videos.filter.title') });
    const show = (count: number) =>
      drawer.getByRole('button', { name: t('videos.filter.show', { count }), exact: true }).click();
    await open.click();
    const failed = t('videos.filter.stateNames.failed');
    await drawer.getByText(failed, { exact: true }).click();
    await show(0);
    await page.getByText(t('videos.noResults.title')).waitFor();
    await page
      .getByRole('button', { name: t('videos.filter.chips.remove', { name: failed }) })
      .click();
    await rows(page).first().waitFor();

    await open.click();
    await drawer.getByText(t('videos.filter.stateNames.uploading'), { exact: true }).click();
    await drawer.getByRole('combobox', { name: t('videos.filter.creators') }).click();
    await drawer.getByRole('listbox').getByRole('option').first().click();
    await show(COUNT);
    await page.getByText(t('videos.list.found', { count: COUNT })).waitFor();
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get('states'), 'uploading');
    assert.notEqual(searchParams.get('creatorIds') ?? '', '');
  });
});

test('keys go through the rows on a Thai keyboard as well, and do nothing in a field', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `${list}?sort=title`);
    await firstIs(page, titleOf(1));
    const titleAt = (row: number) => page.locator('tbody tr').nth(row).locator(':focus');
    await page.keyboard.press('j');
    await titleAt(0).waitFor();
    // J of a Thai keyboard.
    await page.evaluate(
      `document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: '่', code: 'KeyJ', bubbles: true, cancelable: true }),
      )`,
    );
    await titleAt(1).waitFor();
    await page.keyboard.press('k');
    await titleAt(0).waitFor();

    const search = page.getByRole('searchbox', { name: t('videos.list.search') });
    await page.keyboard.press('/');
    await search.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('gp');
    await until('the typed words in the address', async () => page.url().includes('q=gp'));
    assert.equal(await search.inputValue(), 'gp');
    await search.blur();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL(`${product.consoleUrl}/${product.team}/projects`);
  });
});

/** Creates videos that wait for their files, as the signed-in person. */
async function createVideos(page: Page): Promise<void> {
  const videos = Array.from({ length: COUNT }, (_, at) => ({
    title: titleOf(at + 1),
    source: { type: 'video/mp4', size: 1000 + at, fileName: `${at}.mp4` },
  }));
  const answer = await page.request.post(`${product.consoleUrl}/api/v1/videos`, {
    headers: { 'x-team': product.team, origin: product.consoleUrl },
    data: { projectKey, videos },
  });
  assert.equal(answer.status(), 201);
}
