import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const project = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
await api.createVideos(project, [{ title: 'ตลาดเช้า', tags: ['ข่าว'] }]);
const videoKey = await api.upload(project, 'ตลาดเย็น', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const listPath = `/${product.team}/projects/${project}`;

test('dialogs begin in their field, and a menu at the pointer ends in its row', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, listPath);
    const focused = page.locator(':focus');
    const row = page.getByRole('row').filter({ hasText: 'ตลาดเช้า' });
    const menu = page.getByRole('menu');
    await row.getByRole('cell').nth(2).click({ button: 'right' });
    await menu.waitFor();
    assert.equal(await page.getByRole('main').getByRole('menu').count(), 1, 'it is in a landmark');
    await page.keyboard.press('ArrowDown');
    await menu.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await row.locator(':focus').waitFor();

    await row.getByRole('checkbox').click();
    const bar = page.getByRole('region', { name: t('videos.batch.label') });
    const keys = bar.getByRole('button', { name: t('videos.batch.actions.rotateKeys') });
    await bar.waitFor();
    assert.equal(await keys.count(), 0, 'new keys are offered for a video without any');
    await bar.getByRole('button', { name: t('videos.batch.actions.addTags'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').and(focused).waitFor();
    await page.keyboard.type('สด');
    await page.keyboard.press('Enter');
    await dialog.getByText('สด', { exact: true }).waitFor();
    await shoot(page, 'manners-tags');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.locator('body').press('?');
    await dialog.getByRole('switch').and(focused).waitFor();
  });
});

test('a deletion says how it is taken back, and its toast stays while it is being read', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await page.clock.install();
    await signIn(me, listPath);
    await page
      .getByRole('button', { name: t('videos.list.actions', { title: 'ตลาดเย็น' }) })
      .click();
    await page.getByRole('menuitem', { name: t('videos.actions.delete') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`PUT /api/v1/deleted-videos/restore/${videoKey}`).waitFor();
    await shoot(page, 'manners-delete');
    await dialog.getByRole('button', { name: t('videos.remove.button') }).click();
    const undo = page.getByRole('button', { name: t('videos.remove.undo') });
    await undo.waitFor();
    await undo.focus();
    await page.clock.runFor(60_000);
    await undo.click();
    await page.getByText(t('videos.remove.restored', { title: 'ตลาดเย็น' })).waitFor();
  });
});

test('a save that failed is told above the bar that saves', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    me.allow(500, /\/api\/v1\/videos\//);
    await signIn(me, `${listPath}/videos/${videoKey}/information`);
    await page.route(`**/api/v1/videos/${videoKey}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await page.getByRole('textbox', { name: t('videos.fields.title') }).fill('ตลาดค่ำ');
    await page.keyboard.press('Control+s');
    const failure = page.getByRole('alert');
    await failure.waitFor();
    await shoot(page, 'manners-failure');
    const save = page.getByRole('button', { name: t('ui.save'), exact: true });
    const [words, button] = await Promise.all([failure.boundingBox(), save.boundingBox()]);
    assert.ok(words !== null && button !== null, 'the failure and the button are there');
    assert.ok(words.x + words.width <= button.x, 'the failure stands beside the button');
    assert.ok(words.y < button.y + button.height && button.y < words.y + words.height);
    const menu = await page.getByRole('button', { name: t('nav.userMenu') }).boundingBox();
    assert.ok(menu !== null && words.x >= menu.x + menu.width, 'it covers the menu of the user');
    // The test ends without a question about leaving this change.
    await page.getByRole('textbox', { name: t('videos.fields.title') }).fill('ตลาดเย็น');
  });
});

test('boxes are the theme’s, and the system’s colours leave marks where only colour was', async () => {
  const styleOf = (selector: string, name: string) =>
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`;
  await visit({ product, browser }, { scheme: 'dark' }, async (me) => {
    const { page } = me;
    await signIn(me, listPath);
    await page.getByRole('row').filter({ hasText: 'ตลาดเย็น' }).waitFor();
    assert.equal(await page.evaluate(styleOf('tbody input[type=checkbox]', 'appearance')), 'none');
    await shoot(page, 'manners-dark');
    await page.emulateMedia({ forcedColors: 'active' });
    const marks = ['nav [aria-current]', '#main [aria-current=page]', '[aria-pressed=true]'];
    for (const mark of marks) {
      assert.equal(await page.evaluate(styleOf(mark, 'outlineStyle')), 'solid', mark);
    }
    const pill = '[role=cell] [data-tone]:not([role=progressbar] *)';
    assert.notEqual(await page.evaluate(styleOf(pill, 'borderTopWidth')), '0px');
    await shoot(page, 'manners-forced');
  });
});

test('on a phone a video begins near the top, and its outputs stand two in a row', async () => {
  for (const lang of ['th', 'en'] as const) {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width: 360, height: 740 }, async (me) => {
      const { page, t } = me;
      await signIn(me, `${listPath}/videos/${videoKey}/outputs`);
      const tabs = page.getByRole('navigation', { name: t('videos.detail.tabs') });
      const end = await tabs.boundingBox();
      assert.ok(end !== null && end.y + end.height < 240, `the tabs end at ${end?.y}`);
      // The card of links lies far below.
      await page.getByRole('button', { name: t('videos.actions.share'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('videos.actions.copyWatch') }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: 'H.264' }).first();
      await row.waitFor();
      await shoot(page, `manners-outputs-${lang}`);
      const [one, other] = await Promise.all(
        [1, 2].map((n) => row.getByRole('cell').nth(n).boundingBox()),
      );
      assert.equal(one?.y, other?.y);
    });
  }
  await api.setLanguage('th');
});

test('what keeps loanwords whole on a line is neither in the window’s title nor copied', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects`);
    const heading = page.getByRole('heading', { name: t('projects.title'), level: 1 });
    await heading.waitFor();
    assert.equal(await page.title(), 'โปรเจกต์ · Kinora');
    await heading.selectText();
    await page.keyboard.press('Control+c');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'โปรเจกต์');
  });
});
