import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { type Browser, type LicenceScene, startLicenceScene } from './test-licence-scene.ts';

// The whole way of a licence: a token that a customer's server signs, the edge and the player.

type Page = Awaited<ReturnType<Browser['newPage']>>;
type Frame = ReturnType<Page['mainFrame']>;

let scene: LicenceScene;
before(async () => {
  scene = await startLicenceScene('full');
});
after(() => scene.close());
const createToken = (more?: object) => scene.createToken(more);

async function openPage(t: TestContext): Promise<Page> {
  const page = await scene.browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(20_000);
  t.after(() => page.close());
  return page;
}

const toEmbed = (token: string | null, lang = 'en', play = '&autoplay=1&muted=1') =>
  `${scene.url}/embed/${scene.videoKey}?lang=${lang}${play}${token === null ? '' : `#license_token=${token}`}`;

/** Says what a viewer sees; it runs in the page. */
const LOOK = `(() => {
  const player = document.querySelector('kinora-player');
  const video = player?.shadowRoot?.querySelector('video');
  const { currentTime: time = 0, videoHeight: height = 0, ended = false } = video ?? {};
  return { time, height, ended, problem: player?.problem?.kind ?? null };
})()`;
type Seen = { time: number; height: number; ended: boolean; problem: string | null };

const seen = (page: Page | Frame) => page.evaluate<Seen>(LOOK);

async function waitForPlay(page: Page): Promise<void> {
  await until(
    'the video to play',
    async () => {
      const { time, problem } = await seen(page);
      assert.equal(problem, null);
      return time > 1;
    },
    { seconds: 40 },
  );
}

async function waitForProblem(page: Page, kind: string): Promise<void> {
  await until(`the screen of ${kind}`, async () => (await seen(page)).problem === kind, {
    seconds: 40,
  });
  assert.equal((await seen(page)).time, 0);
}

test('with a token a protected video plays to its end, and the token stays secret', async (t) => {
  const page = await openPage(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const token = createToken();
  await page.goto(toEmbed(token));
  await waitForPlay(page);
  await until('the end', async () => (await seen(page)).ended, { seconds: 40 });
  assert.ok(
    asked.some((address) =>
      address.startsWith(`${scene.url}/licenses/clear-key?video=${scene.videoKey}`),
    ),
  );
  for (const address of asked) assert.ok(!address.includes(token));
  assert.ok(!page.url().includes('license_token'));
  assert.ok(!scene.logged().includes(token));
});

test('a protected stream is opened as the pointer comes, and its licence is for who plays', async (t) => {
  const page = await openPage(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(toEmbed(createToken(), 'en', ''));
  const count = (end: string) => asked.filter((path) => path.endsWith(end)).length;
  await page.mouse.move(300, 100);
  await until('what describes video and audio', async () => count('init.mp4') === 2);
  await page.waitForTimeout(500);
  assert.deepEqual([count('clear-key'), count('.m4s')], [0, 0]);
  await page.keyboard.press('k');
  await waitForPlay(page);
  assert.equal(count('clear-key'), 1);
});

test('a token for SD plays the renditions of SD alone', async (t) => {
  const page = await openPage(t);
  await page.goto(toEmbed(createToken({ max_resolution: 'SD' })));
  await waitForPlay(page);
  await until('the end', async () => (await seen(page)).ended, { seconds: 40 });
  const { height } = await seen(page);
  assert.ok(height > 0 && height <= 576, `${height} rows`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /Quality/ }).click();
  const qualities = await page.getByRole('menuitemradio').allTextContents();
  assert.ok(
    qualities.some((label) => label.includes('360p')),
    qualities.join(),
  );
  assert.ok(!qualities.some((label) => label.includes('720p')), qualities.join());
});

const REFUSED: [string, () => string | null, RegExp, RegExp][] = [
  ['licenceMissing', () => null, /This video is protected/, /มีการป้องกัน/],
  [
    'licenceExpired',
    () => createToken({ exp: 1_000_000_000 }),
    /Permission to watch has expired/,
    /สิทธิ์รับชมหมดอายุแล้ว/,
  ],
  ['licenceInvalid', () => `${createToken()}x`, /isn’t valid/, /สิทธิ์รับชมไม่ถูกต้อง/],
  ['licenceNotCovered', () => createToken({ video: 'another' }), /doesn’t include/, /ไม่ครอบคลุม/],
  [
    'outputNotProtected',
    () => createToken({ hdcp: 'HDCP_V2' }),
    /protected screen is required/,
    /ต้องใช้จอภาพ/,
  ],
];

for (const [kind, token, english, thai] of REFUSED) {
  test(`who gets no licence sees why: ${kind}`, async (t) => {
    const page = await openPage(t);
    for (const [lang, words] of [
      ['en', english],
      ['th', thai],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(toEmbed(token(), lang));
      await waitForProblem(page, kind);
      await page.getByRole('alert').getByText(words).waitFor();
    }
  });
}

test('a browser without a key system says so', async (t) => {
  const page = await openPage(t);
  await page.addInitScript(`Object.defineProperty(navigator, 'requestMediaKeySystemAccess', {
    value: () => Promise.reject(new DOMException('', 'NotSupportedError')),
  })`);
  for (const lang of ['en', 'th']) {
    await page.goto('about:blank');
    await page.goto(toEmbed(createToken(), lang));
    await waitForProblem(page, 'noKeySystem');
  }
});

test('an expired token is renewed by the page’s function, and a late one is used at once', async (t) => {
  const page = await openPage(t);
  const expired = createToken({ exp: 1_000_000_000 });
  await page.goto(toEmbed(expired).replace('autoplay=1', 'autoplay=0'));
  await page.evaluate(`(() => {
    const player = document.querySelector('kinora-player');
    player.getLicenseToken = () => Promise.resolve('${createToken()}');
    player.play();
  })()`);
  await waitForPlay(page);

  await page.goto('about:blank');
  await page.goto(toEmbed(null));
  await waitForProblem(page, 'licenceMissing');
  await page.evaluate(`document.querySelector('kinora-player').licenseToken = '${createToken()}'`);
  await until('the video to play', async () => (await seen(page)).time > 1, { seconds: 40 });
});

test('the page around a frame hands a token over by player.js', async (t) => {
  const page = await openPage(t);
  await page.goto(`${scene.url}/healthz`);
  await page.setContent(
    `<iframe src="${toEmbed(null)}" allow="autoplay; encrypted-media"></iframe>`,
  );
  const frame = await until('the frame', async () => page.frames()[1] ?? false);
  await until('the refusal', async () => (await seen(frame)).problem === 'licenceMissing', {
    seconds: 40,
  });
  const message = { context: 'player.js', method: 'setLicenseToken', value: createToken() };
  const text = JSON.stringify(JSON.stringify(message));
  await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${text}, '*')`);
  await until('the video to play', async () => (await seen(frame)).time > 1, { seconds: 40 });
});
