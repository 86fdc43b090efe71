import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { getFromEdge } from './ask-edge.ts';
import { makeClip } from './clips.ts';
import { playback, untilItPlays, untilPlayback } from './playback.ts';
import { slowDownloads } from './slow-network.ts';
import { startForTests } from './started.ts';
import { visit } from './visit.ts';

const SECONDS = 150;
/** Nothing there is loaded before the change, as the page is sent so few bytes a second. */
const BEHIND = 130;
const SLOW = 100_000;

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'long.mp4'), { seconds: SECONDS }),
);
const api = await openApi(product);
const adaptive = (await api.presets()).find((one) => one.vodDeliveryModel === 'model-k');
if (!adaptive) throw new Error('the team has no adaptive preset');
const projectKey = await api.createProject({ name: 'ข่าว', key: 'news', presetId: adaptive.id });

test('who watches in the clear plays on to the end while the video is protected and opened again', async () => {
  const key = await api.upload(projectKey, 'ข่าวค่ำ', join(folder, 'long.mp4'));
  const { watchUrl } = await api.untilReady(key);
  await visit({ product, browser }, { lang: 'en' }, async ({ page, t }) => {
    await page.goto(watchUrl);
    await slowDownloads(page, SLOW);
    await page
      .getByRole('button', { name: t('player.play') })
      .first()
      .click();
    await untilItPlays(page);
    await api.protect(key, 'clearKey');
    await untilListed(key, '-p1');
    await api.protect(key, 'none');
    await untilListed(key, '-p2');
    const asked: string[] = [];
    page.on('response', (answer) => asked.push(`${answer.status()} ${answer.url()}`));
    await slowDownloads(page, null);
    await page.evaluate(
      `document.querySelector('kinora-player').shadowRoot.querySelector('video').currentTime = ${BEHIND}`,
    );
    await untilPlayback(page, 'what was not loaded yet', ({ time }) => time > BEHIND + 2);
    const segments = asked.filter((one) => one.includes('.m4s'));
    assert.ok(segments.length > 0, 'nothing had to be loaded');
    assert.ok(
      segments.every((one) => /^20[06] /.test(one) && !/-p\d/.test(one)),
      segments.join('\n'),
    );
    assert.ok((await playback(page)).duration > SECONDS - 1);
  });
});

/** Waits until new viewers get the tracks of another packaging. */
async function untilListed(key: string, packaging: string): Promise<void> {
  await until(`the edge to name the tracks of ${packaging}`, async () => {
    const { text } = await getFromEdge(`${product.edgeUrl}/streams/${key}/playlist.m3u8`);
    return text.includes(packaging);
  });
}
