import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { until } from '@kinora/contract/test-until';
import { stripJoiners } from '@kinora/i18n/joiners';
import type { Locator } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, '4 s.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const adaptive = (await api.presets()).find((one) => one.vodDeliveryModel === 'model-k');
if (!adaptive) throw new Error('the team has no adaptive preset');
const projectKey = await api.createProject({ name: 'ข่าว', key: 'news', presetId: adaptive.id });
const videoKey = await api.upload(projectKey, 'ข่าวค่ำ', join(folder, '4 s.mp4'));
const advanced = `/${product.team}/projects/${projectKey}/videos/${videoKey}/advanced`;
const setUpPage = `/${product.team}/manage/multi-drm`;

const DAY_MS = 24 * 3600 * 1000;
const made = makeTestCertificate();
const pem = String(made.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const otherPem = String(makeTestCertificate().privateKey.export({ type: 'pkcs8', format: 'pem' }));

type Service = 'fairplay' | 'widevine' | 'playready';
type Action = 'setUp' | 'changeIt' | 'remove.action';

const buttonOf = ({ page, t }: Visit, action: Action, service: Service) =>
  page.getByRole('button', {
    name: t('drmConfigs.nameOf', {
      action: t(`drmConfigs.${action}`),
      service: t(`drmConfigs.devices.names.${service}`),
    }),
  });
const choose = (dialog: Locator, label: string, name: string, text: string | Buffer) =>
  dialog
    .locator(`input[type=file][aria-label="${stripJoiners(label)}"]`)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const save = (dialog: Locator, { t }: Visit) =>
  dialog.getByRole('button', { name: t('drmConfigs.form.save') }).click();

test('before it is set up, a video can’t be multi-DRM, and says where that is done', async () => {
  await api.untilReady(videoKey);
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, advanced);
    await page.getByText(t('videos.protection.plays.notSetUp')).waitFor();
    const multi = page.getByRole('radio', { name: t('videos.protection.models.multiDrm.title') });
    assert.ok(await multi.isDisabled());
    await shoot(page, 'protection-not-set-up');
    await page.getByRole('link', { name: t('videos.protection.plays.setUp') }).click();
    await page.getByText(t('drmConfigs.states.none')).first().waitFor();
    const channel = page.getByRole('switch').first();
    assert.ok(await channel.isDisabled());
    await shoot(page, 'multi-drm-empty-th-1280');
  });
});

test('FairPlay is set up with Apple’s files, and wrong ones are refused at their fields', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow } = me;
    allow(422, /fairplay-ksm$/);
    await signIn(me, setUpPage);
    await buttonOf(me, 'setUp', 'fairplay').click();
    const dialog = page.getByRole('dialog');
    await save(dialog, me);
    await dialog.getByText(t('drmConfigs.problems.required')).first().waitFor();
    const text = (name: string) => dialog.getByRole('textbox', { name });
    await text(t('drmConfigs.fields.serviceName')).fill('สตูดิโอสยาม');
    await text(t('drmConfigs.fields.ask')).fill('0123456789abcdef0123456789abcdef');
    const [certificate, privateKey] = [
      t('drmConfigs.fields.certificate'),
      t('drmConfigs.fields.privateKey'),
    ];
    await choose(dialog, certificate, 'key.pem', pem);
    await choose(dialog, privateKey, 'key.pem', pem);
    await save(dialog, me);
    await dialog.getByText(t('problems.fields.private_key_as_certificate')).first().waitFor();
    await choose(dialog, certificate, 'fps.cer', made.certificate);
    await choose(dialog, privateKey, 'other.pem', otherPem);
    await save(dialog, me);
    await dialog.getByText(t('problems.fields.key_mismatch')).first().waitFor();
    await shoot(page, 'multi-drm-fairplay-refused');
    await choose(dialog, privateKey, 'key.pem', pem);
    await save(dialog, me);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('CN=FairPlay Streaming of Siam').waitFor();

    const channel = page.getByRole('switch').first();
    // The switch turns on once the server confirms it.
    await channel.click();
    await until('the channel to be on', () => channel.isChecked());
    await shoot(page, 'multi-drm-fairplay-th-1280');
    // A certificate that ends soon is told of, also without a mail.
    const soon = makeTestCertificate({ notAfter: new Date(Date.now() + 20 * DAY_MS) });
    const soonPem = String(soon.privateKey.export({ type: 'pkcs1', format: 'pem' }));
    await buttonOf(me, 'changeIt', 'fairplay').click();
    await choose(dialog, certificate, 'fps.pem', toPem(soon));
    await choose(dialog, privateKey, 'key.pem', soonPem);
    await text(t('drmConfigs.fields.ask')).fill('0123456789abcdef0123456789abcdef');
    await save(dialog, me);
    await page.getByText(t('drmConfigs.expiry.soonText')).waitFor();
    await shoot(page, 'multi-drm-expires-th-1280');
    // Without its files, the rest can be changed.
    await buttonOf(me, 'changeIt', 'fairplay').click();
    await text(t('drmConfigs.fields.serviceName')).fill('สตูดิโอล้านนา');
    await shoot(page, 'multi-drm-fairplay-change');
    await save(dialog, me);
    await page.getByText('สตูดิโอล้านนา').waitFor();
  });
});

test('a video is protected by multi-DRM once its viewers can get licences', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, advanced);
    const plays = t('videos.protection.plays.on', {
      service: 'FairPlay',
      devices: t('drmConfigs.devices.on.fairplay'),
    });
    await page.getByText(plays).waitFor();
    await page.getByRole('radio', { name: t('videos.protection.models.multiDrm.title') }).check();
    await shoot(page, 'protection-multi-drm');
    await page.getByRole('button', { name: t('videos.protection.change'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('videos.protection.change') }).click();
    await until(
      'the video to be protected',
      async () => (await api.video(videoKey)).vod.drmModel === 'multiDrm',
    );
  });
});

test('PlayReady’s secret is shown once, and the last service stays while videos need it', async () => {
  await api.setLanguage('en');
  await visit({ product, browser }, { lang: 'en', width: 360 }, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, setUpPage);
    await buttonOf(me, 'setUp', 'playready').click();
    const dialog = page.getByRole('dialog');
    const text = (name: string) => dialog.getByRole('textbox', { name });
    await text(t('drmConfigs.fields.serviceName')).fill('Siam');
    await text(t('drmConfigs.fields.licenseUrl')).fill('http://licences.example.com');
    allow(422, /playready$/);
    await save(dialog, me);
    await dialog.getByText(t('problems.fields.https_required')).first().waitFor();
    await text(t('drmConfigs.fields.licenseUrl')).fill('https://licences.example.com/rights');
    await save(dialog, me);
    await dialog.getByText(/^[0-9a-f]{64}$/).waitFor();
    await shoot(page, 'multi-drm-secret-en-360');
    await dialog.getByRole('button', { name: t('drmConfigs.form.close') }).click();
    await buttonOf(me, 'remove.action', 'playready').click();
    await dialog.getByText(t('drmConfigs.remove.videos', { count: 1 })).waitFor();
    await shoot(page, 'multi-drm-remove-en-360');
    await dialog.getByRole('button', { name: t('drmConfigs.remove.button') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await buttonOf(me, 'setUp', 'playready').waitFor();
    await buttonOf(me, 'remove.action', 'fairplay').click();
    await dialog.getByText(t('drmConfigs.remove.inUseText')).waitFor();
    await shoot(page, 'multi-drm-in-use-en-360');
  });
});

test('Widevine is set up, and its level and HDCP are said', async () => {
  await visit({ product, browser }, { lang: 'en', scheme: 'dark' }, async (me) => {
    const { page, t } = me;
    await signIn(me, setUpPage);
    await buttonOf(me, 'setUp', 'widevine').click();
    const dialog = page.getByRole('dialog');
    const fill = (
      name: 'serviceName' | 'provider' | 'licenseUrl' | 'signingKey' | 'signingIv',
      value: string,
    ) => dialog.getByRole('textbox', { name: t(`drmConfigs.fields.${name}`) }).fill(value);
    await fill('serviceName', 'Siam');
    await fill('provider', 'siam_studio');
    await fill('licenseUrl', 'https://license.example.com/cenc/getcontentkey/siam');
    await fill('signingKey', 'too short');
    await fill('signingIv', '00112233445566778899aabbccddeeff');
    await dialog.getByText(t('drmConfigs.problems.bytes32')).waitFor();
    await shoot(page, 'multi-drm-widevine-dark');
    await fill('signingKey', `${'A'.repeat(43)}=`);
    await save(dialog, me);
    await page.getByText(t('drmConfigs.levels.1')).waitFor();
    await page.getByText('siam_studio').waitFor();
    await shoot(page, 'multi-drm-en-1280-dark');
  });
});

for (const [lang, width] of [
  ['th', 360],
  ['en', 1280],
] as const) {
  test(`one domain is chosen for licences, and its channel can’t be deleted, in ${lang}, ${width} wide`, async () => {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width }, async (me) => {
      const { page, t, allow } = me;
      await signIn(me, setUpPage);
      const select = page.getByRole('combobox', { name: t('drmConfigs.mediaService.label') });
      assert.equal(await select.inputValue(), t('drmConfigs.mediaService.each'));
      await select.click();
      const option = page.getByRole('listbox').getByRole('option').nth(1);
      const hostname = (await option.textContent()) ?? '';
      await shoot(page, `multi-drm-domains-${lang}-${width}`);
      await option.click();
      await page.getByText(t('drmConfigs.mediaService.done', { hostname })).waitFor();
      await until('the choice', async () => (await select.inputValue()) === hostname);
      await select.scrollIntoViewIfNeeded();
      await shoot(page, `multi-drm-domain-${lang}-${width}`);
      allow(409, /deactivate$/);
      await page.getByRole('switch').first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('drmConfigs.channels.offButton') })
        .click();
      await page.getByText(t('problems.details.media_service_in_use')).waitFor();
      await shoot(page, `multi-drm-domain-in-use-${lang}-${width}`);
      await page.keyboard.press('Escape');
      await select.click();
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByText(t('drmConfigs.mediaService.doneEach')).waitFor();
    });
  });
}

for (const [lang, width] of [
  ['th', 360],
  ['en', 1280],
] as const) {
  test(`the test page says which DRM the browser has, and plays a protected video, in ${lang}, ${width} wide`, async () => {
    const clearKey = await api.upload(projectKey, `ข่าวเช้า ${width}`, join(folder, '4 s.mp4'));
    await api.untilReady(clearKey);
    await api.protect(clearKey, 'clearKey');
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width }, async (me) => {
      const { page, t } = me;
      await signIn(me, setUpPage);
      await shoot(page, `multi-drm-${lang}-${width}`);
      await page.getByRole('link', { name: t('drmConfigs.steps.toTest') }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'ClearKey' });
      await row.getByText(t('drmConfigs.trial.yes')).waitFor();
      const fairplay = page.getByRole('listitem').filter({ hasText: 'FairPlay' });
      await fairplay.getByText(t('drmConfigs.trial.no')).waitFor();
      const videos = page.getByRole('combobox', { name: t('drmConfigs.trial.video') });
      await until('the video to be offered', async () => (await videos.inputValue()) === 'ข่าวค่ำ');
      await page.getByRole('radiogroup').getByText('ClearKey', { exact: true }).click();
      await until('the other to be offered', async () =>
        (await videos.inputValue()).startsWith('ข่าวเช้า'),
      );
      await page.locator('kinora-player').getByRole('button').first().click();
      const time = () =>
        page.evaluate<number>(
          `document.querySelector('kinora-player').shadowRoot.querySelector('video').currentTime`,
        );
      await until('the video to play', async () => (await time()) > 1);
      await shoot(page, `multi-drm-test-${lang}-${width}`);
    });
  });
}
