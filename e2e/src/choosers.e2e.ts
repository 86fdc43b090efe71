import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { examine } from './examine.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);
const project = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
const create = `/${product.team}/manage/geo-blocking/create`;

test('a rule is made by keys alone: its name has the focus, and Enter takes the best match', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, create);
    const focused = page.locator(':focus');
    const name = page.getByRole('textbox', { name: t('geoblockRules.fields.name') });
    await name.and(focused).waitFor();
    await page.keyboard.type('เพื่อนบ้าน');

    const field = page.getByRole('combobox', { name: t('geoblockRules.fields.allow') });
    const chosen = page.getByRole('list').filter({ hasText: 'ไทย' });
    await field.focus();
    await page.keyboard.type('ไท');
    await page.keyboard.press('Enter');
    await chosen.waitFor();
    await page.keyboard.type('ลาว');
    const options = page.getByRole('option');
    await options.filter({ hasText: 'มาลาวี' }).waitFor();
    assert.match((await options.first().textContent()) ?? '', /^ลาว · Laos · LA/);
    await shoot(page, 'chooser-country');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await options.nth(100).waitFor({ state: 'attached' });
    assert.deepEqual(await examine(page), [], 'a long list is scrolled by the keys of its field');
    await page.keyboard.type('ลาว');
    await options.filter({ hasText: 'มาลาวี' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('kh');
    await page.keyboard.press('Enter');
    assert.deepEqual(await chosen.getByRole('listitem').allTextContents(), ['ไทย', 'ลาว', 'กัมพูชา']);
    // Nothing is there to take, and the form stays where it is.
    await page.keyboard.type('ไม่มีประเทศนี้');
    await page.keyboard.press('Enter');
    assert.equal(new URL(page.url()).pathname, create);
    assert.equal(await page.getByRole('alert').count(), 0);
    await field.and(focused).waitFor();

    await page
      .getByRole('button', { name: t('geoblockRules.picker.asean') })
      .first()
      .click();
    assert.equal(await chosen.getByRole('listitem').count(), 11);
    await shoot(page, 'chooser-asean');
  });
});

test('each page that makes a named thing begins in its name', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    const inManage = (path: string) => `${product.consoleUrl}/${product.team}/manage/${path}`;
    const begins = (label: string) =>
      page.getByRole('textbox', { name: label }).and(page.locator(':focus')).waitFor();
    await signIn(me, `/${product.team}/manage/players/create`);
    await begins(t('players.fields.name'));
    await page.goto(inManage('presets/overlays/create'));
    await begins(t('overlayPresets.fields.name'));
    await page.goto(inManage('presets/create'));
    await page.getByRole('radio', { name: 'VOD (Classic Model)' }).check();
    await page.getByRole('button', { name: t('presets.create.next') }).click();
    await begins(t('presets.fields.name'));
  });
});

test('Enter behind an open list of tags does not send the form', async () => {
  await api.createVideos(project, [{ title: 'หนึ่ง', tags: ['ข่าว', 'สด'] }]);
  const [other = ''] = await api.createVideos(project, [{ title: 'สอง' }]);
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    const path = `/${product.team}/projects/${project}/videos/${other}/information`;
    await signIn(me, path);
    const title = page.getByRole('textbox', { name: t('videos.fields.title') });
    await title.fill('สองใหม่');
    const field = page.getByRole('combobox', { name: t('videos.fields.tags') });
    await field.focus();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    assert.equal((await api.video(other)).title, 'สอง');
    await page.keyboard.press('Enter');
    await until('the title to be saved', async () => (await api.video(other)).title === 'สองใหม่');
  });
});
