import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TAKEN_KINDS } from '@kinora/contract/media-kinds';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { beginUpload, chooseFiles, dock, untilUpload } from './uploading.ts';
import { shoot, signIn, switchInMenu, visit } from './visit.ts';
import { otherLang, wordsOf } from './words.ts';

const CANARY = 'canary-of-another-file-7f3a';

const { product, browser, folder } = await startForTests(async (made) => {
  const at = (name: string) => join(made, name);
  const secret = at('secret.ts');
  await Promise.all([
    makeClip(at('whole.mp4'), { seconds: 4 }),
    writeFile(at('notes.txt'), 'ไม่ใช่วิดีโอ\n'),
    writeFile(at('empty.mp4'), ''),
    writeFile(at('words.mp4'), 'this is a text, whatever its name says\n'.repeat(1000)),
    writeFile(secret, CANARY.repeat(1000)),
    writeFile(at('playlist.mp4'), `#EXTM3U\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`),
  ]);
  await cut(at('whole.mp4'), at('cut.mp4'));
});
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'ไฟล์ผิด', key: 'wrong-files' });

/** The first half of a file, without the index at its end. */
async function cut(from: string, to: string): Promise<void> {
  const file = await open(from);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size >> 1), 0, size >> 1, 0);
  await file.close();
  await writeFile(to, buffer.subarray(0, bytesRead));
}

for (const lang of ['th', 'en'] as const) {
  test(`a file that can't be a video says so and is not sent (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
      await chooseFiles(me, [join(folder, 'notes.txt'), join(folder, 'empty.mp4')]);
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await row('notes.txt').getByText(t('uploads.problems.type')).waitFor();
      await row('empty.mp4').getByText(t('uploads.problems.empty')).waitFor();
      await page.getByText(t('uploads.draft.kinds', { kinds: TAKEN_KINDS })).waitFor();
      await page.getByText(t('uploads.start.none')).waitFor();
      const start = page.getByRole('button', { name: t('uploads.start.button', { count: 0 }) });
      assert.ok(await start.isDisabled());
      await shoot(page, `wrong-files-${lang}`);
      await page.getByRole('button', { name: t('uploads.draft.removeAll') }).click();
      await row('notes.txt').waitFor({ state: 'detached' });
    });
  });
}

const CASES = [
  { name: 'words.mp4', reason: 'not_media' },
  { name: 'playlist.mp4', reason: 'not_media' },
  { name: 'cut.mp4', reason: 'truncated' },
] as const;

test('a file that only turns out wrong on the server has a reason in both languages, and harms no others', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t, lang } = me;
    await signIn(me);
    for (const { name, reason } of CASES) {
      await page.goto(`${product.consoleUrl}/${product.team}/projects/${projectKey}/upload`);
      await chooseFiles(me, [join(folder, name)]);
      await beginUpload(me, join(folder, name), name);
      const row = page.getByRole('table').getByRole('row').filter({ hasText: name });
      const reasonIn = (language: typeof lang) => wordsOf(language)(`videos.reasons.${reason}`);
      await row.getByText(t('videos.states.fileError')).waitFor({ timeout: 40_000 });
      await row.getByText(reasonIn(lang)).waitFor();
      await row.getByRole('link', { name }).last().click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByText(reasonIn(lang)).first().waitFor();
      await shoot(page, `file-error-${reason}`);
      await switchInMenu(page, otherLang(lang));
      await page
        .getByText(reasonIn(otherLang(lang)))
        .first()
        .waitFor();
      await switchInMenu(page, lang);
      const key = /\/videos\/([^/]+)/.exec(page.url())?.[1] ?? '';
      const video = JSON.stringify(await api.video(key));
      assert.ok(!video.includes(CANARY), 'another file is named');
      assert.ok(!product.troubles().some((line) => line.includes(CANARY)));
    }
    await untilUpload(me, 'words.mp4', ['fileError'], 30);
    await shoot(page, 'file-errors-dock');
    await dock(me)
      .getByRole('button', { name: t('uploads.summary.open') })
      .click();
    await page.getByRole('dialog', { name: t('uploads.summary.title') }).waitFor();
    await shoot(page, 'upload-summary');
  });
  const whole = await api.upload(projectKey, 'หลังไฟล์ผิด', join(folder, 'whole.mp4'));
  await until('the worker to go on', () => api.untilReady(whole));
});
