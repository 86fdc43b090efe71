import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, recordComplaints, untilSeen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';
import { addCaptions, makeDash, makeHls } from './test-streams.ts';

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

before(async () => {
  [server, browser] = await Promise.all([
    startEmbedTestServer(async (folder) => {
      await Promise.all([makeHls(folder), makeDash(folder)]);
      await addCaptions(folder);
    }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
});

async function play(src: string, lang = 'en'): Promise<void> {
  await page.goto(server.page({ src, lang, autoplay: '', muted: '' }));
  await untilSeen(page, ({ time }) => time > 0.2);
}

async function chooseCaptions(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /^Captions/ }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

const captions = () => page.locator('.captions');

for (const src of ['/captions.m3u8', '/captions.mpd']) {
  test(`captions of ${src} are chosen in the menu, in a language, and turned off again`, async () => {
    await play(src);
    assert.equal(await captions().textContent(), '');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: /^Captions\s*Off/ }).click();
    assert.deepEqual(
      await page
        .getByRole('menuitemradio')
        .evaluateAll((rows) => rows.map((row) => row.textContent)),
      ['Off', 'th', 'en'],
    );
    await page.getByRole('menuitemradio', { name: 'th', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Captions\s*th/ }).waitFor();
    await page.keyboard.press('Escape');
    await captions().filter({ hasText: 'น้ำปั่นที่รู้จัก' }).waitFor();
    await chooseCaptions('en');
    await captions().filter({ hasText: 'Captions' }).waitFor();
    await chooseCaptions('Off');
    await captions().waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
  });

  test(`captions of ${src} are text, whatever is written in them`, async () => {
    await play(src);
    await page.keyboard.press('c');
    await captions()
      .filter({ hasText: /น้ำปั่นที่รู้จัก \d/ })
      .waitFor();
    assert.equal(await captions().locator('img, b').count(), 0);
    assert.ok(
      await page.evaluate(() => {
        const root = document.querySelector('kinora-player')?.shadowRoot;
        const tracks = [...(root?.querySelector('video')?.textTracks ?? [])];
        return tracks.length > 0 && tracks.every(({ mode }) => mode !== 'showing');
      }),
    );
  });

  test(`c turns the captions of ${src} off and on, as they were`, async () => {
    await play(src);
    await chooseCaptions('en');
    await captions().filter({ hasText: 'Captions' }).waitFor();
    await page.keyboard.press('c');
    await page.locator('.toast', { hasText: 'Captions Off' }).waitFor();
    await captions().waitFor({ state: 'hidden' });
    await page.keyboard.press('c');
    await captions().filter({ hasText: 'Captions' }).waitFor();
  });
}

for (const src of ['/captions.m3u8', '/captions.mpd']) {
  test(`the captions that were chosen for ${src} are there in the next video, and stay off`, async () => {
    await play(src);
    await chooseCaptions('en');
    await captions().filter({ hasText: 'Captions' }).waitFor();
    await play('/captions.m3u8');
    await captions().filter({ hasText: 'Captions' }).waitFor();
    await play('/captions.mpd');
    await captions().filter({ hasText: 'Captions' }).waitFor();
    await chooseCaptions('Off');
    await play(src);
    await page.waitForTimeout(500);
    assert.equal(await captions().textContent(), '');
    assert.deepEqual(complaints, []);
  });
}

test('captions that a playlist turns on by default stay off for who has turned them off', async () => {
  await page.route('**/captions.m3u8', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('AUTOSELECT=YES', 'DEFAULT=YES,AUTOSELECT=YES');
    await route.fulfill({ response: answer, body });
  });
  await play('/captions.m3u8');
  await captions().filter({ hasText: 'น้ำปั่น' }).waitFor();
  await chooseCaptions('Off');
  await play('/captions.m3u8');
  await page.waitForTimeout(500);
  assert.equal(await captions().isVisible(), false);
});

test('captions that were chosen before are there, however late the browser opens its buffer', async () => {
  await page.addInitScript(() => {
    localStorage.setItem('kinora-captions', 'en');
    globalThis.MediaSource = class extends MediaSource {
      override addEventListener(type: string, listener: EventListener): void {
        const late = (event: Event) => setTimeout(() => listener(event), 1500);
        super.addEventListener(type, type === 'sourceopen' ? late : listener);
      }
    };
  });
  await play('/captions.m3u8');
  await captions().filter({ hasText: 'Captions' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('captions are chosen where nothing may be kept', async () => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await play('/captions.m3u8');
  await chooseCaptions('th');
  await captions().filter({ hasText: 'น้ำปั่น' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('captions stand above the controls, and come down when these go', async () => {
  await play('/captions.m3u8', 'th');
  await page.keyboard.press('c');
  await captions().filter({ hasText: 'น้ำปั่น' }).waitFor();
  const getGap = async (): Promise<number> => {
    const [above, below] = await Promise.all([
      captions().boundingBox(),
      page.getByRole('slider', { name: 'ตำแหน่ง' }).boundingBox(),
    ]);
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await page.mouse.move(300, 100);
  await page.waitForTimeout(200);
  assert.ok((await getGap()) >= 0);
  await page.locator('.stage.idle').waitFor({ state: 'attached' });
  await page.waitForTimeout(200);
  assert.ok((await getGap()) < 0);
});

test('a stream without captions has no menu of them, and c does nothing', async () => {
  await play('/playlist.m3u8');
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /^Speed/ }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: /^Captions/ }).count(), 0);
  assert.equal(await captions().textContent(), '');
});
