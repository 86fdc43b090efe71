import { basename } from 'node:path';
import { until } from '@kinora/contract/test-until';
import { stripJoiners } from '@kinora/i18n/joiners';
import type { Locator, Page } from 'playwright-core';
import type { Visit } from './visit.ts';

/** Drops files of this machine onto the window, as from a file browser. */
export async function dropFiles({ page, t }: Visit, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const at = { x: 640, y: 500, data };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  // The overlay asks first whether one may upload here, and says so.
  const overlay = page.getByRole('status').filter({ hasText: t('uploads.drop.hint') });
  await until('the drop to be allowed', async () => {
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
    return overlay.isVisible();
  });
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
}

/** As a quick hand does it: the drop doesn't wait until the page says where it goes. */
export async function dropFilesAtOnce(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 500, data });
  }
}

/** Chooses files on the upload page. */
export async function chooseFiles({ page, t }: Visit, paths: readonly string[]): Promise<void> {
  const input = page.locator(
    `input[type=file][aria-label="${stripJoiners(t('uploads.choose.files'))}"]`,
  );
  await input.setInputFiles([...paths]);
}

/** Names the one chosen file and presses the button below it. */
export async function beginUpload({ page, t }: Visit, path: string, title: string): Promise<void> {
  const name = t('uploads.draft.titleOf', { name: basename(path) });
  await page.getByRole('textbox', { name }).fill(title);
  await page.getByRole('button', { name: t('uploads.start.button', { count: 1 }) }).click();
}

/** The uploads at the bottom of every page. */
export function dock({ page, t }: Pick<Visit, 'page' | 't'>): Locator {
  const close = page.getByRole('button', { name: t('uploads.collapse') });
  const open = page.getByRole('button', { name: t('uploads.expand') });
  return page.getByRole('region').filter({ has: close.or(open) });
}

/** Opens the dock or makes it a bar; it may do so by itself in the meantime. */
export async function turnDock(
  { page, t }: Pick<Visit, 'page' | 't'>,
  to: 'expand' | 'collapse',
): Promise<void> {
  const button = page.getByRole('button', { name: t(`uploads.${to}`) });
  if (await button.isVisible()) await button.click({ timeout: 3000 }).catch(() => null);
}

/** Presses a button of the dock, which may shrink to a bar at any moment after the last byte. */
export async function pressInDock(me: Visit, button: Locator): Promise<void> {
  await until('a button of the dock to be pressed', async () => {
    await turnDock(me, 'expand');
    return button.click({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Lists the kinds of a row for each state of the server; one being encoded may already play. */
const KINDS = {
  ready: ['ready'],
  interrupted: ['interrupted'],
  checking: ['checking'],
  processing: ['processing', 'playable'],
  fileError: ['fileError'],
} as const;

/** Waits until the row of an upload says that it is in one of the states. */
export async function untilUpload(
  { page, t }: Pick<Visit, 'page' | 't'>,
  title: string,
  states: readonly (keyof typeof KINDS | 'uploading')[],
  seconds = 240,
): Promise<void> {
  const row = dock({ page, t }).getByRole('listitem').filter({ hasText: title });
  // A file that is uploading says how much of it is there, and can be paused.
  const going = row.getByRole('button', { name: t('uploads.pause', { title }) });
  let kind: string | null = null;
  await until(
    `“${title}” to be ${states.join(' or ')}`,
    async () => {
      // The dock shrinks to a bar a while after the last byte.
      await turnDock({ page, t }, 'expand');
      // It may have shrunk again by now.
      kind = await row.getAttribute('data-kind', { timeout: 1000 }).catch(() => null);
      for (const state of states) {
        if (state === 'uploading' && (await going.isVisible())) return true;
        if (state !== 'uploading' && KINDS[state].some((one) => one === kind)) return true;
      }
      return false;
    },
    { seconds },
  ).catch((error: unknown) => {
    throw new Error(`the upload is ${kind ?? 'not listed'}`, { cause: error });
  });
}

/** Sends a file on the upload page that is open. @returns the key of its video */
export async function uploadHere(me: Visit, clip: string, title: string): Promise<string> {
  await chooseFiles(me, [clip]);
  const created = me.page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/api/v1/videos'),
  );
  await beginUpload(me, clip, title);
  await untilUpload(me, title, ['ready', 'processing']);
  const [video] = (await (await created).json()) as { key: string }[];
  return video?.key ?? '';
}
