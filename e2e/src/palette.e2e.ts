import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { examine } from './examine.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, addSecondTeam, addMember } = await startForTests();
const api = await openApi(product);
const news = await api.createProject({ name: 'ข่าวเช้าวันนี้', key: 'news' });
await api.createProject({ name: 'รายการเด็ก', key: 'kids' });
const [market = ''] = await api.createVideos(news, [
  { title: 'ตลาดน้ำอัมพวา' },
  { title: 'ปลากัดหม้อ' },
]);
const password = 'ข้าวเหนียวมะม่วง 3 จาน';
const second = await addSecondTeam({ email: `second-${product.team}@example.com`, password });
await addMember(second, product.admin, 'user');
const member = { email: `member-${product.team}@example.com`, password };
await addMember(product.team, member, 'user');

const inTeam = (path: string) => `/${product.team}${path}`;
const field = ({ page, t }: Visit) =>
  page.getByRole('combobox', { name: t('palette.placeholder') });
const options = ({ page }: Visit) => page.getByRole('option');
const isAt = ({ page }: Visit, path: string) => page.waitForURL(product.consoleUrl + path);

/** Opens the palette by its keys, and types. */
async function search(me: Visit, typed: string): Promise<void> {
  // The page hears keys once it is drawn.
  await me.page.locator('#main h1').waitFor();
  await me.page.keyboard.press('Control+k');
  await field(me).and(me.page.locator(':focus')).waitFor();
  await me.page.keyboard.type(typed);
}

test('a project is found by a part of a Thai word, a video by its title and by its key', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me);
    await search(me, 'เช้าวัน');
    await options(me).filter({ hasText: 'ข่าวเช้าวันนี้' }).waitFor();
    await shoot(page, 'palette-project');
    await page.keyboard.press('Enter');
    await isAt(me, inTeam(`/projects/${news}`));

    await search(me, 'น้ำอัม');
    const video = options(me).filter({ hasText: 'ตลาดน้ำอัมพวา' });
    await video.filter({ hasText: 'ข่าวเช้าวันนี้' }).waitFor();
    assert.equal(await video.locator('mark').innerText(), 'น้ำอัม');
    await page.keyboard.press('Escape');
    await field(me).waitFor({ state: 'detached' });

    // Enter may come before the answer.
    await search(me, market);
    await page.keyboard.press('Enter');
    await isAt(me, inTeam(`/projects/${news}/videos/${market}/information`));
    await page.getByRole('heading', { level: 1, name: 'ตลาดน้ำอัมพวา' }).waitFor();

    await search(me, 'ไม่มีคำนี้');
    await page.getByText(t('palette.none.title', { q: 'ไม่มีคำนี้' })).waitFor();
    await page.keyboard.press('Control+k');
    await field(me).waitFor({ state: 'detached' });

    // What was opened is offered before anything is typed.
    await page.goto(product.consoleUrl + inTeam('/manage/jobs'));
    await page.locator('#main h1').waitFor();
    await search(me, '');
    await options(me).first().filter({ hasText: 'ตลาดน้ำอัมพวา' }).waitFor();
    await shoot(page, 'palette-recent');
  });
});

test('screens are found by their words in the other language, and by keys alone', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me);
    // It opens while one types elsewhere.
    await page.getByRole('searchbox').first().focus();
    await search(me, 'preset');
    const names = () => options(me).allInnerTexts();
    await until('the screens', async () => (await names()).length >= 2);
    const active = () => field(me).getAttribute('aria-activedescendant');
    const selected = page.getByRole('option', { selected: true });
    const first = await active();
    assert.match(await selected.innerText(), /Presets/);
    await page.keyboard.press('End');
    await until('the last one', async () => (await active()) !== first);
    await page.keyboard.press('ArrowDown');
    assert.equal(await active(), first, 'the list begins again behind its end');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    assert.equal(await active(), first);
    const tab = page.context().waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    await (await tab).waitForURL(product.consoleUrl + inTeam('/manage/presets'));
    await (await tab).close();
    await field(me).waitFor();
    await page.keyboard.press('Enter');
    await isAt(me, inTeam('/manage/presets'));

    await search(me, 'keyboard');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: t('nav.keys.title') });
    await sheet.getByText('Ctrl K').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await search(me, 'night');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await search(me, 'พรีเ');
    await options(me).first().waitFor();
    assert.deepEqual(await examine(page), []);
    await shoot(page, 'palette-dark');
  });
});

test('the keys of a text that is still composed are for the composing', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signIn(me);
    await search(me, 'preset');
    await options(me).first().waitFor();
    await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
      { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))`);
    await page.waitForTimeout(300);
    await isAt(me, inTeam('/projects'));
    assert.equal(await field(me).inputValue(), 'preset');
  });
});

test('the team is switched by mouse, by keys and in the palette, and stays the one to begin with', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, inTeam('/me/sessions'));
    const switcher = page.getByRole('button', { name: t('nav.switchTeam') });
    await switcher.click();
    await page.getByRole('menuitem', { name: second }).click();
    await isAt(me, `/${second}/me/sessions`);

    await switcher.focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name: product.team, exact: true });
    await entry.waitFor();
    const focused = entry.and(page.locator(':focus'));
    for (let steps = 0; steps < 3 && (await focused.count()) === 0; steps += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await focused.waitFor();
    await page.keyboard.press('Enter');
    await isAt(me, inTeam('/me/sessions'));

    await page.goto(product.consoleUrl + inTeam(`/projects/${news}`));
    await page.locator('#main h1').waitFor();
    await search(me, second);
    await page.keyboard.press('Enter');
    await isAt(me, `/${second}/projects`);
    await page.goto(product.consoleUrl);
    await isAt(me, `/${second}/projects`);
    // There he is no manager, and finds no screen of theirs.
    await search(me, 'preset');
    await page.getByText(t('palette.none.title', { q: 'preset' })).waitFor();
  });
});

test('a plain member finds neither screens of managers nor what is in others’ projects', async () => {
  const me = { ...product, admin: member };
  await visit({ product: me, browser }, {}, async (visiting) => {
    const { page, t } = visiting;
    await signIn(visiting);
    for (const typed of ['พรีเซ็ต', 'สร้างโปรเจกต์', 'ข่าวเช้า', market, news]) {
      await search(visiting, typed);
      await page.getByText(t('palette.none.title', { q: typed })).waitFor();
      await page.keyboard.press('Escape');
      await field(visiting).waitFor({ state: 'detached' });
    }
  });
});

test('on a phone it is the whole window, opened and closed by buttons', async () => {
  await visit({ product, browser }, { width: 360, height: 740 }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    await page.getByRole('button', { name: t('nav.search'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('nav.search') });
    await field(me).waitFor();
    await until('the dialog to fill the window', async () => {
      const box = await dialog.boundingBox();
      return box?.x === 0 && box.y === 0 && box.width === 360 && box.height === 740;
    });
    await field(me).fill('ข่าว');
    const found = options(me).filter({ hasText: 'ข่าวเช้าวันนี้' });
    await found.first().waitFor();
    assert.deepEqual(await examine(page), []);
    await shoot(page, 'palette-360');
    await dialog.getByRole('button', { name: t('palette.keys.close') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('nav.search'), exact: true }).click();
    await field(me).fill('ข่าว');
    await found.first().click();
    await isAt(me, inTeam(`/projects/${news}`));
  });
});

test('a search that fails says so, and is tried again', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    me.allow(500, /\/video-matches$/);
    await signIn(me);
    const pattern = '**/api/v1/video-matches*';
    await page.route(pattern, (route) => route.fulfill({ status: 500, body: '{}' }));
    await search(me, 'ตลาดน้ำ');
    const alert = page.getByRole('alert').filter({ hasText: t('palette.failed') });
    await alert.waitFor();
    await shoot(page, 'palette-failed');
    await page.unroute(pattern);
    await alert.getByRole('button', { name: t('ui.retry') }).click();
    await options(me).filter({ hasText: 'ตลาดน้ำอัมพวา' }).waitFor();
    await alert.waitFor({ state: 'detached' });
  });
});
