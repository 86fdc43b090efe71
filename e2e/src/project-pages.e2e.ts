import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { untilItPlays } from './playback.ts';
import { startForTests } from './started.ts';
import { signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const morning = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
const evening = await api.createProject({ name: 'ข่าวค่ำ', key: 'evening' });
const videoKey = await api.upload(morning, 'ตลาดเช้า', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const ofTeam = (path: string) => `/${product.team}/projects/${path}`;

test('a project is the heading of its pages, and typing in the switcher leads to another', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam(`${morning}/manage/general`));
    await page.getByRole('heading', { name: 'ข่าวเช้า', level: 1, exact: true }).waitFor();
    assert.match(await page.title(), new RegExp(`^${t('projects.shell.general')} · ข่าวเช้า · `));
    await page.getByRole('button', { name: t('projects.shell.switch') }).click();
    const search = page.getByRole('searchbox', { name: t('projects.list.search') });
    await search.fill('ค่ำ');
    const choices = page.getByRole('dialog').getByRole('link');
    await choices.filter({ hasText: 'ข่าวเช้า' }).waitFor({ state: 'detached' });
    await search.press('ArrowDown');
    await choices.and(page.locator(':focus')).press('Enter');
    await page.getByRole('heading', { name: 'ข่าวค่ำ', level: 1, exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, ofTeam(`${evening}/manage/general`));
  });
});

test('beside a form the player is small and comes when it is pressed; the form is in sight', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam(`${morning}/videos/${videoKey}/information`));
    const form = await page.getByRole('textbox', { name: t('videos.fields.title') }).boundingBox();
    assert.ok(form !== null && form.y < 400, `the form begins at ${form?.y}`);
    const preview = page.getByRole('button', { name: t('videos.detail.play') });
    const box = await preview.boundingBox();
    assert.ok(box !== null && box.width <= 240, `the preview is ${box?.width} px wide`);
    assert.equal(await page.locator('kinora-player').count(), 0);
    await preview.click();
    await untilItPlays(page);
    const shown = page.locator('kinora-player');
    assert.match((await shown.getAttribute('storyboard')) ?? '', /\/storyboard\.json$/);
  });
});

test('a video is renamed at its heading', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam(`${morning}/videos/${videoKey}/overview`));
    const label = t('videos.fields.title');
    await page.getByRole('button', { name: t('ui.editField', { label }) }).click();
    await page.getByRole('textbox', { name: label }).fill('ตลาดน้ำ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'ตลาดน้ำ', level: 1, exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'ตลาดน้ำ', level: 1, exact: true }).waitFor();
  });
});
