import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { type EmbedVisit, visitEmbedPages } from './test-embed-visits.ts';
import { recordComplaints, untilSeen } from './test-page.ts';

const SOURCE = { src: '/playlist.m3u8', autoplay: '', lang: 'en' };

let server: EmbedVisit['server'];
let page: EmbedVisit['page'];
let complaints: string[];

visitEmbedPages((visit) => {
  ({ server, page } = visit);
  complaints = recordComplaints(page);
});

async function play(more: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(server.page({ ...SOURCE, ...more }));
  await untilSeen(page, ({ time }) => time > 0.2);
}

const said = (text: string) =>
  page.locator('.toast.shown').filter({ hasText: new RegExp(`^${text}$`) });

test('muting says so, and unmuting comes back to the last volume and says it', async () => {
  await play();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await said('Volume 90%').waitFor();
  await page.keyboard.press('m');
  await said('Muted').waitFor();
  await page.keyboard.press('m');
  await said('Volume 90%').waitFor();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await said('Muted').waitFor();
  await page.keyboard.press('ArrowUp');
  await said('Volume 90%').waitFor();
  await untilSeen(page, ({ volume, muted }) => volume === 0.9 && !muted);
});

test('a volume that was turned down to nothing comes back as it was heard last', async () => {
  await play();
  await page.evaluate(() => {
    const player = document.querySelector('kinora-player');
    for (const volume of [0.4, 0]) Object.assign(player ?? {}, { volume });
  });
  await untilSeen(page, ({ muted }) => muted);
  await page.keyboard.press('m');
  await said('Volume 40%').waitFor();
  await untilSeen(page, ({ volume, muted }) => volume === 0.4 && !muted);
});

test('the keys , and . show the frame before and after while paused, and nothing while playing', async () => {
  await play();
  await page.keyboard.press('.');
  await page.keyboard.press('k');
  const { time } = await untilSeen(page, ({ paused }) => paused);
  assert.ok(time < 10, 'a frame is no jump');
  const frame = Math.floor(time * 25 + 0.001);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await untilSeen(page, (seen) => Math.floor(seen.time * 25) === frame + 2);
  await page.keyboard.press(',');
  await untilSeen(page, (seen) => Math.floor(seen.time * 25) === frame + 1);
});

test('the key i puts the video into a small window and back', async () => {
  await play();
  const isThere = () =>
    page.evaluate(() => {
      const root = document.querySelector('kinora-player')?.shadowRoot;
      return root?.pictureInPictureElement === root?.querySelector('video');
    });
  await page.keyboard.press('i');
  await until('the window', isThere);
  await page.keyboard.press('i');
  await until('the page', async () => !(await isThere()));
});

for (const { name, key, code } of [
  { name: 'an English', key: '?', code: 'Slash' },
  { name: 'a Thai', key: 'ฦ', code: 'Slash' },
]) {
  test(`? on ${name} keyboard shows what the keys do, and Escape goes back to the player`, async () => {
    await play();
    await page.evaluate(
      ([typed, place]) =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: typed,
            code: place,
            shiftKey: true,
            bubbles: true,
            cancelable: true,
          }),
        ),
      [key, code] as const,
    );
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Previous or next frame, while paused').waitFor();
    const box = await sheet.boundingBox();
    assert.deepEqual([box?.width, box?.height], [640, 360]);
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await untilSeen(page, ({ paused }) => !paused);
    await page.keyboard.press('k');
    await untilSeen(page, ({ paused }) => paused);
    assert.deepEqual(complaints, []);
  });
}

test('Tab goes into a menu that a mouse has opened, and out of it after that', async () => {
  await play();
  const focused = () =>
    page.evaluate(() => {
      const active = document.querySelector('kinora-player')?.shadowRoot?.activeElement;
      const isSeen = active?.matches(':focus-visible') ?? false;
      return { role: active?.getAttribute('role') ?? '', label: active?.ariaLabel ?? '', isSeen };
    });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Tab');
  assert.deepEqual(await focused(), { role: 'menuitem', label: '', isSeen: true });
  assert.equal(await page.getByRole('menu').count(), 1);
  await page.keyboard.press('Tab');
  assert.equal(await page.getByRole('menu').count(), 0);
  assert.equal((await focused()).label, 'Picture-in-picture');
  // The choices of a setting that was pressed by mouse, too.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /^Speed/ }).click();
  await page.keyboard.press('Tab');
  assert.equal((await focused()).role, 'menuitemradio');
});
