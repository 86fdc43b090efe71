import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { deploy, runsNewBuild } from './deployment.ts';
import { neverIdle } from './never-idle.ts';
import { slowUploads } from './slow-network.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles, dock } from './uploading.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  Promise.all([
    makeClip(join(made, 'ตลาดน้ำ.mp4'), { noisy: true }),
    makeClip(join(made, 'short.mp4'), { seconds: 2 }),
  ]),
);
const clip = join(folder, 'ตลาดน้ำ.mp4');
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'ตลาด', key: 'market' });
await api.untilReady(await api.upload(projectKey, 'ตลาดเช้า', join(folder, 'short.mp4')));

function expectGone({ allow, hush }: Visit): void {
  allow(404, /^\/assets\//);
  hush(/Refused to apply style|ApiError: (outdated|unreachable)/);
}

/** Says how often the browser has loaded a document since. */
function countDocuments({ page }: Visit): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

const presetsAddress = () => `${product.consoleUrl}/${product.team}/manage/presets`;
const openPresets = ({ page, t }: Visit) =>
  page
    .getByRole('navigation', { name: t('nav.label') })
    .getByRole('link', { name: t('nav.groups.encoding'), exact: true })
    .click();
const presetsShown = ({ page, t }: Visit) =>
  page.getByRole('heading', { name: t('presets.title'), level: 1 }).waitFor();
const notice = ({ page, t }: Visit) => page.getByText(t('errors.outdated.title'));
/** The notice comes after a request to the server, which takes a while during an upload. */
const noticeShown = (me: Visit) => notice(me).waitFor({ timeout: 60_000 });

test('a page that went with a deployment is opened from the new version', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    await signIn(me);
    expectGone(me);
    const documents = countDocuments(me);
    await deploy(me.page);
    await openPresets(me);
    await presetsShown(me);
    await runsNewBuild(me.page);
    assert.equal(me.page.url(), presetsAddress());
    assert.equal(documents(), 1);
  });
});

test('a page whose code is still there needs no style sheet that went with a deployment', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    await signIn(me);
    const documents = countDocuments(me);
    await deploy(me.page, { kept: (name) => name.endsWith('.js') });
    await openPresets(me);
    await presetsShown(me);
    assert.equal(documents(), 0);
  });
});

test('a new version that lacks the page as well says so and is not loaded in a loop', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    expectGone(me);
    const documents = countDocuments(me);
    await deploy(page, { missing: (name) => /^presets\d*\.js$/.test(name) });
    await openPresets(me);
    await runsNewBuild(page);
    const unreachable = page.getByRole('alert').getByText(t('errors.unreachable.title'));
    await unreachable.waitFor();
    assert.equal(documents(), 1);
    // Browsers ask for a file that failed in another document alone, so that is tried once.
    const retry = page.getByRole('button', { name: t('ui.retry') });
    await retry.click();
    await until('another document', async () => documents() === 2);
    await unreachable.waitFor();
    await Promise.all([page.waitForResponse(/\/index\.html$/), retry.click()]);
    await unreachable.waitFor();
    assert.equal(documents(), 2);
  });
});

for (const lang of ['th', 'en'] as const) {
  test(`a drawer that went with a deployment says so, and the next page is a new one (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/projects/${projectKey}`);
      const filter = page.getByRole('button', { name: t('videos.filter.open'), exact: true });
      await filter.waitFor();
      expectGone(me);
      const documents = countDocuments(me);
      await deploy(page);
      await filter.click();
      await noticeShown(me);
      await shoot(page, `new-version-toast-${lang}`);
      await page.getByRole('button', { name: t('ui.dismiss') }).click();
      await notice(me).waitFor({ state: 'detached' });
      await filter.click();
      await noticeShown(me);
      assert.equal(documents(), 0);
      await openPresets(me);
      await presetsShown(me);
      await runsNewBuild(page);
      assert.equal(documents(), 1);
    });
  });

  test(`an upload is not cut off for a new version, which waits for the person (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
      await chooseFiles(me, [clip]);
      await slowUploads(page, 400_000);
      await beginUpload(me, clip, `ตลาดบ่าย ${lang}`);
      await until('some bytes to be sent', async () => /^\(\d+%\) /.test(await page.title()));
      // Its code is fetched as the first upload begins, and would be gone.
      await dock(me).waitFor();
      expectGone(me);
      const documents = countDocuments(me);
      await deploy(page);
      await openPresets(me);
      await noticeShown(me);
      await shoot(page, `new-version-page-${lang}`);
      assert.match(await page.title(), /^\(\d+%\) /);
      assert.ok(await dock(me).isVisible());
      assert.equal(documents(), 0);
      const asked = page.waitForEvent('dialog');
      await Promise.all([
        page.getByRole('button', { name: t('errors.outdated.reload') }).click(),
        asked.then((dialog) => dialog.accept()),
      ]);
      await presetsShown(me);
      await runsNewBuild(page);
    });
  });
}

for (const lang of ['th', 'en'] as const) {
  test(`a menu whose code can't be had says so, and opens once it can (${lang})`, async () => {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await neverIdle(page);
      await signIn(me);
      const button = page.getByRole('button', { name: t('nav.userMenu') });
      const overlays = /\/assets\/\w+\/overlay\.js$/;
      await page.route(overlays, (route) => route.abort());
      me.hush(/ApiError: (outdated|unreachable)/);
      await button.click();
      const alert = page.getByRole('alert').or(page.getByText(t('errors.outdated.title')));
      await alert.first().waitFor();
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
      await button.and(page.locator(':focus')).waitFor();
      await page.unroute(overlays);
      await page.reload();
      await button.press('Enter');
      await page.getByRole('menuitem', { name: t('nav.signOut') }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      await button.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: t('nav.keys.title') }).waitFor();
    });
  });
}

test('chosen files and typed words keep the page until they are sent or given up', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
    await chooseFiles(me, [clip]);
    const remove = page.getByRole('button', { name: t('uploads.draft.removeAll') });
    await remove.waitFor();
    expectGone(me);
    const documents = countDocuments(me);
    await deploy(page);
    await openPresets(me);
    await noticeShown(me);
    await page.goBack();
    await remove.click();
    assert.equal(documents(), 0);
    await openPresets(me);
    await presetsShown(me);
    assert.equal(documents(), 1);
  });
});
