import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Locator } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { examine } from './examine.ts';
import { startOwnForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser, folder } = await startOwnForTests((made) =>
  // Must be encoded, and long enough to be seen while it is.
  makeClip(join(made, 'clip.mkv'), { seconds: 24, codec: 'mpeg2video' }),
);
const clip = join(folder, 'clip.mkv');
const api = await openApi(product);

const teamPage = ({ page, product }: Visit) =>
  page.goto(`${product.consoleUrl}/${product.team}/manage/jobs`);

const openSteps = ({ page, t }: Visit) =>
  page
    .locator('summary')
    .filter({ hasText: t('videos.steps.title') })
    .first()
    .click();

/** The kinds of steps of the video’s page, each with what it says. */
const step = ({ page, t }: Visit, type: 'check' | 'video' | 'audio' | 'images'): Locator =>
  page.getByRole('listitem').filter({ hasText: t(`videos.steps.types.${type}`) });

async function stopWorker(): Promise<() => void> {
  const pid = await product.processOf('worker');
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

test('a video is followed from the queue to its last step', async () => {
  const title = 'ต้มยำกุ้งน้ำข้น';
  const projectKey = await api.createProject({ name: title, key: 'jobs' });
  let goOn = await stopWorker();
  const key = await api.upload(projectKey, title, clip).catch((error: unknown) => {
    goOn();
    throw error;
  });
  const address = `/${product.team}/projects/${projectKey}/videos/${key}/outputs`;
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    try {
      await signIn(me, address);
      await page.getByText(t('videos.waiting.noWorker')).waitFor();
      await openSteps(me);
      await step(me, 'check')
        .getByText(t('videos.steps.states.waiting'), { exact: true })
        .waitFor();
      await teamPage(me);
      const row = page.getByRole('row').filter({ hasText: title });
      await row.getByText(t('jobs.states.checking')).waitFor();
      await page.getByText(t('jobs.noWorker')).waitFor();
      await shoot(page, 'jobs-no-worker');
      assert.deepEqual(await examine(page), []);
      goOn();

      // Held in the middle of its work, so that everything that is said of it can be read.
      await until('it to be playable, and its first segments counted', async () => {
        const { playable, vod } = await api.video(key);
        return playable && vod.processingInfo.progress > 0;
      });
      goOn = await until('a worker that is stopped while it encodes', async () => {
        const resume = await stopWorker();
        const { jobs } = await api.jobs(key);
        if (jobs.some(({ type, state }) => type === 'video' && state === 'running')) return resume;
        // The worker was between two pieces.
        resume();
        return null;
      });
      await row.getByText(t('jobs.states.running')).waitFor();
      await row
        .getByText(/[1-9]\d?%/)
        .first()
        .waitFor();
      assert.doesNotMatch(await row.innerText(), /และ\s*$/m, 'an output without a name');
      await shoot(page, 'jobs-running');
      assert.deepEqual(await examine(page), []);
      await row.getByRole('link', { name: title }).first().click();
      await page.getByText(t('videos.processing.playableText')).waitFor();
      await openSteps(me);
      await step(me, 'video')
        .getByText(t('videos.steps.states.running'), { exact: true })
        .waitFor();
      const parts = page.getByRole('table', { name: t('videos.outputs.title') });
      await parts
        .getByRole('row')
        .filter({ hasText: '240p' })
        .getByText(/00:\d\d–00:\d\d/)
        .first()
        .waitFor({ state: 'attached' });
      await shoot(page, 'video-running');
      assert.deepEqual(await examine(page), []);
    } finally {
      goOn();
    }

    for (const type of ['check', 'video', 'audio', 'images'] as const) {
      await until(
        `the steps of ${type} to be complete`,
        async () => {
          return step(me, type)
            .getByText(t('videos.steps.states.completed'), { exact: true })
            .isVisible();
        },
        { seconds: 90 },
      );
    }
    await step(me, 'video').getByText(t('videos.steps.types.video')).click();
    const pieces = page.getByRole('table', { name: t('videos.steps.types.video') });
    await pieces.waitFor();
    assert.ok((await pieces.getByRole('row').count()) > 2, 'its pieces are not listed');
    await shoot(page, 'video-completed');
    assert.deepEqual(await examine(page), []);
    await teamPage(me);
    await page.getByText(t('jobs.empty.title')).waitFor();
    const done = page.getByRole('table', { name: t('jobs.completed.title') });
    await done.getByRole('row').filter({ hasText: title }).waitFor();
  });
});
