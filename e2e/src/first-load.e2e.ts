import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page, Request } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { neverIdle } from './never-idle.ts';
import { startOwnForTests } from './started.ts';
import { fillSignIn, openSignIn, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startOwnForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 2 }),
);
const api = await openApi(product);
const presetId = (await api.presets())[0]?.id ?? assert.fail('no preset');
const keyServerId = await api.createKeyServer('Keys');
const projectKey = await api.createProject({ name: 'ตลาด', key: 'market' });
const videoKey = await api.upload(projectKey, 'ตลาดเช้า', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const [unsentKey = assert.fail('no video')] = await api.createVideos(projectKey, [
  { title: 'ยังไม่มีไฟล์' },
]);
// The file arrives, but no worker processes it.
const worker = await product.processOf('worker');
process.kill(worker, 'SIGSTOP');
const waitingKey = await api.upload(projectKey, 'รอคิว', join(folder, 'short.mp4'));

const sizes = new Map<string, number>();

async function gzippedSize(url: string): Promise<number> {
  const known = sizes.get(url);
  if (known !== undefined) return known;
  const size = gzipSync(await (await fetch(url)).text(), { level: 9 }).length;
  sizes.set(url, size);
  return size;
}

/** KB of gzipped JavaScript, once no more comes. */
async function loadedKb(page: Page): Promise<number> {
  let urls: string[] | undefined;
  await until('no more code to come', async () => {
    const before = urls?.length;
    urls = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .map(({ name }) => name).filter((name) => /\\.js$/.test(new URL(name).pathname))`);
    await page.waitForTimeout(700);
    return before === urls.length;
  });
  const all = await Promise.all([...new Set(urls)].map(gzippedSize));
  return all.reduce((sum, size) => sum + size, 0) / 1024;
}

/** KB of a page, its words included. Some 130 come with every page of a team. */
const MAX_KB = 200;
/** The limit for pages before signing in: React and its queries take 77 of it. */
const MAX_SIGN_IN_KB = 150;

const listPages = () => [
  '/projects',
  '/projects/create',
  '/all-projects',
  `/projects/${projectKey}`,
  `/projects/${projectKey}/upload`,
  `/projects/${projectKey}/manage/general`,
  `/projects/${projectKey}/manage/members`,
  `/projects/${projectKey}/manage/defaults`,
  `/projects/${projectKey}/manage/settings`,
  ...[videoKey, unsentKey, waitingKey].flatMap((key) =>
    ['overview', 'information', 'outputs', 'advanced', 'geo-blocking'].map(
      (tab) => `/projects/${projectKey}/videos/${key}/${tab}`,
    ),
  ),
  '/manage/jobs',
  '/manage/geo-blocking/create',
  '/manage/playback-channels',
  '/manage/players/create',
  '/manage/signed-url',
  '/manage/allowed-blocked-website',
  '/manage/clear-key',
  `/manage/key-servers/${keyServerId}/settings`,
  `/manage/key-servers/${keyServerId}/test`,
  '/manage/presets',
  '/manage/presets/create',
  `/manage/presets/${presetId}`,
  '/manage/presets/overlays',
  '/manage/presets/overlays/create',
  '/me/personal-access-token',
  '/me/sessions',
  '/me/profile',
];

test('no page brings more code than its bound', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await neverIdle(page);
    const found: string[] = [];
    const measure = async (path: string, maxKb = MAX_KB) => {
      const kb = await loadedKb(page);
      if (kb > maxKb) found.push(`${path}: ${kb.toFixed(1)} KB`);
    };
    for (const path of ['/accounts/sign-in', '/accounts/forgot-password', '/']) {
      await page.goto(`${product.consoleUrl}${path}`);
      await page.locator('h1').waitFor();
      await measure(path, MAX_SIGN_IN_KB);
    }
    await signIn(me);
    for (const path of listPages()) {
      await page.goto(`${product.consoleUrl}/${product.team}${path}`);
      await page.locator('#main h1').waitFor();
      await measure(path);
    }
    process.kill(worker, 'SIGCONT');
    assert.deepEqual(found, []);
  });
});

test('the window is called after the video that is opened directly', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    const video = `/${product.team}/projects/${projectKey}/videos/${videoKey}/overview`;
    await signIn(me, video);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'ตลาดเช้า' }).waitFor();
    assert.match(await page.title(), /^ตลาดเช้า · /);
  });
});

test('the frame is painted before any code has come', async () => {
  for (const width of [360, 1280]) {
    await visit({ product, browser }, { width, lang: 'th' }, async (me) => {
      const { page } = me;
      await openSignIn(me);
      await fillSignIn(me, product.admin);
      await page.locator('#main h1').waitFor();
      let isHeld = true;
      const held: (() => void)[] = [];
      await page.route('**/assets/**', async (route) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      });
      await page.goto(`${product.consoleUrl}/${product.team}/projects`, { waitUntil: 'commit' });
      await page.getByText('Kinora', { exact: true }).waitFor();
      await until('the first paint', () =>
        page.evaluate<boolean>(`performance.getEntriesByName('first-contentful-paint').length > 0`),
      );
      assert.ok(held.length > 0);
      isHeld = false;
      for (const release of held) release();
      await page.locator('#main h1').waitFor();
      assert.equal(await page.locator('.first-frame').count(), 0);
      const sheets = await page.evaluate<string[]>(
        `[...document.styleSheets].map(({ href }) => new URL(href).pathname)`,
      );
      assert.equal(sheets.length, 2, sheets.join(', '));
      assert.match(sheets[1] ?? '', /^\/assets\/\w+\/style\.css$/, sheets.join(', '));
    });
  }
});

test('code, words and data of a page are asked for beside the code that opens it', async () => {
  const list = `/projects/${projectKey}`;
  const video = `${list}/videos/${videoKey}`;
  const offers = ['resolutions', 'formats', 'codecs', 'audio-tracks', 'languages'];
  const early: Record<string, string[]> = {
    '/projects': ['/api/v1/projects?page=1&sort=lastActivityAt'],
    '/all-projects': ['/api/v1/videos'],
    [list]: [`/api/v1/projects/${projectKey}`, `/api/v1/videos?projectKey=${projectKey}`],
    [`${video}/overview`]: [`/api/v1/projects/${projectKey}`, `/api/v1/videos/${videoKey}`],
    [`${video}/information`]: [`/api/v1/projects/${projectKey}`, `/api/v1/videos/${videoKey}`],
    [`${list}/manage/general`]: [`/api/v1/projects/${projectKey}`],
    '/manage/jobs': ['', '/completed'].map(
      (kind) => `/api/encoding/v1/jobs${kind}?page=1&limit=20`,
    ),
    '/manage/presets/create': offers.map((kind) => `/api/encoding/v1/presets/${kind}`),
    '/me/sessions': ['/api/auth/v1/sessions'],
  };
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signIn(me);
    await neverIdle(page);
    // Live updates begin with having all data asked for again.
    await page.route('**/api/v1/live-updates', () => undefined);
    let release: (() => void) | undefined;
    await page.route('**/assets/framework-*', async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    for (const [path, calls] of Object.entries(early)) {
      const asked: string[] = [];
      const listen = (request: Request) => {
        const { pathname, search } = new URL(request.url());
        asked.push(pathname + search);
      };
      page.on('request', listen);
      await page.goto(`${product.consoleUrl}/${product.team}${path}`, { waitUntil: 'commit' });
      await until('the early calls', async () => calls.every((call) => asked.includes(call)));
      await until('the code to be held', async () => release !== undefined);
      const named = await page.evaluate<string[]>(
        `[...document.querySelectorAll('link[data-page]')].map(({ href }) => new URL(href).pathname)`,
      );
      await until('the early files', async () => named.every((file) => asked.includes(file)));
      const before = asked.filter(isScript);
      release?.();
      release = undefined;
      await page.locator('#main h1').waitFor();
      await page.waitForLoadState('networkidle');
      page.off('request', listen);
      for (const call of calls) assert.equal(asked.filter((one) => one === call).length, 1, call);
      const late = asked.filter(isScript).filter((one) => !before.includes(one));
      assert.deepEqual(late, [], path);
    }
  });
});

const isScript = (path: string): boolean => path.startsWith('/assets/') && path.endsWith('.js');
