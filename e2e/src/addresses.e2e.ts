import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Browser, Page } from 'playwright-core';
import { type Api, openApi } from './api.ts';
import { openBrowser } from './browser.ts';
import { type OwnProduct, startProduct } from './product.ts';
import { signIn, visit, type Visit } from './visit.ts';

let product: OwnProduct;
let browser: Browser;
let api: Api;
let projectKey: string;
before(async () => {
  product = await startProduct();
  browser = await openBrowser('full');
  api = await openApi(product);
  projectKey = await api.createProject({ name: 'ข่าว', key: 'news' });
});
after(async () => {
  await browser?.close();
  await product?.stop();
});

const pathOf = (page: Page) => new URL(page.url()).pathname;
const titled = ({ page }: Visit, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const scrolled = (page: Page) => page.evaluate<number>('scrollY');

test('short addresses lead on, and "back" passes over them', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    const team = `/${product.team}`;
    const project = `${team}/projects/${projectKey}`;
    const leads = {
      '/': `${team}/projects`,
      [team]: `${team}/projects`,
      [`${team}/`]: `${team}/projects`,
      [`${team}/me`]: `${team}/me/personal-access-token`,
      [`${project}/manage`]: `${project}/manage/general`,
      [`${team}/videos/gone`]: `${team}/projects`,
      '/accounts/sign-in?next=%2F%2Felsewhere.test': `${team}/projects`,
    };
    me.allow(404, /videos\/gone$/);
    for (const [from, to] of Object.entries(leads)) {
      await page.goto(product.consoleUrl + from);
      await until(`${from} to lead on`, () => pathOf(page) === to);
    }
    await titled(me, t('projects.title'));
    await page.getByRole('link', { name: t('nav.groups.encoding'), exact: true }).click();
    await page.getByText(t('presets.lead')).waitFor();
    await page.evaluate(`document.querySelector('a[href="${team}"]').click()`);
    await titled(me, t('projects.title'));
    await page.goBack();
    await page.getByText(t('presets.lead')).waitFor();
  });
});

test('an address that leads nowhere says so, inside the team where it is one', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, `/${product.team}/nowhere/at/all`).catch(() => undefined);
    await titled(me, t('ui.notFound.title'));
    await page.getByRole('navigation', { name: t('nav.label') }).waitFor();
    // The data of the page is requested before it is known whether the person is in that team.
    allow(404, /^\/api\/v1\/projects$/);
    await page.goto(`${product.consoleUrl}/another-team/projects`);
    await titled(me, t('ui.notFound.title'));
    assert.equal(await page.getByRole('navigation').count(), 0);
    await page.getByRole('link', { name: t('ui.notFound.home') }).click();
    await titled(me, t('projects.title'));
  });
});

test('"back" returns to where a page was scrolled, also after a reload; a new page begins above', async () => {
  await visit({ product, browser }, { lang: 'th', height: 420 }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/presets`);
    await page.getByRole('table').first().waitFor();
    await page.evaluate('scrollTo(0, 160)');
    await until('the page to be scrolled', async () => (await scrolled(page)) === 160);
    await page.getByRole('link', { name: t('nav.entries.projects'), exact: true }).click();
    await titled(me, t('projects.title'));
    assert.equal(await scrolled(page), 0);
    await page.goBack();
    await until('the scrolled place', async () => (await scrolled(page)) === 160);
    await page.goForward();
    await titled(me, t('projects.title'));
    await page.reload();
    await titled(me, t('projects.title'));
    await page.goBack();
    await until('the place before the reload', async () => (await scrolled(page)) === 160);
  });
});

test('"back" from a page with unsaved changes asks, and stays or goes', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    const create = `/${product.team}/projects/create`;
    await signIn(me);
    await page
      .getByRole('link', { name: t('projects.list.create') })
      .first()
      .click();
    const name = page.getByRole('textbox', { name: t('projects.create.details.name') });
    await name.fill('Evening news');
    const leave = page.getByRole('dialog', {
      name: t('ui.leave.title', { what: t('projects.item') }),
    });
    const goBack = () => page.evaluate('history.back()');
    await goBack();
    await leave.getByRole('button', { name: t('ui.leave.stay') }).click();
    await leave.waitFor({ state: 'hidden' });
    await until('the address to stay', () => pathOf(page) === create);
    assert.equal(await name.inputValue(), 'Evening news');
    await goBack();
    // The first step of several has nothing that could be saved.
    await leave.getByRole('button', { name: t('ui.leave.discard') }).waitFor();
    assert.equal(await leave.getByRole('button', { name: t('ui.leave.save') }).count(), 0);
    await leave.getByRole('button', { name: t('ui.leave.discard') }).click();
    await titled(me, t('projects.title'));
    assert.equal(pathOf(page), `/${product.team}/projects`);
  });
});

test("a link with a modifier key is the browser's, and a plain one loads no document", async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    const encoding = page.getByRole('link', { name: t('nav.groups.encoding'), exact: true });
    const presets = page.getByRole('link', { name: t('nav.entries.presets'), exact: true });
    const opening = page.context().waitForEvent('page');
    await encoding.click({ modifiers: ['Control'] });
    const tab = await opening;
    await tab.getByText(t('presets.lead')).waitFor();
    await tab.close();
    assert.equal(pathOf(page), `/${product.team}/projects`);
    await page.evaluate('globalThis.isSameDocument = true');
    await encoding.click();
    await page.getByText(t('presets.lead')).waitFor();
    assert.equal(await presets.first().getAttribute('aria-current'), 'page');
    assert.equal(await page.evaluate('globalThis.isSameDocument'), true);
  });
});
