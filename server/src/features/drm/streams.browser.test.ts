import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { getPublishedKeysPrefix } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { withAppWorker } from '../../test-videos.ts';
import { type Browser, type LicenceScene, startLicenceScene } from './test-licence-scene.ts';
import { endTimeOfViewers } from './test-sweeps.ts';

// Tokens with `max_streams`, from the customer's signature to what a viewer sees.

type Page = Awaited<ReturnType<Browser['newPage']>>;

let scene: LicenceScene;
before(async () => {
  scene = await startLicenceScene();
});
after(() => scene.close());

/** A page of a browser of its own, as on another device. */
async function openDevice(t: TestContext): Promise<Page> {
  const context = await scene.browser.newContext({ viewport: { width: 640, height: 360 } });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

const toEmbed = (token: string, lang = 'en') =>
  `${scene.url}/embed/${scene.videoKey}?lang=${lang}&autoplay=1&muted=1&loop=1#license_token=${token}`;

const look = (page: Page) =>
  page.evaluate<{ time: number; problem: string | null }>(`(() => {
    const player = document.querySelector('kinora-player');
    const { currentTime: time } = player.shadowRoot.querySelector('video');
    return { time, problem: player.problem?.kind ?? null };
  })()`);

async function untilPlays(page: Page): Promise<void> {
  const play = async () => {
    const { time, problem } = await look(page);
    assert.equal(problem, null);
    return time > 0.5;
  };
  await until('the video to play', play, { seconds: 40 });
}

/** Presses the button until the lease of another device is gone, which it is long before it ends. */
async function tryUntilPlays(page: Page): Promise<void> {
  const press = async () => {
    const { time, problem } = await look(page);
    if (problem !== null) {
      await page.evaluate(`document.querySelector('kinora-player').shadowRoot
        .querySelector('.problem .retry').click()`);
    }
    return time > 0.5 && problem === null;
  };
  // Each press restarts playback, so presses are far apart: a slow machine would never play half a second in
  // between.
  await until('the video to play', press, { seconds: 60, everyMs: 2000 });
}

const untilRefused = (page: Page) =>
  until('the refusal', async () => (await look(page)).problem === 'tooManyStreams', {
    seconds: 40,
  });

const SCREENS = { en: /too many screens at once/, th: /ดูพร้อมกันหลายจอเกินกำหนด/ };

test('a viewer on one screen too many sees so, and watches there once the first one is closed', async (t) => {
  const token = scene.createToken({ sub: 'anna', max_streams: 1 });
  const [first, second] = [await openDevice(t), await openDevice(t)];
  await first.goto(toEmbed(token));
  await untilPlays(first);
  for (const lang of ['th', 'en'] as const) {
    await second.goto('about:blank');
    await second.goto(toEmbed(token, lang));
    await untilRefused(second);
    await second.getByRole('alert').getByText(SCREENS[lang]).waitFor();
  }
  assert.equal((await look(first)).problem, null);
  await first.close();
  await second.getByRole('button', { name: 'Retry' }).waitFor();
  await tryUntilPlays(second);
});

test('a player that goes from its page, or gets another video, lets the next one in', async (t) => {
  const token = scene.createToken({ sub: 'ben', max_streams: 1 });
  const [first, second] = [await openDevice(t), await openDevice(t)];
  const endings = [
    `document.querySelector('kinora-player').remove()`,
    `document.querySelector('kinora-player').removeAttribute('src')`,
    `location.href = 'about:blank'`,
  ];
  for (const ending of endings) {
    // An address that differs only in its fragment would not reload the page.
    await first.goto('about:blank');
    await first.goto(toEmbed(token));
    await tryUntilPlays(first);
    await second.goto(toEmbed(token));
    await untilRefused(second);
    await first.evaluate(ending);
    await tryUntilPlays(second);
    await second.goto('about:blank');
  }
});

test('the player renews before its lease ends, and stops where that is refused', async (t) => {
  const page = await openDevice(t);
  const asked: string[] = [];
  let isRefused = false;
  // The edge's own answer, with an end that a test can wait for.
  await page.route(/\/licenses\/clear-key/, async (route) => {
    asked.push(route.request().url());
    const json = { code: 'license_streams_exceeded' };
    if (isRefused) return route.fulfill({ status: 403, json });
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-lease-seconds': '4' } });
  });
  await page.goto(toEmbed(scene.createToken({ sub: 'cem', max_streams: 1 })));
  await untilPlays(page);
  await until('two renewals', async () => asked.length >= 3, { seconds: 20 });
  assert.equal(new Set(asked).size, 1);
  assert.match(asked[0] ?? '', /&session=[0-9a-f]{32}$/);
  assert.equal((await look(page)).problem, null);
  isRefused = true;
  await untilRefused(page);
  const stopped = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  assert.equal(asked.length, stopped);
});

test('a token without a limit leases nothing: no player renews, and none reports its stop', async (t) => {
  const page = await openDevice(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(toEmbed(scene.createToken({ sub: 'dao' })));
  await untilPlays(page);
  await page.goto('about:blank');
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/licenses/')),
    ['/licenses/clear-key'],
  );
});

test('who watches while the stream gets new keys renews the old ones, until its time is over', async (t) => {
  const { videos, videoKey } = scene;
  const { context } = videos.app;
  const page = await openDevice(t);
  const renewed: [status: number, kids: string][] = [];
  await page.route(/\/licenses\/clear-key/, async (route) => {
    const response = await route.fetch();
    const { kids } = JSON.parse(route.request().postData() ?? '{}') as { kids?: string[] };
    renewed.push([response.status(), String(kids)]);
    await route.fulfill({ response, headers: { ...response.headers(), 'x-lease-seconds': '4' } });
  });
  await page.goto(toEmbed(scene.createToken({ sub: 'eva', max_streams: 1 })));
  await untilPlays(page);
  const [first] = renewed;
  await withAppWorker(context, async () => {
    const vodId = String((await videos.video(videoKey))['vod']?.['id']);
    const address = `/api/v1/videos/${videoKey}/vods/${vodId}/rotate-keys`;
    assert.equal((await videos.app.call('POST', address, { as: videos.admin })).status, 202);
    const isAnew = (id: string | undefined) => id?.endsWith('-p2') ?? false;
    await videos.untilPublished(videoKey, ({ stream }) => isAnew(stream?.video[0]?.id));
    // An edge knows of it within a second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const before = renewed.length;
    await until('two renewals', async () => renewed.length >= before + 2, { seconds: 20 });
    for (const one of renewed) assert.deepEqual(one, first);
    assert.equal((await look(page)).problem, null);
    const listKeys = async () => {
      const found: string[] = [];
      for await (const key of context.storage.list(getPublishedKeysPrefix(vodId))) found.push(key);
      return found;
    };
    assert.equal((await listKeys()).length, 2);
    await endTimeOfViewers(context.db);
    await until('the old keys to be gone', async () => (await listKeys()).length === 1);
  });
});
