import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles } from './uploading.ts';
import { shoot, signIn, type Visit, visit } from './visit.ts';

const { product, browser, folder } = await startForTests(async (made) => {
  await makeClip(join(made, 'short.mp4'), { seconds: 2 });
  await writeFile(join(made, 'words.mp4'), 'this is a text\n'.repeat(1000));
});
const clip = join(folder, 'short.mp4');
const api = await openApi(product);
const project = 'ตลาด';
const projectKey = await api.createProject({ name: project, key: 'bell' });

const bell = ({ page, t }: Visit, count: number) =>
  page.getByRole('button', { name: t('nav.bell.label', { count }), exact: true });
const panel = ({ page }: Visit) => page.getByRole('dialog');
const line = (me: Visit, sentence: string) =>
  panel(me).getByRole('link').filter({ hasText: sentence });
const ready = ({ t }: Visit, name: string) =>
  t('notifications.videoCompleted', { total: 1, name, project });
const failed = ({ t }: Visit, name: string) =>
  t('notifications.videoFailed', { total: 1, name, project });
const marks = ({ t }: Visit, of: Locator) => of.getByText(t('notifications.unread'));

test('what finished and what failed is told in the bell without a reload, and is read once opened', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
    await page.evaluate('globalThis.isSamePage = true');
    await bell(me, 0).waitFor();
    await chooseFiles(me, [clip]);
    await beginUpload(me, clip, 'ตลาดเช้า');
    await bell(me, 1).waitFor({ timeout: 60_000 });
    await page
      .getByRole('status')
      .filter({ hasText: t('nav.bell.arrived', { count: 1 }) })
      .waitFor();

    // By keyboard: the count is reset, the line stays unread.
    await bell(me, 1).focus();
    await page.keyboard.press('Enter');
    await marks(me, line(me, ready(me, 'ตลาดเช้า'))).waitFor();
    await bell(me, 0).waitFor();
    await page.keyboard.press('Escape');
    await panel(me).waitFor({ state: 'detached' });
    await bell(me, 0).and(page.locator(':focus')).waitFor();

    await api.upload(projectKey, 'ข้อความ', join(folder, 'words.mp4'));
    await bell(me, 1).waitFor({ timeout: 60_000 });
    await bell(me, 1).click();
    const refused = line(me, failed(me, 'ข้อความ'));
    await refused.getByText(t('videos.reasons.not_media')).waitFor();
    await shoot(page, 'bell-th');
    await refused.click();
    await page.getByRole('heading', { name: 'ข้อความ', level: 1 }).waitFor();
    assert.equal(await page.evaluate('globalThis.isSamePage'), true);

    await bell(me, 0).click();
    await marks(me, refused).waitFor({ state: 'detached' });
    await marks(me, line(me, ready(me, 'ตลาดเช้า'))).waitFor();
    const readAll = panel(me).getByRole('button', { name: t('notifications.readAll') });
    await readAll.click();
    await marks(me, panel(me)).waitFor({ state: 'detached' });
    assert.equal(await readAll.getAttribute('aria-disabled'), 'true');
  });
});

test('a phone has the list over the whole window', async () => {
  await visit({ product, browser }, { lang: 'th', width: 360, height: 720 }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    await bell(me, 0).click();
    await line(me, ready(me, 'ตลาดเช้า')).waitFor();
    const box = (await panel(me).boundingBox()) ?? assert.fail('no panel');
    assert.deepEqual([box.width, box.height], [360, 720]);
    await shoot(page, 'bell-th-360');
    await panel(me)
      .getByRole('button', { name: t('ui.close') })
      .click();
    await panel(me).waitFor({ state: 'detached' });
  });
});
