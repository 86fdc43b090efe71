import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { loadPlayerAssets } from '@kinora/edge/player-assets';
import { createEdge } from '@kinora/edge/serve';
import { publishChannel, publishProject, TEST_ACCESS } from '@kinora/edge/test-edge';
import { launchChromium } from '@kinora/edge/test-players';
import { makeClip, testFolder, testVideo, tone, X264 } from '@kinora/media/test-clips';
import type { Storage } from '@kinora/storage/storage';
import { unseal } from '../../base/secrets.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { nameKeyPlace } from './rules.ts';

// The whole way of a licence: a token that a customer's server signs, the edge and the player.

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Frame = ReturnType<Page['mainFrame']>;

const SECONDS = 4;
const BUILT_PLAYER = fileURLToPath(new URL('../../../../player/dist', import.meta.url));
const folder = await testFolder();
const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let videos: TestVideos;
let browser: Browser;
let key: string;
let url: string;
let closeEdge: () => void;
let logged = '';

before(async () => {
  [videos, browser] = await Promise.all([startTestVideos({ NODE_ENV: 'test' }), launchChromium()]);
  const { storage, config } = videos.app.context;
  const made = `${testVideo('1280x720', '25', SECONDS)} ${tone(SECONDS)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(folder, 'clip.mp4', made));
  key = await videos.upload(clip, { presetId: await videos.presetOf('model-k') });
  const publicKey = String(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  const keys = `/api/v1/drm-configs/${videos.scope.teamId}/jwtKeys`;
  const body = { name: 'Shop', publicKey };
  assert.equal((await videos.app.call('POST', keys, { as: videos.admin, body })).status, 201);
  await withAppWorker(videos.app.context, async () => {
    await videos.until(key, (now) => stateOf(now) === 'completed');
    const vodId = String((await videos.video(key))['vod']?.['id']);
    const address = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
    const sent = { as: videos.admin, body: { drmModel: 'clearKey' } };
    assert.equal((await videos.app.call('PUT', address, sent)).status, 200);
    await videos.untilPublished(key, ({ stream }) => !!stream?.encryption);
  });
  const log = (fields: object) => void (logged += JSON.stringify(fields));
  const { secretKey } = config.secrets;
  const server = createEdge({
    ...{ storage, log: { info: log, warn: log, error: log } },
    player: await loadPlayerAssets(BUILT_PLAYER),
    access: {
      ...TEST_ACCESS,
      openStreamKey: (place, sealed) => unseal(secretKey, nameKeyPlace(place), sealed),
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  await publishChannel(storage, `127.0.0.1:${port}`, videos.scope.teamId);
  await publishTeam(storage);
  closeEdge = () => {
    server.closeAllConnections();
    server.close();
  };
});
/** The rules of the test's project stand beside the keys that were made by the API. */
async function publishTeam(storage: Storage): Promise<void> {
  const name = getPublishedTeamKey(videos.scope.teamId);
  const read = async () =>
    PublishedTeam.parse(JSON.parse(String(await storage.read(name))) as unknown);
  const { jwtKeys } = await read();
  assert.equal(jwtKeys.length, 1);
  await publishProject(storage, videos);
  await storage.put(name, Buffer.from(JSON.stringify({ ...(await read()), jwtKeys })));
}

after(async () => {
  await browser.close();
  closeEdge();
  await videos.close();
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As a customer's server signs, by nothing but Node. */
function createToken(more: object = {}): string {
  const claims = { video: key, exp: Math.floor(Date.now() / 1000) + 600, ...more };
  const text = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`;
  const { privateKey } = signer;
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${text}.${signature.toString('base64url')}`;
}

async function openPage(t: TestContext): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(20_000);
  t.after(() => page.close());
  return page;
}

const toEmbed = (token: string | null, lang = 'en') =>
  `${url}/embed/${key}?lang=${lang}&autoplay=1&muted=1${token === null ? '' : `#license_token=${token}`}`;

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

test('with a token a protected video plays to its end, and nobody is told the token', async (t) => {
  const page = await openPage(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const token = createToken();
  await page.goto(toEmbed(token));
  await waitForPlay(page);
  await until('the end', async () => (await seen(page)).ended, { seconds: 40 });
  assert.ok(asked.some((address) => address.startsWith(`${url}/licenses/clear-key?video=${key}`)));
  for (const address of asked) assert.ok(!address.includes(token));
  assert.ok(!page.url().includes('license_token'));
  assert.ok(!logged.includes(token));
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
  await page.goto(`${url}/healthz`);
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
