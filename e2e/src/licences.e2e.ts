import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { getFromEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, '4 s.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const adaptive = (await api.presets()).find((one) => one.vodDeliveryModel === 'model-k');
if (!adaptive) throw new Error('the team has no adaptive preset');
const projectKey = await api.createProject({ name: 'ข่าว', key: 'news', presetId: adaptive.id });
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

for (const [lang, width] of [
  ['th', 360],
  ['en', 360],
  ['th', 1280],
  ['en', 1280],
] as const) {
  test(`a public key is added and deleted, and a private one refused, in ${lang}, ${width} wide`, async () => {
    await visit({ product, browser }, { lang, width }, async (me) => {
      const { page, t, allow } = me;
      allow(422, /jwtKeys$/);
      await signIn(me, `/${product.team}/manage/multi-drm`);
      const name = `เว็บไซต์ ${lang} ${width}`;
      await page.getByRole('textbox', { name: t('drmConfigs.add.name') }).fill(name);
      const field = page.getByRole('textbox', { name: t('drmConfigs.add.publicKey') });
      const add = page.getByRole('button', { name: t('drmConfigs.add.button') });
      await field.fill(String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })));
      await add.click();
      await page.getByText(t('problems.fields.private_key')).first().waitFor();
      await shoot(page, `multi-drm-private-${lang}-${width}`);
      await field.fill(String(pair.publicKey.export({ type: 'spki', format: 'pem' })));
      await add.click();
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByText('ES256').waitFor();
      await shoot(page, `multi-drm-${lang}-${width}`);
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: t('drmConfigs.delete.action') }).click();
      await page.getByRole('button', { name: t('drmConfigs.delete.button') }).click();
      await page.getByText(t('drmConfigs.empty.title')).waitFor();
    });
  });
}

test('ClearKey is chosen for a video, which its team goes on watching in the console', async () => {
  const videoKey = await api.upload(projectKey, 'ข่าวค่ำ', join(folder, '4 s.mp4'));
  await api.untilReady(videoKey);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    const at = `/${product.team}/projects/${projectKey}/videos/${videoKey}`;
    await signIn(me, `${at}/advanced`);
    await page.getByRole('radio', { name: t('videos.protection.models.clearKey.title') }).check();
    await page.getByText(t('drmConfigs.devices.noJwtKey.title')).waitFor();
    await shoot(page, 'protection-clear-key');
    await page.getByRole('button', { name: t('videos.protection.change'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('videos.protection.confirm.licence')).waitFor();
    await dialog.getByRole('button', { name: t('videos.protection.change') }).click();
    await until(
      'the video to be protected',
      async () => (await api.video(videoKey)).vod.drmModel === 'clearKey',
    );
    const keyIds = async () => {
      const [dash] = (await api.video(videoKey)).playbackUrls?.primaryPlaybackUrl.dash ?? [];
      const { text: manifest } = await getFromEdge(String(dash?.url));
      return [...manifest.matchAll(/default_KID="([^"]+)"/g)].map(([, id]) => id);
    };
    let before: (string | undefined)[] = [];
    // The edge has what the API says up to a second later.
    await until('the edge to have keys', async () => (before = await keyIds()).length > 0);
    const replace = page.getByRole('button', { name: t('videos.protection.replaceKey.button') });
    await replace.click();
    await dialog.getByText(t('videos.protection.replaceKey.text')).waitFor();
    await shoot(page, 'replace-key');
    await dialog.getByRole('button', { name: t('videos.protection.replaceKey.button') }).click();
    await until('the stream to have new keys', async () => {
      const now = await keyIds();
      return now.length === before.length && now.every((id) => !before.includes(id));
    });
    await shoot(page, 'replaced-key');
    await page.goto(`${product.consoleUrl}${at}/overview`);
    await page.locator('kinora-player').getByRole('button').first().click();
    const time = () =>
      page.evaluate<number>(
        `document.querySelector('kinora-player').shadowRoot.querySelector('video').currentTime`,
      );
    await until('the video to play', async () => (await time()) > 1);
    await shoot(page, 'protected-in-console');
    assert.equal(await page.evaluate(`document.querySelector('kinora-player').problem`), null);
    await page.goto(`${product.consoleUrl}${at}/advanced`);
    await page.getByRole('link', { name: t('drmConfigs.devices.noJwtKey.add') }).click();
    await page.getByRole('textbox', { name: t('drmConfigs.add.name') }).fill('เว็บไซต์');
    const field = page.getByRole('textbox', { name: t('drmConfigs.add.publicKey') });
    await field.fill(String(pair.publicKey.export({ type: 'spki', format: 'pem' })));
    await page.getByRole('button', { name: t('drmConfigs.add.button') }).click();
    await page.getByRole('row').filter({ hasText: 'เว็บไซต์' }).waitFor();
    await page.goBack();
    await page.getByText(t('videos.protection.licence')).waitFor();
  });
});
