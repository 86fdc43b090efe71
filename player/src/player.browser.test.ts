import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { after, before, beforeEach, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, recordComplaints, untilSeen } from './test-page.ts';
import type { Seen } from './test-page.ts';
import { startEmbedTestServer } from './test-embed-server.ts';
import type { EmbedTestServer } from './test-embed-server.ts';

const run = promisify(execFile);
const SOURCE = { src: '/playlist.m3u8', poster: '/cover.jpg', 'video-title': 'แกงเขียวหวาน' };

const AUDIO_ONLY = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"
thai/media.m3u8
`;

/** 20 s, two heights, two languages of audio, in segments of 2 s; and the audio alone. */
async function makeStream(folder: string): Promise<void> {
  const video =
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0';
  const hls =
    '-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name playlist.m3u8';
  await run(
    'ffmpeg',
    [
      ...'-hide_banner -loglevel error -f lavfi -i testsrc2=s=640x360:r=25:d=20'.split(' '),
      ...'-f lavfi -i sine=440:d=20 -f lavfi -i sine=880:d=20'.split(' '),
      '-filter_complex',
      '[0:v]split[a][b];[b]scale=320:180[c]',
      ...'-map [a] -map [c] -map 1:a -map 2:a -b:v:0 600k -b:v:1 200k -c:a aac -b:a 64k'.split(' '),
      ...`${video} ${hls}`.split(' '),
      '-var_stream_map',
      'a:0,agroup:aud,language:tha,name:thai,default:yes a:1,agroup:aud,language:eng,name:english v:0,agroup:aud,name:v360 v:1,agroup:aud,name:v180',
      '%v/media.m3u8',
    ],
    { cwd: folder },
  );
  await run('ffmpeg', [
    ...'-hide_banner -loglevel error -f lavfi -i mandelbrot=s=1280x720 -frames:v 1'.split(' '),
    join(folder, 'cover.jpg'),
  ]);
  await writeFile(join(folder, 'audio.m3u8'), AUDIO_ONLY);
}

let server: EmbedTestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

before(async () => {
  [server, browser] = await Promise.all([startEmbedTestServer(makeStream), launchChromium()]);
});
after(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  server.refuse(null);
  await context?.close();
  context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints = recordComplaints(page);
});

type Attributes = Readonly<Record<string, string>>;

const open = (attributes: Attributes) => page.goto(server.page(attributes));

const until = (matches: (seen: Seen) => boolean) => untilSeen(page, matches);

const near = (time: number, wanted: number): boolean => Math.abs(time - wanted) < 0.1;

test('a click plays the video, under a policy without inline styles and without script sinks', async () => {
  await open({ ...SOURCE, lang: 'en' });
  await page.getByRole('button', { name: 'Play' }).first().click();
  await until(({ time }) => time > 0.5);
  await until(({ duration }) => Math.round(duration) === 20);
  assert.deepEqual(complaints, []);
});

for (const way of ['mouse', 'keyboard']) {
  test(`the keys go on to the player after its large button was pressed by ${way}`, async () => {
    await open({ ...SOURCE, lang: 'en' });
    // The page simulates a host page that has other parts and keeps their keys to itself.
    await page.evaluate(() => {
      const stop = (event: Event) => event.target === document.body && event.stopPropagation();
      addEventListener('keydown', stop, { capture: true });
    });
    const button = page.getByRole('button', { name: 'Play', exact: true }).first();
    await button[way === 'mouse' ? 'click' : 'focus']();
    if (way === 'keyboard') await page.keyboard.press('Enter');
    await until(({ time }) => time > 0.5);
    await page.keyboard.press('>');
    await until(({ rate }) => rate === 1.5);
    await page.keyboard.press(' ');
    await until(({ paused }) => paused);
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.querySelector('kinora-player')?.shadowRoot?.activeElement?.ariaLabel,
    );
    assert.equal(focused, 'Play');
  });
}

test('keys play, seek, mute, change volume and speed before anything has the focus', async () => {
  await open({ ...SOURCE, lang: 'th' });
  await until(({ loaded }) => loaded);
  await page.keyboard.press('5');
  await until(({ time }) => near(time, 10));
  await page.keyboard.press('ArrowRight');
  await until(({ time }) => near(time, 15));
  await page.keyboard.press('j');
  await until(({ time }) => near(time, 5));
  await page.keyboard.press('ArrowDown');
  await until(({ volume }) => volume === 0.95);
  await page.keyboard.press('m');
  await until(({ muted }) => muted);
  await page.keyboard.press('>');
  await until(({ rate }) => rate === 1.5);
  await page.keyboard.press('k');
  await until(({ paused, time }) => !paused && time > 5.3);
  await page.keyboard.press(' ');
  await until(({ paused }) => paused);
});

test('autoplay, muted and start-time begin where the page says, and events bubble', async () => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const name of ['ready', 'play', 'timeupdate']) {
      document.addEventListener(`kinora:${name}`, () => heard.push(name));
    }
  });
  await open({ ...SOURCE, autoplay: '', muted: '', 'start-time': '8' });
  await until(({ time, muted }) => time > 8.2 && muted);
  const heard = await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[]);
  assert.deepEqual([...new Set(heard)].toSorted(), ['play', 'ready', 'timeupdate']);
});

test('with loop the video starts again at its end', async () => {
  await open({ ...SOURCE, autoplay: '', loop: '', 'start-time': '19' });
  await until(({ time }) => time > 19.2);
  await until(({ time, paused }) => time > 0.2 && time < 10 && !paused);
});

test('quality and audio are chosen in the menu by keyboard', async () => {
  await open({ ...SOURCE, lang: 'en', autoplay: '' });
  await until(({ time }) => time > 0.2);
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(
    await page.getByRole('menuitemradio').evaluateAll((rows) => rows.map((row) => row.textContent)),
    [await page.getByRole('menuitemradio', { name: /^Auto/ }).textContent(), '360p', '180p'],
  );
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Quality\s*180p/ }).waitFor();
  await until(({ height }) => height === 180);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Audio\s*audio_1/ }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('menu').count(), 0);
});

const SCREENS = [
  [403, undefined, 'This link doesn’t work', 'ลิงก์นี้ใช้ไม่ได้', 'Invalid Signed URL'],
  [403, 'signature_invalid', 'This link doesn’t work', 'ลิงก์นี้ใช้ไม่ได้', 'Invalid Signed URL'],
  [403, 'signature_missing', 'This link doesn’t work', 'ลิงก์นี้ใช้ไม่ได้'],
  [403, 'website_blocked', 'Not allowed on this website', 'เว็บไซต์นี้ไม่ได้รับอนุญาต'],
  [404, 'video_not_found', 'Video Not Found', 'ไม่พบวิดีโอ'],
  [410, 'signature_expired', 'This link has expired', 'ลิงก์นี้หมดอายุแล้ว', 'Expired Signed URL'],
  [410, 'video_deleted', 'This video was deleted', 'วิดีโอนี้ถูกลบแล้ว'],
  [
    451,
    'country_blocked',
    'This video is not available in your country',
    'วิดีโอนี้ไม่เปิดให้รับชมในประเทศของคุณ',
  ],
  [451, 'country_unknown', 'Your country couldn’t be told', 'ระบุประเทศของคุณไม่ได้'],
] as const;

/** Titles of the specification that stand below what a viewer reads first. */
const SPECIFIED = ['Invalid Signed URL', 'Expired Signed URL'];

for (const [status, reason, english, thai, cause] of SCREENS) {
  test(`${status} ${reason ?? 'alone'} is explained in both languages, refused or rendered`, async () => {
    const reasonAttribute: Attributes = reason ? { 'error-reason': reason } : {};
    for (const [lang, title] of Object.entries({ en: english, th: joinLoanwords(thai) })) {
      server.refuse({ status, ...(reason && { reason }) });
      await open({ ...SOURCE, lang });
      await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
      await open({ 'error-code': String(status), ...reasonAttribute, lang });
      await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
      const said = (await page.getByRole('alert').textContent()) ?? '';
      assert.match(said, new RegExp(`${status}(?!\\d)`));
      const named = SPECIFIED.filter((title) => said.includes(title));
      assert.deepEqual(named, lang === 'en' && cause ? [cause] : []);
    }
    assert.deepEqual(complaints, []);
  });
}

test('a video in preparation says so and starts by itself when it is ready', async () => {
  server.refuse({ status: 404, reason: 'video_not_ready' });
  await open({ ...SOURCE, lang: 'th' });
  const title = joinLoanwords('กำลังเตรียมวิดีโอ');
  await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
  server.refuse(null);
  await until(({ time }) => time > 0.2);
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('an edge that is away is named, and a press on try again plays when it is back', async () => {
  server.refuse({ status: 500 });
  await open({ ...SOURCE, lang: 'en', autoplay: '' });
  await page.getByRole('heading', { name: 'This video can’t be played right now' }).waitFor();
  server.refuse(null);
  await page.getByRole('button', { name: 'Retry' }).click();
  await until(({ time }) => time > 0.2);
});

for (const status of [403, 404]) {
  test(`after segments answered ${status} for a while, playback goes on where it stood`, async () => {
    await open({ ...SOURCE, lang: 'en' });
    await until(({ loaded }) => loaded);
    // Only segments from 10 s on fail, so that it plays first: a player that has failed takes no keys.
    server.refuse({ status, only: /[5-9]\.m4s$/ });
    await page.keyboard.press('k');
    await until(({ time }) => time > 0.2);
    await page.keyboard.press('6');
    await page.getByRole('heading', { name: 'Connection lost' }).waitFor();
    server.refuse(null);
    await until(({ time, paused }) => time > 12.3 && time < 16 && !paused);
    assert.equal(await page.getByRole('alert').count(), 0);
  });
}

test('a signature that expires while playing is named once nothing is left to play', async () => {
  await open({ ...SOURCE, lang: 'en' });
  await until(({ loaded }) => loaded);
  server.refuse({ status: 410, reason: 'signature_expired' });
  await page.keyboard.press('8');
  await page.keyboard.press('k');
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
});

test('audio without video plays behind its title instead of a black box', async () => {
  await open({ src: '/audio.m3u8', 'video-title': 'รายการเสียง', lang: 'th', autoplay: '' });
  await until(({ time }) => time > 0.2);
  assert.ok(await page.locator('.sound-title', { hasText: 'รายการเสียง' }).isVisible());
});

test('audio without video has its cover before and while it plays', async () => {
  await open({ ...SOURCE, src: '/audio.m3u8', preload: 'none' });
  const cover = page.locator('.poster img');
  await cover.waitFor();
  await page.locator('.big-play').click();
  await until(({ time }) => time > 0.2);
  assert.ok(await cover.isVisible());
  assert.equal(await page.locator('.sound-title').isVisible(), false);
});

test('an image of the page is the cover where it has its address', async () => {
  await open({ ...SOURCE, preload: 'none' });
  const show = (src: string) =>
    page.evaluate((address) => {
      const player = document.querySelector('kinora-player');
      const anew = player?.cloneNode() as HTMLElement;
      anew.append(Object.assign(new Image(), { src: address, slot: 'poster' }));
      player?.replaceWith(anew);
    }, src);
  await show('/cover.jpg?own');
  const own = page.locator('kinora-player > img');
  assert.equal(await own.isVisible(), false, 'it is another image');
  await page.locator('.poster img').waitFor();
  await page.evaluate(() =>
    document.querySelector('kinora-player')?.setAttribute('poster', '/cover.jpg?own'),
  );
  await own.waitFor();
  assert.equal(await page.locator('.poster img').count(), 0, 'and no other is loaded');
  await page.locator('.big-play').click();
  await until(({ time }) => time > 0.2);
  assert.equal(await own.isVisible(), false, 'the video is shown');
});

test('axe finds nothing serious while playing, in the menu and on an error screen', async () => {
  const serious = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  await open({ ...SOURCE, lang: 'en', autoplay: '' });
  await until(({ time }) => time > 0.2);
  assert.deepEqual(await serious(), []);
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.deepEqual(await serious(), []);
  await open({ 'error-code': '404', lang: 'en' });
  await page.getByRole('alert').waitFor();
  assert.deepEqual(await serious(), []);
});
