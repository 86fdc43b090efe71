import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { untilItPlays, untilPlayback } from './playback.ts';
import { slowUploads } from './slow-network.ts';
import { startOwnForTests } from './started.ts';
import { beginUpload, chooseFiles, dock, untilUpload } from './uploading.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startOwnForTests((made) =>
  makeClip(join(made, 'long.mp4'), { seconds: 40 }),
);
const api = await openApi(product);
const projectKey = await api.createProject({ name: 'ข่าวเช้า', key: 'news' });
const key = await api.upload(projectKey, 'ข่าวเช้า 40 วินาที', join(folder, 'long.mp4'));
const [video] = await Promise.all([
  api.untilReady(key),
  makeClip(join(folder, 'big.mp4'), { noisy: true }),
]);
const embedded = video.playbackUrls?.embeddedUrl ?? assert.fail('no address');

/** Holds still what would start them again, so that API and database stay away. */
async function without(parts: readonly ('api' | 'postgres')[], act: () => Promise<void>) {
  process.kill(product.supervisorPid, 'SIGSTOP');
  try {
    for (const part of parts) process.kill(await pidOf(part), 'SIGKILL');
    await until('the API to be away', async () => {
      return (await fetch(`${product.consoleUrl}/readyz`).catch(() => null))?.ok !== true;
    });
    await act();
  } finally {
    process.kill(product.supervisorPid, 'SIGCONT');
  }
  await product.ready();
}

async function pidOf(part: 'api' | 'postgres'): Promise<number> {
  if (part === 'api') return product.processOf('api');
  const file = join(product.dataDir, 'postgres/data/postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

test('playback goes on, also of what was not fetched yet, with API and PostgreSQL killed', async () => {
  await visit({ product, browser }, {}, async ({ page, t }) => {
    const play = page.getByRole('button', { name: t('player.play') }).first();
    await page.goto(embedded);
    await play.click();
    await untilItPlays(page);
    await without(['api', 'postgres'], async () => {
      await page.keyboard.press('9');
      await untilPlayback(page, 'a seek to 90 %', ({ time }) => time > 36);
      await untilItPlays(page);
      await page.goto(embedded);
      await play.click();
      await page.keyboard.press('5');
      await untilPlayback(page, 'a seek to 50 %', ({ time }) => time > 20 && time < 30);
      await untilItPlays(page);
    });
  });
});

for (const lang of ['th', 'en'] as const) {
  test(`the console says that the server is away, and goes on when it is back (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t, allow, hush } = me;
      await signIn(me);
      await page.getByRole('link', { name: t('nav.entries.allVideos') }).click();
      const row = page.getByRole('row').filter({ hasText: 'ข่าวเช้า 40 วินาที' });
      await row.waitFor();
      // The code of menus comes once the browser is at rest.
      await page.getByRole('button', { name: t('nav.userMenu') }).click();
      await page.getByRole('menuitem', { name: t('nav.personalTokens') }).waitFor();
      await page.keyboard.press('Escape');
      // While it starts again it may answer that it is not ready.
      allow(503, /./);
      hush(
        /Unable to preload CSS|Failed to fetch dynamically imported module|ApiError: (unreachable|outdated)/,
      );
      await without(['api'], async () => {
        await page.getByRole('searchbox').fill('ข่าว');
        await page.getByRole('heading', { name: t('errors.unreachable.title') }).waitFor();
        await shoot(page, `server-away-${lang}`);
        // The script of this page has not been fetched yet.
        await page.getByRole('button', { name: t('nav.userMenu') }).click();
        await page.getByRole('menuitem', { name: t('nav.personalTokens') }).click();
        await page
          .getByRole('alert')
          .getByRole('button', { name: t('ui.retry') })
          .waitFor();
        await shoot(page, `script-away-${lang}`);
      });
      await page
        .getByRole('alert')
        .getByRole('button', { name: t('ui.retry') })
        .click();
      await page.getByRole('heading', { name: t('nav.me'), level: 1 }).waitFor();
      await page.getByRole('link', { name: t('nav.entries.allVideos') }).click();
      await row.waitFor();
    });
  });
}

test('an upload outlives the API, and is whole at the end', async () => {
  const title = 'อัปโหลดที่รอดมาได้';
  await visit({ product, browser }, {}, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, `/${product.team}/projects/${projectKey}/upload`);
    await chooseFiles(me, [join(folder, 'big.mp4')]);
    await slowUploads(page, 8_000_000);
    await beginUpload(me, join(folder, 'big.mp4'), title);
    await until('some bytes to be sent', async () => /^\([23]\d%\) /.test(await page.title()));
    process.kill(await product.processOf('api'), 'SIGKILL');
    await slowUploads(page, null);
    const again = t('videos.states.retryIn', { seconds: 7 }).split('7')[0] ?? '';
    await page.getByText(again).first().waitFor();
    await shoot(page, 'upload-retry');
    allow(503, /./);
    // Its lease outlives the killed process for a moment.
    allow(423, /\/tus\//);
    await untilUpload(me, title, ['checking', 'processing', 'ready'], 60);
    const row = dock(me).getByRole('listitem').filter({ hasText: title });
    const address = await row.getByRole('link').getAttribute('href');
    const key = /\/videos\/([^/]+)/.exec(address ?? '')?.[1] ?? '';
    assert.equal(await hashOf(await storedSource(key)), await hashOf(join(folder, 'big.mp4')));
  });
});

async function storedSource(key: string): Promise<string> {
  const source = join(product.dataDir, 'objects/sources', key);
  const [revision, ...others] = await readdir(source);
  assert.deepEqual(others, []);
  return join(source, revision ?? '');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
