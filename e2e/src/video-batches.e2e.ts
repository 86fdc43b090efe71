import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TAGS } from '@kinora/contract/bounds';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);

/** Newest first a list has them from the highest number down. */
async function createProject(key: string, count: number) {
  const projectKey = await api.createProject({ name: `โปรเจกต์ ${key}`, key });
  const titles = Array.from({ length: count }, (_, index) => ({ title: `${key} ${index + 1}` }));
  return { projectKey, keys: await api.createVideos(projectKey, titles) };
}

const boxes = ({ page }: Pick<Visit, 'page'>) => page.locator('tbody').getByRole('checkbox');
const barOf = ({ page, t }: Visit) => page.getByRole('region', { name: t('videos.batch.label') });
const toastsOf = ({ page, t }: Visit) => page.getByRole('region', { name: t('ui.notifications') });
const ticked = (page: Page) => page.locator('tbody input:checked');

async function open(me: Visit, projectKey: string): Promise<void> {
  await signIn(me, `/${product.team}/projects/${projectKey}`);
  await boxes(me).first().waitFor();
}

async function choose(me: Visit, action: 'addTags' | 'removeTags' | 'move' | 'delete') {
  const name = me.t(`videos.batch.actions.${action}`);
  await barOf(me).getByRole('button', { name, exact: true }).click();
}

test('rows are picked by box, range, key and page, over pages, and let go by Escape', async () => {
  const { projectKey } = await createProject('pick', 25);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await open(me, projectKey);
    const count = (some: number) =>
      barOf(me).getByText(t('videos.batch.selected', { count: some }), { exact: true });
    await boxes(me).nth(1).click();
    await boxes(me)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await count(4).waitFor();
    await page
      .locator('tbody tr')
      .nth(7)
      .locator('td')
      .nth(2)
      .click({ modifiers: ['Control'] });
    await count(5).waitFor();
    await page.locator('body').press('j');
    await page.keyboard.press('x');
    await count(6).waitFor();
    await page.keyboard.press(' ');
    await count(5).waitFor();
    await page.getByRole('button', { name: t('ui.pager.next') }).click();
    await boxes(me).nth(5).waitFor({ state: 'detached' });
    await count(5).waitFor();
    await page.getByRole('checkbox', { name: t('videos.selection.page') }).click();
    await count(10).waitFor();
    await shoot(page, 'bulk-1280-en');
    await page.keyboard.press('F6');
    await barOf(me).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await barOf(me).waitFor({ state: 'detached' });
    assert.equal(await ticked(page).count(), 0);
  });
});

test('all that match get a tag in one go, and a toast takes it back', async () => {
  const { projectKey, keys } = await createProject('tags', 23);
  const tagsOf = async () => {
    const videos = await Promise.all(keys.map((key) => api.video(key)));
    return videos.flatMap(({ tags }) => tags.map(({ name }) => name));
  };
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await open(me, projectKey);
    await page.getByRole('checkbox', { name: t('videos.selection.page') }).click();
    await barOf(me)
      .getByRole('button', { name: t('videos.batch.selectAll', { count: 23, known: 'exact' }) })
      .click();
    await choose(me, 'addTags');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('videos.batch.tags') }).fill('ข่าว');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: t('videos.batch.addTags.button') }).click();
    const args = { action: 'addTags', count: 23, project: '' };
    await toastsOf(me).getByText(t('videos.batch.done', args)).waitFor();
    assert.equal((await tagsOf()).length, 23);
    await toastsOf(me)
      .getByRole('button', { name: t('videos.batch.undo') })
      .click();
    await until('the tags to be gone', async () => (await tagsOf()).length === 0);
  });
});

test('what failed is named with its reason, and the rest is done', async () => {
  const { projectKey } = await createProject('fail', 2);
  const full = Array.from({ length: MAX_TAGS }, (_, index) => `t${index}`);
  await api.createVideos(projectKey, [{ title: 'เต็ม', tags: full }]);
  await visit({ product, browser }, { width: 360, height: 740 }, async (me) => {
    const { page, t } = me;
    await open(me, projectKey);
    await boxes(me).first().click();
    await barOf(me)
      .getByRole('button', { name: t('videos.batch.selectPage', { count: 3 }) })
      .click();
    await shoot(page, 'bulk-360');
    await choose(me, 'addTags');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('videos.batch.tags') }).fill('ใหม่');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: t('videos.batch.addTags.button') }).click();
    await page.getByRole('button', { name: t('videos.batch.show') }).waitFor();
    await shoot(page, 'bulk-failed');
    await page.getByRole('button', { name: t('videos.batch.show') }).click();
    await dialog.getByText('เต็ม').waitFor();
    await dialog.getByText(t('videos.batch.failures.codes.too_many_tags')).waitFor();
  });
});

test('videos are moved and deleted; the deleted come back, also to a list that was left empty', async () => {
  const { projectKey } = await createProject('gone', 3);
  const other = await createProject('target', 1);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await open(me, projectKey);
    await boxes(me).first().click();
    await choose(me, 'move');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().waitFor();
    await shoot(page, 'bulk-move');
    await dialog.getByRole('radio', { name: /target/ }).click();
    await dialog.getByRole('button', { name: t('videos.batch.move.button') }).click();
    await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: t('videos.selection.page') }).click();
    await choose(me, 'delete');
    await dialog
      .getByRole('button', { name: t('videos.batch.remove.button', { count: 2, known: 'exact' }) })
      .click();
    await page.getByText(t('videos.empty.title')).waitFor();
    const args = { action: 'delete', count: 2, project: '' };
    const deleted = toastsOf(me).getByText(t('videos.batch.done', args));
    await deleted.waitFor();
    await toastsOf(me)
      .getByRole('button', { name: t('videos.batch.undo') })
      .last()
      .click();
    await boxes(me).nth(1).waitFor();
  });
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await open(me, other.projectKey);
    assert.equal(await boxes(me).count(), 2);
    await page
      .getByRole('button', { name: t('videos.list.actions', { title: 'target 1' }) })
      .click();
    await page.getByRole('menuitem', { name: t('videos.actions.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('videos.remove.button') })
      .click();
    await boxes(me).nth(1).waitFor({ state: 'detached' });
    await toastsOf(me)
      .getByRole('button', { name: t('videos.remove.undo') })
      .click();
    await boxes(me).nth(1).waitFor();
  });
});
