import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { untilItPlays } from './playback.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

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
    const choices = page.getByRole('dialog').getByRole('link');
    await choices.filter({ hasText: 'ข่าวเช้า' }).waitFor();
    await search.fill('ค่ำ');
    await choices.filter({ hasText: 'ข่าวเช้า' }).waitFor({ state: 'detached' });
    await search.press('ArrowDown');
    await choices.and(page.locator(':focus')).press('Enter');
    await page.getByRole('heading', { name: 'ข่าวค่ำ', level: 1, exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, ofTeam(`${evening}/manage/general`));
  });
});

test('the list begins with what was worked on last, or goes by names in Thai order', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me);
    const names = page.getByRole('list', { name: t('projects.list.label') }).getByRole('heading');
    await names.filter({ hasText: 'ข่าวเช้า' }).waitFor();
    // Its video was uploaded after the other was created.
    assert.deepEqual((await names.allTextContents()).slice(0, 2), ['ข่าวเช้า', 'ข่าวค่ำ']);
    await page.getByRole('button', { name: t('projects.list.sorts.name') }).click();
    await page.waitForURL((url) => url.searchParams.get('sort') === 'name');
    await names.first().filter({ hasText: 'ข่าวค่ำ' }).waitFor();
  });
});

test('the wizard asks what there is to choose, suggests a key, and goes back with the browser', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam('create'));
    const step = (id: 'details' | 'preset') =>
      page.getByRole('heading', { name: t(`projects.create.${id}.title`), level: 2 }).waitFor();
    const name = page.getByRole('textbox', { name: t('projects.create.details.name') });
    await name.fill('เพลงใหม่');
    const key = page.getByRole('textbox', { name: t('projects.create.details.key'), exact: true });
    assert.equal(await key.inputValue(), 'phlengmai');
    await page.getByRole('button', { name: t('projects.create.next'), exact: true }).click();
    await step('preset');
    await page.goBack();
    await step('details');
    assert.equal(await name.inputValue(), 'เพลงใหม่');
    await page.goForward();
    await step('preset');
    // The models tell presets apart that make the same sizes.
    await page
      .getByRole('radio', { name: /VOD \(Classic Model\)/ })
      .first()
      .check();
    await page.getByRole('button', { name: t('projects.create.submit'), exact: true }).click();
    await page.getByRole('heading', { name: 'เพลงใหม่', level: 1, exact: true }).waitFor();
  });
});

test('the wizard’s first step is enough where the others have an answer, and files go to any page', async () => {
  await visit({ product, browser }, { width: 360 }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    await page.getByText(t('ui.dropAnywhere')).waitFor();
    await shoot(page, 'projects-drop');
    await page.goto(product.consoleUrl + ofTeam('create'));
    const create = page.getByRole('button', { name: t('projects.create.now'), exact: true });
    await create.click();
    // The page asks for missing input without leaving this step.
    const name = page.getByRole('textbox', { name: t('projects.create.details.name') });
    await name.and(page.locator('[aria-invalid=true]')).waitFor();
    await name.fill('เพลงเก่า');
    await shoot(page, 'wizard-first-step');
    await create.click();
    await page.getByRole('heading', { name: 'เพลงเก่า', level: 1, exact: true }).waitFor();
    await page.getByText(t('ui.dropAnywhere')).waitFor();

    // With two rules for countries there is no default, so that the person decides who may watch.
    const rule = { name: 'เฉพาะในไทย', allowCountryCodes: ['TH'], denyCountryCodes: [] };
    await api.write('POST', '/api/v1/geoblock-rules', rule);
    await page.goto(product.consoleUrl + ofTeam('create'));
    await page.getByText(t('ui.steps.position', { step: 1, count: 3 })).waitFor();
    assert.equal(await create.count(), 0);
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
    // As wide as the cards below it.
    assert.ok(box !== null && box.width <= 328, `the preview is ${box?.width} px wide`);
    assert.equal(await page.locator('kinora-player').count(), 0);
    await preview.click();
    await untilItPlays(page);
    const shown = page.locator('kinora-player');
    // The address is signed for the team, so that no rule of the channel hides it here.
    const storyboard = (await shown.getAttribute('storyboard')) ?? '';
    assert.match(storyboard, /\/storyboard\.json\?x_key_id=team&x_expires=/);
  });
});

test('the overview tells what the source is; a video is renamed at its heading', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam(`${morning}/videos/${videoKey}/overview`));
    await page.getByRole('heading', { name: t('videos.overview.source'), level: 2 }).waitFor();
    for (const text of ['H.264', 'AAC', 'SDR'])
      await page.getByText(text, { exact: true }).waitFor();
    const { uploadCompleteTime } = (await api.video(videoKey)).uploadingInfo;
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeStyle: 'short',
      timeZone: 'Asia/Bangkok',
    });
    await page
      .getByRole('term')
      .filter({ hasText: t('videos.overview.uploaded') })
      .locator('xpath=following-sibling::dd')
      .filter({ hasText: `${clock.format(new Date(uploadCompleteTime ?? ''))} น.` })
      .waitFor();
    await shoot(page, 'overview-uploaded');
    await page.getByRole('button', { name: t('videos.detail.editTitle') }).click();
    await page.getByRole('textbox', { name: t('videos.fields.title') }).fill('ตลาดน้ำ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'ตลาดน้ำ', level: 1, exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'ตลาดน้ำ', level: 1, exact: true }).waitFor();
  });
});

test('a failure said at a corner leaves the buttons free, goes by itself, and is said once', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow, hush } = me;
    await signIn(me, ofTeam(`${morning}/manage/general`));
    allow(500, /^\/api\/v1\/projects\/[^/]+$/);
    hush(/500/);
    let failures = 0;
    await page.route(/\/api\/v1\/projects\/[^/]+$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { code: 'broken', title: `Broken ${++failures}` } })
        : route.continue(),
    );
    await page.getByRole('button', { name: t('projects.general.editDescription') }).click();
    await page.getByRole('textbox', { name: t('projects.general.description') }).fill('ใหม่');
    const save = page.getByRole('button', { name: t('ui.confirm'), exact: true });
    const toasts = page.getByRole('region', { name: t('ui.notifications') });
    for (const count of [1, 2]) {
      await save.click();
      await toasts.getByText(`Broken ${count}`).waitFor();
    }
    assert.equal(await toasts.getByRole('alert').count(), 1);
    const box = await toasts.getByRole('alert').boundingBox();
    const head = await page.locator('#main header').first().boundingBox();
    assert.ok(box !== null && head !== null && box.y > head.y + head.height, 'it covers the head');
    await toasts.getByRole('alert').waitFor({ state: 'detached' });
  });
});

test('a video may be published in years to come, and in none before 2001', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, ofTeam(`${morning}/videos/${videoKey}/information`));
    const published = page.getByRole('textbox', { name: t('videos.fields.publishedDate') });
    await published.fill('31/12/2000');
    await published.blur();
    await page.getByText(/01\/01\/2001/).waitFor();
    await published.fill('01/01/2040');
    await published.blur();
    await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
    await page.getByRole('status').getByText(t('ui.form.saved')).waitFor();
    await page.reload();
    await until(
      'the date as it was stored',
      async () => (await published.inputValue()) === '01/01/2040',
    );
  });
});

test('the foot of the navigation says which version this is', async () => {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  await visit({ product, browser }, {}, async (me) => {
    await signIn(me);
    await me.page.getByText(me.t('nav.footer', { version }), { exact: true }).first().waitFor();
  });
});

test('what is not there has one way out', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow, hush } = me;
    allow(404, /^\/api\/v1\/projects\/nowhere-123456$/);
    allow(404, /^\/api\/v1\/videos$/);
    hush(/404/);
    await page.route(/\/auth\/v1\/me$/, async (route) => {
      const response = await route.fetch();
      const supportEmail = 'help@example.com';
      await route.fulfill(
        response.ok()
          ? { response, json: { ...((await response.json()) as object), supportEmail } }
          : { response },
      );
    });
    await signIn(me, ofTeam('nowhere-123456'));
    const support = page.getByRole('link', { name: 'help@example.com' });
    assert.match((await support.getAttribute('href')) ?? '', /^mailto:help@example\.com\?subject=/);
    const home = page.getByRole('link', { name: t('projects.backToList') });
    await home.waitFor();
    assert.equal(await page.getByRole('button', { name: t('ui.retry') }).count(), 0);
    await home.click();
    await page.getByRole('heading', { name: t('projects.title'), level: 1 }).waitFor();
  });
});
