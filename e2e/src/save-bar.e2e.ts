import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { turnDock, uploadHere } from './uploading.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const clipName = 'ข่าวเย็น.mp4';
const { product, browser, folder } = await startForTests((made) => makeClip(join(made, clipName)));
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'ข่าวเย็น', key: 'evening' });
const videoKey = await api.upload(projectKey, 'ข่าวเย็น', join(folder, clipName));
await api.untilReady(videoKey);
const project = `/${product.team}/projects/${projectKey}`;
const information = `${project}/videos/${videoKey}/information`;

const save = ({ page, t }: Visit) => page.getByRole('button', { name: t('ui.save'), exact: true });
const title = ({ page, t }: Visit) =>
  page.getByRole('textbox', { name: t('videos.fields.title'), exact: true });
const askToLeave = ({ page, t }: Visit) =>
  page.getByRole('dialog', { name: t('ui.leave.title', { what: t('videos.item') }) });

async function leave(me: Visit): Promise<void> {
  await me.page.getByRole('link', { name: me.t('nav.entries.allVideos') }).click();
  await askToLeave(me).waitFor();
}

test('the bar is there with the first change, and gone with the last', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, information);
    const before = await title(me).inputValue();
    assert.equal(await save(me).count(), 0);
    await title(me).fill('ข่าวค่ำ');
    await save(me).waitFor();
    await page.getByText(t('ui.form.unsaved')).waitFor();
    await title(me).fill(before);
    await save(me).waitFor({ state: 'detached' });
    await title(me).fill('ข่าวค่ำ');
    await page.getByRole('button', { name: t('ui.form.discard'), exact: true }).click();
    await save(me).waitFor({ state: 'detached' });
    assert.equal(await title(me).inputValue(), before);
  });
});

test('a page that is left with changes asks: back to editing, discard, or save and leave', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow, hush } = me;
    await signIn(me, information);
    await title(me).fill('ข่าวดึก');
    await leave(me);
    const button = (name: 'stay' | 'discard' | 'save') =>
      askToLeave(me).getByRole('button', { name: t(`ui.leave.${name}`) });
    await page.locator('button:focus').getByText(t('ui.leave.stay')).waitFor();
    await shoot(page, 'leave-guard');
    await button('stay').click();
    assert.equal(await title(me).inputValue(), 'ข่าวดึก');

    allow(500, /\/api\/v1\/videos\//);
    hush(/500/);
    await page.route(`**/api/v1/videos/${videoKey}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await leave(me);
    await button('save').click();
    await page.getByRole('alert').waitFor();
    assert.equal(new URL(page.url()).pathname, information);
    await page.unroute(`**/api/v1/videos/${videoKey}`);

    await leave(me);
    await button('save').click();
    await page.waitForURL(`${product.consoleUrl}/${product.team}/all-projects`);
    assert.equal((await api.video(videoKey)).title, 'ข่าวดึก');
  });
});

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`the upload panel leaves Save free at ${width}, and no focused field is below the bar`, async () => {
    await visit({ product, browser }, { width, height }, async (me) => {
      const { page, t } = me;
      await signIn(me, `${project}/upload`);
      await uploadHere(me, join(folder, clipName), 'ข่าวเย็น');
      if (width < 600) await turnDock(me, 'collapse');
      // The panel is of this document; a reload would have none.
      await page
        .getByRole('link', { name: /ข่าว/ })
        .and(page.locator('a[href*="/videos/"]'))
        .first()
        .click();
      await title(me).fill('ข่าวด่วน');
      await shoot(page, `save-and-panel-${width}`);
      // An element over the button would take the click.
      await save(me).click();
      await page.getByText(t('ui.form.saved')).waitFor();
      await title(me).fill('ข่าวสั้น');
      await save(me).waitFor();
      const bar = await page.locator('#main > :last-child > *').boundingBox();
      for (const field of await page.locator('#main form :is(input, textarea)').all()) {
        await field.focus();
        const box = await field.boundingBox();
        const height = page.viewportSize()?.height ?? 0;
        assert.ok(box !== null && bar !== null && box.y < height, 'the field is in sight');
        const now = await page.locator('#main > :last-child > *').boundingBox();
        assert.ok(now !== null && box.y + Math.min(box.height, 40) <= now.y, 'it is covered');
      }
      await page.getByRole('button', { name: t('ui.form.discard'), exact: true }).click();
    });
  });
}
