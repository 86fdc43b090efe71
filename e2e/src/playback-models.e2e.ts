import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startCustomerSite } from './customer-site.ts';
import { untilItPlays, untilPlayback } from './playback.ts';
import { slowDownloads } from './slow-network.ts';
import { startOwnForTests } from './started.ts';
import { shoot, visit, type Visit } from './visit.ts';

const SECONDS = 16;

const { product, browser, folder } = await startOwnForTests((made) =>
  // No browser here plays HEVC: every byte that is seen was encoded.
  makeClip(join(made, 'clip.mp4'), { seconds: SECONDS, codec: 'libx265' }),
);
const clip = join(folder, 'clip.mp4');
const site = await startCustomerSite();
after(() => site.close());
const api = await openApi(product);
const projects = new Map<DeliveryModel, string>();
for (const { id, vodDeliveryModel } of await api.presets()) {
  if (projects.has(vodDeliveryModel)) continue;
  const input = { name: vodDeliveryModel, key: vodDeliveryModel, presetId: id };
  projects.set(vodDeliveryModel, await api.createProject(input));
}

/** A video that is held in the middle of its encoding, by the worker standing still. */
type Held = { key: string; embedUrl: string; goOn: () => void };

const playlistOf = (key: string) => fetch(`${product.edgeUrl}/streams/${key}/playlist.m3u8`);

/** As the edge tells players: some of the stream is still to be encoded. */
async function assertOpen(key: string): Promise<void> {
  const { headers } = await playlistOf(key);
  assert.equal(headers.get('x-stream-open'), '1', 'all of it was encoded before it was seen');
}

async function uploadAndHold(projectKey: string, title: string): Promise<Held> {
  const key = await api.upload(projectKey, title, clip);
  const worker = await product.processOf('worker');
  const isPlayable = async () => (await api.video(key)).playable;
  await until(`“${title}” to be playable`, isPlayable, { seconds: 60, everyMs: 20 });
  const goOn = () => void process.kill(worker, 'SIGCONT');
  try {
    // The API publishes it, unless the worker has just begun to: then it needs a moment more.
    await until(
      'its playlist',
      async () => {
        goOn();
        await sleep(20);
        process.kill(worker, 'SIGSTOP');
        const isThere = async () => (await playlistOf(key)).ok;
        return until('the edge', isThere, { seconds: 2, everyMs: 50 }).catch(() => false);
      },
      { everyMs: 0 },
    );
    const { playbackUrls } = await api.video(key);
    return { key, embedUrl: playbackUrls?.embeddedUrl ?? assert.fail('no address'), goOn };
  } catch (error) {
    goOn();
    throw error;
  }
}

/** Plays a held video from its start, and lets its encoding go on once a picture is seen. */
async function beginHeld(me: Visit, held: Held, address: string): Promise<string[]> {
  // A segment that takes longer than the edge holds a request is asked for again.
  me.allow(503, /\/(init\.mp4|\d+\.m4s)$/);
  const asked = picturesOf(me.page);
  try {
    await me.page.goto(address);
    await pressPlay(me);
    await untilPlayback(me.page, 'the first picture', ({ time }) => time > 0);
    await assertOpen(held.key);
  } finally {
    held.goOn();
  }
  return asked;
}

const projectOf = (model: DeliveryModel) => projects.get(model) ?? assert.fail(model);

const pressPlay = ({ page, t }: Visit) =>
  page
    .getByRole('button', { name: t('player.play'), exact: true })
    .first()
    .click();

/** Says what the engine did not have to skip: from where to where was played, in seconds. */
type Played = { ended: boolean; duration: number; rate: number; ranges: [number, number][] };
const LOOK = `(() => {
  const video = document.querySelector('kinora-player').shadowRoot.querySelector('video');
  const { ended, duration, playbackRate: rate, played } = video;
  const ranges = Array.from({ length: played.length }, (_, i) => [played.start(i), played.end(i)]);
  return { ended, duration, rate, ranges };
})()`;

/** Plays on at double speed until the end; fails on any screen with a problem on the way. */
async function untilEnded({ page }: Visit): Promise<Played> {
  await page.keyboard.press('>');
  await page.keyboard.press('>');
  let played: Played | undefined;
  const hasEnded = async () => {
    assert.equal(await page.getByRole('alert').count(), 0, await page.innerText('body'));
    played = await page.evaluate<Played>(LOOK);
    return played.ended && played;
  };
  return until('the end', hasEnded, { seconds: 40 }).catch((error: unknown) => {
    throw new Error(`the player shows ${JSON.stringify(played)}`, { cause: error });
  });
}

/** From the first picture to the last, without a hole and without a jump. */
function assertWhole({ duration, ranges, rate }: Played): void {
  assert.ok(Math.abs(duration - SECONDS) < 0.1, `${SECONDS} s last ${duration} s`);
  assert.equal(ranges.length, 1, `it jumped: ${JSON.stringify(ranges)}`);
  const [start = NaN, end = NaN] = ranges[0] ?? [];
  assert.ok(start < 0.1 && end > duration - 0.1, `only ${start} s to ${end} s was played`);
  assert.equal(rate, 2);
}

/** Paths of what a page asks for to show pictures. */
function picturesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/streams\/.*\/v[^/]+\/(init\.mp4|\d+\.m4s)$/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

const WAYS = [
  { model: 'classic', engine: 'hls.js' },
  { model: 'model-k', engine: 'hls.js' },
  { model: 'model-k', engine: 'Shaka Player' },
  { model: 'model-c', engine: 'hls.js' },
  { model: 'model-c', engine: 'Shaka Player' },
] as const;

const SMALL = { lang: 'en', width: 800, height: 450 } as const;

for (const { model, engine } of WAYS) {
  test(`a video of ${model} plays with ${engine} from its first segment to its end while it is encoded`, async () => {
    const held = await uploadAndHold(projectOf(model), `${model} ${engine}`);
    await visit({ product, browser }, SMALL, async (me) => {
      // The embed page gives HLS to browsers; DASH is for customers with our player in their own pages.
      const own = site.page(held.embedUrl, 'manifest.mpd');
      const [first] = await beginHeld(me, held, engine === 'hls.js' ? held.embedUrl : own);
      assert.match(first ?? '', /\/v240\//, 'it did not begin with what is encoded first');
      assertWhole(await untilEnded(me));
      await shoot(me.page, `ended-${model}-${engine}`);
    });
    await api.untilReady(held.key);
  });
}

test('a seek to near the end of what is still encoded plays there, and from the start again', async () => {
  const held = await uploadAndHold(projectOf('model-k'), 'seek');
  await visit({ product, browser }, SMALL, async (me) => {
    const { page } = me;
    me.allow(503, /\/(init\.mp4|\d+\.m4s)$/);
    try {
      await page.goto(held.embedUrl);
      await pressPlay(me);
      await untilPlayback(page, 'its length', ({ duration }) => duration > SECONDS - 0.1);
      await page.keyboard.press('9');
      await untilPlayback(page, 'a seek to 90 %', ({ time }) => time > SECONDS * 0.85);
      await assertOpen(held.key);
    } finally {
      held.goOn();
    }
    await untilPlayback(page, 'time to move there', ({ time }) => time > SECONDS * 0.9 + 0.5);
    await page.keyboard.press('0');
    await untilPlayback(page, 'the start again', ({ time }) => time > 0.5 && time < 4);
    assert.equal(await page.getByRole('alert').count(), 0);
  });
  await api.untilReady(held.key);
});

/** Lists the sizes with stored segments, by rendition id. */
async function encodedSizes(key: string): Promise<string[]> {
  const below = join(product.dataDir, 'objects/streams', key);
  const found = await readdir(below, { recursive: true });
  const sizes = found.map((path) => /\b(v\d+)\/\d+\.m4s$/.exec(path)?.[1]);
  return [...new Set(sizes.filter((size) => size !== undefined))].toSorted();
}

test('model-c encodes a second quality when it is chosen in the player, and not before', async () => {
  const given = (await api.presets()).find((preset) => preset.vodDeliveryModel === 'model-c');
  assert.ok(given);
  // Idle workers would encode the rest otherwise, asked or not.
  const { id } = await api.copyPreset(given, { name: 'Asked', backgroundCompletion: 'never' });
  const projectKey = await api.createProject({ name: 'Asked', key: 'asked', presetId: id });
  const key = await api.upload(projectKey, 'Asked', clip);
  await api.untilReady(key);
  assert.deepEqual(await encodedSizes(key), ['v240']);
  await visit({ product, browser }, SMALL, async (me) => {
    const { page } = me;
    me.allow(503, /\/(init\.mp4|\d+\.m4s)$/);
    // Too slow for the better quality, so that the player does not ask for it by itself.
    await slowDownloads(page, 50_000);
    await page.goto((await api.video(key)).playbackUrls?.embeddedUrl ?? '');
    await pressPlay(me);
    await untilItPlays(page);
    await page.keyboard.press('k');
    await chooseQuality(me, '240p');
    assert.deepEqual(await encodedSizes(key), ['v240'], 'nobody asked for it');
    await slowDownloads(page, null);
    await chooseQuality(me, '360p');
    await page.keyboard.press('0');
    await page.keyboard.press('k');
    await untilPlayback(page, 'the chosen size', ({ height }) => height === 360);
    await untilItPlays(page);
    assert.deepEqual(await encodedSizes(key), ['v240', 'v360']);
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});

/** By the player's menu, which it closes. */
async function chooseQuality({ page, t }: Visit, label: string): Promise<void> {
  await page.getByRole('button', { name: t('player.settings') }).click();
  await page.getByRole('menuitem', { name: t('player.quality') }).click();
  await page.getByRole('menuitemradio', { name: label, exact: true }).click();
  await page.keyboard.press('Escape');
}
