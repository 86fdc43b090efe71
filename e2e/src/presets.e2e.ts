import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip, makePicture } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'clip.mp4'), { seconds: 2 }),
);
const clip = join(folder, 'clip.mp4');
const api = await openApi(product);

const MODEL = 'VOD (Adaptive Model 1)';

async function hasFocus(field: Locator): Promise<boolean> {
  const focused = field.page().locator(':focus');
  return (await focused.getAttribute('id')) === (await field.getAttribute('id'));
}

/** The row of a track that opens into its fields. */
function track({ page }: Visit, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: false }) });
}

async function chooseModel({ page, t }: Visit): Promise<void> {
  await page.getByRole('link', { name: t('presets.create.title') }).click();
  await page.getByRole('radio', { name: MODEL }).check();
  await page.getByRole('button', { name: t('presets.create.next'), exact: true }).click();
  await page.getByRole('heading', { name: t('presets.form.videoTracks') }).waitFor();
  assert.ok(await hasFocus(page.getByRole('textbox', { name: t('presets.fields.name') }).first()));
}

/** Takes the third of the usual tracks away, so that two are left. */
async function keepTwoTracks(me: Visit): Promise<void> {
  const { page, t } = me;
  await page.getByRole('button', { name: t('ui.actionsOf', { name: '480p' }) }).click();
  await page.getByRole('menuitem', { name: t('presets.form.deleteTrack') }).click();
  assert.equal(await track(me, '480p').count(), 0);
  const sound = t('presets.form.audioName');
  await page.getByRole('button', { name: t('ui.actionsOf', { name: sound }) }).click();
  const remove = page.getByRole('menuitem', { name: t('presets.form.deleteTrack') });
  await remove.waitFor();
  assert.equal(await remove.getAttribute('data-disabled'), 'true', 'its video tracks need it');
  assert.match(await remove.innerText(), /1080p.*720p/s);
  await page.keyboard.press('Escape');
}

async function listed(me: Visit, name: string): Promise<Locator> {
  const { page, product } = me;
  await page.goto(`${product.consoleUrl}/${product.team}/manage/presets`);
  const row = page.getByRole('table', { name: MODEL }).getByRole('row').filter({ hasText: name });
  await row.waitFor();
  return row;
}

for (const lang of ['th', 'en'] as const) {
  test(`a preset is made, refused beside its field, saved, made a default, and fixed by its first video (${lang})`, async () => {
    const name = lang === 'th' ? 'ข่าวสองขนาด' : 'News in two sizes';
    const key = await api.createProject({ name: `${name} (${lang})`, key: `presets-${lang}` });
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/manage/presets`);
      await chooseModel(me);
      await keepTwoTracks(me);

      const create = page.getByRole('button', { name: t('presets.form.create'), exact: true });
      const nameField = page.getByRole('textbox', { name: t('presets.fields.name'), exact: true });
      await track(me, '1080p').getByRole('button', { expanded: false }).first().click();
      const crf = page.getByRole('textbox', { name: t('presets.fields.crf') });
      await crf.fill('ดี');
      const numbersOnly = page.getByText(t('presets.problems.not_a_number'), { exact: true });
      await numbersOnly.waitFor();
      assert.equal(await crf.getAttribute('aria-invalid'), 'true');
      await create.click();
      await page.getByText(t('presets.problems.required'), { exact: true }).waitFor();
      assert.ok(await hasFocus(nameField));
      await shoot(page, `preset-problems-${lang}`);

      await nameField.fill(name);
      await crf.fill('21');
      await numbersOnly.waitFor({ state: 'detached' });
      await create.click();
      await page.getByText(t('presets.create.done', { name })).waitFor();
      const row = page
        .getByRole('table', { name: MODEL })
        .getByRole('row')
        .filter({ hasText: name });
      await row.getByText('1080p · 720p — H.264').waitFor();

      await page.goto(
        `${product.consoleUrl}/${product.team}/projects/${key}/manage/defaults#preset`,
      );
      await page.getByRole('button', { name: t('presets.project.change') }).click();
      const dialog = page.getByRole('dialog', { name: t('presets.project.dialogTitle') });
      await dialog.getByRole('radio', { name }).check();
      await dialog.getByRole('button', { name: t('ui.save'), exact: true }).click();
      await page.getByText(t('presets.project.saved')).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      await page.locator('#preset').getByText(name, { exact: true }).waitFor();

      // A project's default stays, and says why.
      const taken = await listed(me, name);
      await taken.getByRole('button', { name: t('ui.actionsOf', { name }) }).click();
      await page.getByRole('menuitem', { name: t('ui.things.delete') }).click();
      const ask = page.getByRole('dialog', { name: t('presets.delete.title', { name }) });
      me.allow(409, /presets\/[^/]+$/);
      await ask.getByRole('button', { name: t('presets.delete.button') }).click();
      await ask.getByRole('alert').getByText(t('problems.titles.preset_in_use')).waitFor();
      await page.keyboard.press('Escape');
      await ask.waitFor({ state: 'detached' });
      await taken.locator('button:focus').waitFor();

      await api.upload(key, name, clip);
      const used = await listed(me, name);
      await used.getByText(t('presets.badges.inUse')).waitFor();
      const preloaded = page.waitForResponse(/\/presets\/[^/?]+$/);
      await used.getByRole('link', { name }).hover();
      await preloaded;
      await used.getByRole('link', { name }).click();
      await page.getByText(t('presets.fixed.inUse.title')).waitFor();
      assert.equal(await page.getByRole('button', { name: t('ui.save'), exact: true }).count(), 0);
      await page.getByText('CRF 21').waitFor();
      await shoot(page, `preset-in-use-${lang}`);
    });
  });
}

test('a duplicate track says so where its resolution is chosen', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/presets`);
    await chooseModel(me);
    await page.getByRole('textbox', { name: t('presets.fields.name'), exact: true }).fill('Twice');
    await track(me, '1080p').getByRole('button', { expanded: false }).first().click();
    const label = { name: t('presets.fields.resolution'), exact: true };
    const resolutions = page.getByRole('combobox', label);
    await resolutions.click();
    await page.getByRole('option', { name: '720p (HD)' }).click();
    await page.getByRole('button', { name: t('presets.form.create'), exact: true }).click();
    await page.getByText(t('presets.problems.duplicate_video_track')).waitFor();
    assert.equal(await resolutions.nth(1).getAttribute('aria-invalid'), 'true');
    assert.ok(await hasFocus(resolutions.nth(1)));
  });
});

test('a typed preset is not lost by leaving, and a refusal of the server stands beside its field', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, `/${product.team}/manage/presets`);
    await chooseModel(me);
    await page.getByRole('textbox', { name: t('presets.fields.name'), exact: true }).fill('Spare');
    await page.getByRole('link', { name: t('nav.entries.projects') }).click();
    const leave = page.getByRole('dialog', {
      name: t('ui.leave.title', { what: t('presets.item') }),
    });
    await leave.getByRole('button', { name: t('ui.leave.stay') }).click();
    await leave.waitFor({ state: 'hidden' });

    // Only the server finds that it is told of another rate than the form checked.
    await page.route('**/api/encoding/v1/presets', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const sent = JSON.parse(route.request().postData() ?? '{}') as {
        profiles: { audioTracks: { sampleRate: number }[] }[];
      };
      for (const audio of sent.profiles[0]?.audioTracks ?? []) audio.sampleRate = 11_025;
      await route.continue({ postData: JSON.stringify(sent) });
    });
    allow(422, /presets$/);
    await page.getByRole('button', { name: t('presets.form.create'), exact: true }).click();
    const rate = page.getByRole('textbox', { name: t('presets.fields.sampleRate') });
    await rate.waitFor();
    assert.equal(await rate.getAttribute('aria-invalid'), 'true');
    assert.ok(await hasFocus(rate));
    await page.unroute('**/api/encoding/v1/presets');
    await page.getByRole('button', { name: t('presets.form.create'), exact: true }).click();
    await page.getByText(t('presets.create.done', { name: 'Spare' })).waitFor();

    const row = await listed(me, 'Spare');
    // The menu's first entry has the focus, so its page is preloaded. Its code comes after the preset is
    // deleted, which is not asked for then.
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    const code = /assets\/[^/]+\/preset\.js/;
    const [asked, came] = [page.waitForRequest(code), page.waitForResponse(code)];
    await page.route(code, async (route) => {
      await deleted;
      await route.continue();
    });
    await row.getByRole('button', { name: t('ui.actionsOf', { name: 'Spare' }) }).click();
    await asked;
    await page.getByRole('menuitem', { name: t('ui.things.delete') }).click();
    const ask = page.getByRole('dialog', { name: t('presets.delete.title', { name: 'Spare' }) });
    await ask.getByRole('button', { name: t('presets.delete.button') }).click();
    await page.getByText(t('presets.delete.done')).waitFor();
    await row.waitFor({ state: 'detached' });
    await came;
    const next = page.waitForResponse(/\/presets\/[^/?]+$/);
    await page.getByRole('table').getByRole('link').first().hover();
    await next;
  });
});

test('an overlay is seen on a stage before it is made, and can be chosen for an upload', async () => {
  const picture = join(folder, 'โลโก้.png');
  await makePicture(picture);
  const key = await api.createProject({ name: 'Overlays', key: 'overlays' });
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/presets/overlays`);
    await page.getByRole('link', { name: t('overlayPresets.create') }).click();
    const create = page.getByRole('button', { name: t('overlayPresets.create'), exact: true });
    const file = page.locator('input[type=file]');
    await file.setInputFiles(clip);
    await page.getByText(t('overlayPresets.problems.imageType')).waitFor();
    await file.setInputFiles(picture);
    await page.getByText(t('overlayPresets.problems.imageType')).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: t('overlayPresets.fields.name') }).fill('โลโก้ช่อง');
    const corner = t('overlayPresets.positions.bottomRight');
    await page.getByRole('radio', { name: corner }).check();
    const size = page.getByRole('textbox', { name: t('overlayPresets.fields.sizePercent') });
    await size.fill('200');
    await page.getByText(t('presets.problems.too_big', { max: 100 })).waitFor();
    await size.fill('25');
    const stage = page.getByRole('img', { name: corner });
    const frame = await stage.boundingBox();
    const drawn = await stage.locator('img').boundingBox();
    assert.ok(frame && drawn);
    assert.ok(Math.abs(drawn.width / frame.width - 0.25) < 0.01, 'a quarter of the width');
    const edge = frame.x + frame.width - drawn.x - drawn.width;
    assert.ok(Math.abs(edge / frame.width - 0.03) < 0.01, 'three hundredths from the edge');
    await create.click();
    await page.getByText(t('overlayPresets.created', { name: 'โลโก้ช่อง' })).waitFor();
    const shown = page.getByRole('img', {
      name: t('overlayPresets.stageOf', { name: 'โลโก้ช่อง' }),
    });
    await shown.locator('img[src^="blob:"]').waitFor();
    await shoot(page, 'overlays');

    await page.goto(`${product.consoleUrl}/${product.team}/projects/${key}/upload`);
    await page.getByRole('combobox', { name: t('overlayPresets.upload.label') }).click();
    await page.getByRole('option', { name: 'โลโก้ช่อง' }).click();
    await page.getByText(corner).waitFor();
  });
});

const REFUSALS = [
  { status: 403, code: 'forbidden', says: 'forbidden.title' },
  { status: 404, code: 'not_found', says: 'notFound.title' },
  { status: 422, code: 'validation_failed', says: 'invalid.title' },
  { status: 500, code: 'internal_error', says: 'server.title' },
] as const;

test('a refused change of the default preset is shown in the dialog by its status', async () => {
  const key = await api.createProject({ name: 'Refused', key: 'refused' });
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, `/${product.team}/projects/${key}/manage/defaults`);
    await page.getByRole('button', { name: t('presets.project.change') }).click();
    const dialog = page.getByRole('dialog', { name: t('presets.project.dialogTitle') });
    await dialog.getByRole('radio').nth(1).check();
    for (const { status, code, says } of REFUSALS) {
      allow(status, /projects\/[^/]+$/);
      await page.route(`**/api/v1/projects/${key}`, async (route) => {
        const body = { type: 'about:blank', title: '', status, code, requestId: 'r' };
        const contentType = 'application/problem+json';
        if (route.request().method() !== 'PUT') return route.fallback();
        await route.fulfill({ status, contentType, body: JSON.stringify(body) });
      });
      await dialog.getByRole('button', { name: t('ui.save'), exact: true }).click();
      const words = t(`errors.${says}`, { item: t('projects.item') });
      await dialog.getByRole('alert').getByText(words).waitFor();
      await page.unroute(`**/api/v1/projects/${key}`);
    }
    await dialog.getByRole('button', { name: t('ui.save'), exact: true }).click();
    await page.getByText(t('presets.project.saved')).waitFor();
  });
});
