import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { untilItPlays } from './playback.ts';
import { slowUploads } from './slow-network.ts';
import { startForTests } from './started.ts';
import { dock, dropFiles, dropFilesAtOnce, pressInDock, untilUpload } from './uploading.ts';
import { signIn, visit, type Visit } from './visit.ts';

// From signing in to an address that another person can open: what a person has to do is counted.

const FILES = ['แนะนำร้าน.mp4', 'ข่าวเช้า.mp4', 'evening.mp4'] as const;
const { product, browser, folder } = await startForTests((made) =>
  Promise.all(FILES.map((name) => makeClip(join(made, name), { seconds: 4 }))),
);

/** Counts the acts of a person: a drop, a press, words typed into a field. */
function countActs() {
  const acts: string[] = [];
  return {
    acts,
    act: async (name: string, done: Promise<unknown>) => {
      acts.push(name);
      await done;
    },
  };
}

type Act = ReturnType<typeof countActs>['act'];

/** From the upload page with its file to the link, which is copied while the file is still sent. */
async function startAndCopy(me: Visit, act: Act, file: string): Promise<string> {
  const { page, t } = me;
  await page.getByText(basename(file)).first().waitFor();
  await act(
    'start',
    page.getByRole('button', { name: t('uploads.start.button', { count: 1 }) }).click(),
  );
  const title = basename(file, '.mp4');
  const row = dock(me).getByRole('listitem').filter({ hasText: title });
  const copy = row.getByRole('button', { name: t('uploads.copyWatch', { title }) });
  await act('copy', pressInDock(me, copy));
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Opens a link as a stranger, without any cookie of the console. */
async function watchAsStranger(link: string, title: string): Promise<void> {
  assert.ok(link.startsWith(`${product.edgeUrl}/watch/`), link);
  await visit({ product, browser }, { lang: 'en', width: 360 }, async ({ page, allow, t }) => {
    // Until it is ready.
    allow(404, /^\/(watch|streams)\//);
    await page.goto(link);
    assert.deepEqual(await page.context().cookies(), []);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await pressPlayIfAsked(page, t('player.play'));
    await untilItPlays(page);
  });
}

/** A page that waited plays by itself; one that came later is asked to. */
async function pressPlayIfAsked(page: Page, name: string): Promise<void> {
  const play = page.getByRole('button', { name }).first();
  const pause = page.locator('kinora-player').getByRole('button', { name: 'Pause' }).first();
  await play.or(pause).first().waitFor({ timeout: 60_000 });
  // It may have started by itself in the meantime.
  if (await play.isVisible()) await play.click({ timeout: 3000 }).catch(() => null);
}

test('a first-time person drops a file, makes a project, and sends the link', async () => {
  const file = join(folder, FILES[0]);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me);
    await page.getByText(t('projects.empty.title')).waitFor();
    const { act, acts } = countActs();
    await act('drop', dropFiles(me, [file]));
    const dialog = page.getByRole('dialog', { name: t('uploads.target.title') });
    await dialog.getByText(basename(file)).waitFor();
    // A name stands there that may be kept.
    const name = dialog.getByRole('textbox', { name: t('uploads.target.name') });
    assert.equal(await name.inputValue(), product.team);
    await name.and(page.locator(':focus')).waitFor();
    await act('create', dialog.getByRole('button', { name: t('uploads.target.create') }).click());
    await page.waitForURL(/\/projects\/[^/]+\/upload$/);
    const link = await startAndCopy(me, act, file);
    assert.deepEqual(acts, ['drop', 'create', 'start', 'copy']);
    await watchAsStranger(link, 'แนะนำร้าน');
  });
});

test('people who asked for it are notified by the system when the video is ready, and no others', async () => {
  const file = join(folder, FILES[0]);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    // A headless browser shows no notice, and its window always has the focus.
    await page.addInitScript(`
      window.told = [];
      window.asked = 0;
      window.Notification = class extends EventTarget {
        static permission = 'default';
        static async requestPermission() {
          window.asked += 1;
          return (this.permission = 'granted');
        }
        constructor(title) { super(); window.told.push(title); }
      };
      document.hasFocus = () => false;
    `);
    await signIn(me, `/${product.team}/all-projects`);
    await dropFiles(me, [file]);
    await slowUploads(page, 50_000);
    await startAndCopy(me, countActs().act, file);
    assert.equal(await page.evaluate('window.asked'), 0);
    const turnOn = dock(me).getByRole('button', { name: t('uploads.notices.turnOn') });
    await turnOn.click();
    await dock(me)
      .getByRole('button', { name: t('uploads.notices.turnOff') })
      .waitFor();
    await slowUploads(page, null);
    await untilUpload(me, 'แนะนำร้าน', ['ready']);
    await until(
      'the notice',
      async () => (await page.evaluate<string[]>('window.told')).length > 0,
    );
    const told = await page.evaluate<string[]>('window.told');
    assert.deepEqual(told, [t('uploads.notices.ready', { count: 1, title: 'แนะนำร้าน' })]);
    assert.equal(await page.evaluate('window.asked'), 1);
  });
});

test('with an only project nothing is chosen: drop, start, copy', async () => {
  const file = join(folder, FILES[1]);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    await signIn(me, `/${product.team}/all-projects`);
    const { act, acts } = countActs();
    await act('drop', dropFiles(me, [file]));
    const link = await startAndCopy(me, act, file);
    assert.deepEqual(acts, ['drop', 'start', 'copy']);
    await watchAsStranger(link, 'ข่าวเช้า');
  });
});

test('a file dropped before the page knows where it goes is kept until then', async () => {
  const file = join(folder, FILES[1]);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    const held = Promise.withResolvers<void>();
    await page.route(/drop-overlay/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await signIn(me, `/${product.team}/all-projects`);
    await dropFilesAtOnce(page, [file]);
    held.resolve();
    await page.waitForURL(/\/upload$/);
    await page
      .getByRole('textbox', { name: t('uploads.draft.titleOf', { name: FILES[1] }) })
      .waitFor();
  });
});

test('where uploading isn’t allowed, a file dropped that early is refused in words', async () => {
  const file = join(folder, FILES[1]);
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await page.route(/\/api\/v1\/projects\/[^/]+$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { actions: object };
      await route.fulfill({ json: { ...body, actions: { ...body.actions, upload: false } } });
    });
    await signIn(me);
    const own = `/${product.team}/projects/`;
    await page.locator(`#main a[href^="${own}"]:not([href$=create])`).first().click();
    await page.waitForURL(/\/projects\/[^/]+$/);
    const address = page.url();
    await dropFilesAtOnce(page, [file]);
    await page.getByText(t('uploads.drop.forbiddenHint')).waitFor();
    assert.equal(page.url(), address);
  });
});

test('from anywhere a file is dropped, its project chosen, and the link sent', async () => {
  const api = await openApi(product);
  await api.createProject({ name: 'Evening news', key: 'evening-news' });
  const file = join(folder, FILES[2]);
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/jobs`);
    const { act, acts } = countActs();
    await act('drop', dropFiles(me, [file]));
    const dialog = page.getByRole('dialog', { name: t('uploads.target.title') });
    await act('choose', dialog.getByRole('link', { name: 'Evening news' }).click());
    await page.waitForURL(/\/projects\/evening-news-[^/]+\/upload$/);
    const link = await startAndCopy(me, act, file);
    assert.deepEqual(acts, ['drop', 'choose', 'start', 'copy']);
    await watchAsStranger(link, 'evening');
  });
});
