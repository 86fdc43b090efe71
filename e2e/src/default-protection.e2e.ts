import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { getFromEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests(async (made) => {
  await makeClip(join(made, 'short.mp4'), { seconds: 4 });
  await makeClip(join(made, 'long.mp4'), { seconds: 120 });
});
const api = await openApi(product);
const adaptive = (await api.presets()).find((one) => one.vodDeliveryModel === 'model-k');
if (!adaptive) throw new Error('the team has no adaptive preset');
const projectKey = await api.createProject({ name: 'ข่าว', key: 'news', presetId: adaptive.id });

const isPlaying = (key: string) => getFromEdge(`${product.edgeUrl}/streams/${key}/playlist.m3u8`);

for (const [lang, width] of [
  ['en', 360],
  ['th', 360],
  ['en', 1280],
  ['th', 1280],
] as const) {
  test(`a channel’s protection of new videos is chosen and taken back, in ${lang}, ${width} wide`, async () => {
    await api.setLanguage(lang);
    await visit({ product, browser }, { lang, width }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/manage/playback-channels`);
      await page.getByRole('table').getByRole('link').first().click();
      const words = 'playbackChannels.protection';
      const card = page.getByRole('radiogroup', { name: t(`${words}.title`) });
      const form = page.locator('form').filter({ has: card });
      const choose = async (model: 'none' | 'clearKey') => {
        await card.getByRole('radio', { name: t(`${words}.models.${model}.title`) }).check();
        await page.getByRole('button', { name: t('ui.save'), exact: true }).click();
        await page.getByText(t('playbackChannels.saved')).first().waitFor();
      };
      await choose('clearKey');
      await form.getByText(t(`${words}.later`)).waitFor();
      await form.scrollIntoViewIfNeeded();
      await shoot(page, `channel-protection-${lang}-${width}`);
      await page.goto(`${product.consoleUrl}/${product.team}/projects/${projectKey}/upload`);
      await page.getByText(t('uploads.settings.protection', { model: 'clearKey' })).waitFor();
      await shoot(page, `upload-protection-${lang}-${width}`);
      await page.goto(
        `${product.consoleUrl}/${product.team}/projects/${projectKey}/manage/defaults`,
      );
      await page
        .getByText(t('playbackChannels.project.protection', { model: 'clearKey' }))
        .waitFor();
      await shoot(page, `project-protection-${lang}-${width}`);
      await page.goto(`${product.consoleUrl}/${product.team}/manage/playback-channels`);
      await page.getByRole('table').getByRole('link').first().click();
      await choose('none');
    });
  });
}

test('a video of a protecting channel waits for its protection, which may be given up', async () => {
  await api.protectNewVideos();
  const short = await api.upload(projectKey, 'Short', join(folder, 'short.mp4'));
  const long = await api.upload(projectKey, 'Long', join(folder, 'long.mp4'));
  await until('the short one to be protected', async () => {
    const { playable, vod } = await api.video(short);
    return playable && vod.drmModel === 'clearKey';
  });
  await until('what its viewers get', async () => (await isPlaying(short)).status === 200);
  await until(
    'the long one to be planned',
    async () => (await api.video(long)).vod.protecting !== null,
  );
  await api.setLanguage('th');
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t, allow } = me;
    allow(404, /playlist|manifest/);
    await signIn(me, `/${product.team}/projects/${projectKey}/videos/${long}/overview`);
    const model = t('videos.withheld.models.clearKey');
    await page.getByText(t('videos.withheld.title', { model })).waitFor();
    await shoot(page, 'withheld');
    assert.equal((await isPlaying(long)).status, 404);
    const open = t('videos.withheld.open.button');
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('videos.withheld.open.text')).waitFor();
    await shoot(page, 'withheld-open');
    await dialog.getByRole('button', { name: open }).click();
    await page.getByText(t('videos.withheld.open.done')).first().waitFor();
    await until('it to play', async () => (await isPlaying(long)).status === 200);
    assert.equal((await api.video(long)).vod.protecting, null);
    await api.removeVideo(long);
  });
});
