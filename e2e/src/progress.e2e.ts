import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { stripJoiners } from '@kinora/i18n/joiners';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles, turnDock } from './uploading.ts';
import { signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  // Must be encoded, and takes long enough to be sampled often.
  makeClip(join(made, 'clip.mkv'), { seconds: 75, codec: 'mpeg2video' }),
);
const clip = join(folder, 'clip.mkv');
const api = await openApi(product);

/** Places may differ while a change is on its way to each of them. */
const MOMENT_MS = 3000;

/** Percent that a place tells of the video now; null where it tells none. */
type Place = { name: string; page: Page; selector: string };

async function read({ page, selector }: Place): Promise<number | null> {
  // In one look, as a bar may go between finding it and asking it.
  const look = `document.querySelector(${JSON.stringify(selector)})?.getAttribute('aria-valuenow')`;
  const told = await page.evaluate<string | null | undefined>(look);
  return told === null || told === undefined ? null : Number(told);
}

test('all places tell the same progress of a video, soon, and none goes back', async () => {
  const projectKey = await api.createProject({ name: 'ข่าวภาคค่ำ', key: 'progress' });
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
    await chooseFiles(me, [clip]);
    await beginUpload(me, clip, 'ภาพยนตร์');
    const link = page.getByRole('main').getByRole('link', { name: 'ภาพยนตร์' }).first();
    await link.waitFor();
    const key = /videos\/([\w-]+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
    const others = page.context();
    const [detail, jobs] = [await others.newPage(), await others.newPage()];
    await detail.goto(
      `${product.consoleUrl}/${product.team}/projects/${projectKey}/videos/${key}/outputs`,
    );
    await jobs.goto(`${product.consoleUrl}/${product.team}/manage/jobs`);
    const encoding = `[role="progressbar"][aria-label="${stripJoiners(t('videos.encoding.progress'))}"]`;
    const ofRow = `[aria-label="${stripJoiners(t('uploads.rowProgress', { title: 'ภาพยนตร์' }))}"]`;
    const places: Place[] = [
      { name: 'list', page, selector: `main ${encoding}` },
      { name: 'panel', page, selector: ofRow },
      { name: 'video', page: detail, selector: `main ${encoding}` },
      { name: 'queue', page: jobs, selector: `main ${encoding}` },
    ];
    const last = new Map<string, number>();
    let differSince: number | null = null;
    let sampled = 0;
    await until(
      'the video to be whole',
      async () => {
        const { state } = (await api.video(key)).vod.processingInfo;
        if (state === 'completed') return true;
        await turnDock(me, 'expand');
        const isEncoded = state === 'processing' || state === 'partiallyCompleted';
        if (!isEncoded) return false;
        const told = new Map<string, number>();
        for (const place of places) {
          const percent = await read(place);
          if (percent !== null) told.set(place.name, percent);
        }
        // The row of the panel tells of the upload until it hears of the encoding.
        if (told.get('panel') === 100) told.delete('panel');
        for (const [name, percent] of told) {
          assert.ok(percent >= (last.get(name) ?? 0), `${name} went back to ${percent} %`);
          last.set(name, percent);
        }
        const known = new Set(told.values());
        if (known.size <= 1) differSince = null;
        else differSince ??= Date.now();
        assert.ok(
          differSince === null || Date.now() - differSince < MOMENT_MS,
          `they differ for long: ${JSON.stringify([...told])}`,
        );
        sampled += told.size === places.length ? 1 : 0;
        return false;
      },
      { seconds: 240 },
    );
    assert.ok(sampled >= 3, `all places were seen at once ${sampled} times only`);
    // The panel hears of the end as well, long before it would have asked by itself.
    await until('the panel to say so', async () => {
      await turnDock(me, 'expand');
      return page.locator('li[data-kind="ready"]').filter({ hasText: 'ภาพยนตร์' }).isVisible();
    });
  });
});
