import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PublishedDrm } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import type { Browser, Page } from 'playwright-core';
import { loadPlayerAssets } from '../player-assets.ts';
import { launchChromium } from '../test-players.ts';
import { type Written, writeSpc } from './fair-play/test-device.ts';
import { fairPlay, LICENCE, startDrm } from './test-drm.ts';
import { KEYS, OURS, signToken } from './test-licences.ts';
import { openSigned } from './test-services.ts';

// Chromium alone has only ClearKey. These stand-ins for key systems ask as the real ones do and keep the
// answer, so that the path of requests and licences is tested, without a picture.

const BUILT_PLAYER = fileURLToPath(new URL('../../../player/dist', import.meta.url));
const CHALLENGE = 'a challenge of the browser';

let browser: Browser;

before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** Runs in the page before all else: a browser with these key systems and with none that really decrypts. */
const standIn = (keySystems: string[], challenge: number[]) => `(() => {
  const keys = (window.keySystem = { asked: [], certificate: null, licences: [], requests: [] });
  class Session extends EventTarget {
    sessionId = 'one';
    expiration = NaN;
    keyStatuses = new Map();
    closed = new Promise(() => {});
    async generateRequest(type, data) {
      keys.requests.push([type, new TextDecoder().decode(data)]);
      const message = new Uint8Array(${JSON.stringify(challenge)}).buffer;
      const event = Object.assign(new Event('message'), { messageType: 'license-request', message });
      setTimeout(() => this.dispatchEvent(event));
    }
    async update(licence) { keys.licences.push([...new Uint8Array(licence)]); }
    async close() {}
  }
  const mediaKeys = {
    createSession: () => new Session(),
    setServerCertificate: async (bytes) => { keys.certificate = [...new Uint8Array(bytes)]; return true; },
  };
  const accesses = ${JSON.stringify(keySystems)}.map((keySystem) => ({
    keySystem,
    // Shaka Player takes a browser that names no scheme for one that knows no cbcs.
    getConfiguration: () => ({
      sessionTypes: ['temporary'],
      videoCapabilities: [{ encryptionScheme: 'cbcs' }],
      audioCapabilities: [{ encryptionScheme: 'cbcs' }],
    }),
    createMediaKeys: async () => {
      keys.chosen = keySystem;
      return mediaKeys;
    },
  }));
  navigator.requestMediaKeySystemAccess = async (name) => {
    keys.asked.push(name);
    const access = accesses.find((one) => one.keySystem === name);
    if (access) return access;
    throw new DOMException('', 'NotSupportedError');
  };
  navigator.mediaCapabilities.decodingInfo = async ({ keySystemConfiguration: wanted }) => {
    const access = accesses.find((one) => one.keySystem === wanted?.keySystem) ?? null;
    const supported = access !== null;
    return { supported, smooth: supported, powerEfficient: supported, keySystemAccess: access };
  };
  HTMLMediaElement.prototype.setMediaKeys = async () => {};
  if (accesses[0].keySystem === 'com.apple.fps') window.WebKitMediaKeys = class {};
})()`;

type Kept = { certificate: number[] | null; licences: number[][]; requests: string[][] };

const kept = (page: Page) => page.evaluate<Kept>('window.keySystem');

async function open(
  t: TestContext,
  keySystem: string | readonly string[],
  challenge: Buffer,
  change?: (drm: PublishedDrm, port: number) => PublishedDrm,
  noticeUrl: (url: string) => void = () => undefined,
) {
  const started = await startDrm(t, change, {
    player: await loadPlayerAssets(BUILT_PLAYER),
    now: Date.now,
  });
  const page = await browser.newPage();
  t.after(() => page.close());
  page.setDefaultTimeout(20_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    noticeUrl(request.url());
  });
  await page.addInitScript(standIn([keySystem].flat(), [...challenge]));
  const exp = Math.floor(Date.now() / 1000) + 600;
  const token = await signToken({ video: 'vid1', exp }, { pairs: OURS });
  await page.goto(
    `${started.edge.url}/embed/vid1?lang=en&autoplay=1&muted=1#license_token=${token}`,
  );
  return { ...started, page, asked };
}

const findLicence = (page: Page) =>
  until('a licence', async () => (await kept(page)).licences[0] ?? false, { seconds: 30 });

test('a browser with Widevine asks for its licence alone, and is given what the service answered', async (t) => {
  const { page, asked, widevine } = await open(t, 'com.widevine.alpha', Buffer.from(CHALLENGE));
  assert.deepEqual(Buffer.from(await findLicence(page)), LICENCE);
  const message = openSigned(widevine.calls[0]?.body ?? Buffer.alloc(0));
  assert.equal(Buffer.from(String(message['payload']), 'base64').toString(), CHALLENGE);
  const licences = asked.filter((path) => path.startsWith('/licenses/'));
  assert.deepEqual(new Set(licences), new Set(['/licenses/widevine']));
  assert.ok(asked.includes('/streams/vid1/manifest.mpd'));
});

test('a browser with PlayReady alone sends its challenge to that service', async (t) => {
  const { page, asked, playready } = await open(
    t,
    'com.microsoft.playready',
    Buffer.from(CHALLENGE),
  );
  assert.equal(Buffer.from(await findLicence(page)).toString(), '<soap>a licence</soap>');
  assert.equal(playready.calls[0]?.body.toString(), CHALLENGE);
  const licences = asked.filter((path) => path.startsWith('/licenses/'));
  assert.deepEqual(new Set(licences), new Set(['/licenses/play-ready']));
});

const WIDEVINE = 'com.widevine.alpha';
const PLAYREADY = 'com.microsoft.playready';

for (const [has, of, licence] of [
  ['playready', '/licenses/play-ready', '<soap>a licence</soap>'],
  ['widevine', '/licenses/widevine', LICENCE.toString()],
] as const) {
  test(`a browser with both is asked for what its team has alone: ${has}`, async (t) => {
    const only = (drm: PublishedDrm) => ({
      fairplay: null,
      widevine: null,
      playready: null,
      [has]: drm[has],
    });
    const { page, asked } = await open(t, [PLAYREADY, WIDEVINE], Buffer.from(CHALLENGE), only);
    assert.equal(Buffer.from(await findLicence(page)).toString(), licence);
    const licences = asked.filter((path) => path.startsWith('/licenses/'));
    assert.deepEqual(new Set(licences), new Set([of]));
  });
}

test('a player asks the host that its team has chosen for licences, and nothing else of it', async (t) => {
  const atLocalhost = (drm: PublishedDrm, port: number) => ({
    ...drm,
    licenceHost: `localhost:${port}`,
  });
  const asked: string[] = [];
  const { page, edge } = await open(t, WIDEVINE, Buffer.from(CHALLENGE), atLocalhost, (url) =>
    asked.push(url),
  );
  assert.deepEqual(Buffer.from(await findLicence(page)), LICENCE);
  const there = asked.filter((url) => url.startsWith(`http://localhost:${edge.port}/`));
  assert.ok(there.length > 0);
  assert.ok(there.every((url) => url.includes(`/licenses/widevine?video=vid1&host=127.0.0.1`)));
  assert.ok(!asked.some((url) => url.startsWith(`${edge.url}/licenses/`)));
});

test('one of Apple’s whose team has no FairPlay says what the browser can’t do', async (t) => {
  const { page, asked } = await open(t, 'com.apple.fps', Buffer.from(CHALLENGE), (drm) => ({
    ...drm,
    fairplay: null,
  }));
  await page
    .getByRole('alert')
    .getByText(/This browser can’t play protected videos/)
    .waitFor();
  assert.ok(!asked.some((path) => path.startsWith('/licenses/')));
});

test('one of Apple’s plays HLS, gets the certificate, and opens the key that FairPlay’s answer holds', async (t) => {
  const written: Written = writeSpc(fairPlay.device, `skd://${KEYS.sd[0]}`);
  const { page, asked } = await open(t, 'com.apple.fps', written.message);
  await until('the certificate', async () => (await kept(page)).certificate ?? false, {
    seconds: 30,
  });
  assert.deepEqual(Buffer.from((await kept(page)).certificate ?? []), fairPlay.certificate);
  // The element says so when it meets a protected segment.
  await page.evaluate(`(() => {
    const video = document.querySelector('kinora-player').shadowRoot.querySelector('video');
    const initData = new TextEncoder().encode('skd://${KEYS.sd[0]}').buffer;
    video.dispatchEvent(new MediaEncryptedEvent('encrypted', { initDataType: 'skd', initData }));
  })()`);
  const licence = Buffer.from(await findLicence(page));
  assert.equal(written.open(licence).key.toString(), KEYS.sd[1]);
  assert.deepEqual((await kept(page)).requests, [['skd', `skd://${KEYS.sd[0]}`]]);
  assert.ok(asked.includes('/streams/vid1/playlist.m3u8'));
  assert.ok(!asked.includes('/streams/vid1/manifest.mpd'));
  const licences = asked.filter((path) => path.startsWith('/licenses/'));
  assert.deepEqual(
    new Set(licences),
    new Set(['/licenses/fair-play/certificate', '/licenses/fair-play']),
  );
});

test('a service that doesn’t answer has a screen of its own, and a team without it one about the browser', async (t) => {
  const { page, edge, widevine, publish } = await open(
    t,
    'com.widevine.alpha',
    Buffer.from(CHALLENGE),
  );
  await findLicence(page);
  widevine.answer = (response) => void response.writeHead(500).end();
  const token = await signToken({ video: 'vid1', exp: Math.floor(Date.now() / 1000) + 600 });
  const show = async (lang: string, words: RegExp) => {
    await page.goto('about:blank');
    await page.goto(
      `${edge.url}/embed/vid1?lang=${lang}&autoplay=1&muted=1#license_token=${token}`,
    );
    await page.getByRole('alert').getByText(words).waitFor();
  };
  await show('en', /licence service didn’t answer/);
  await show('th', /บริการออกไลเซนส์ไม่ตอบกลับ/);
  await publish({ drm: { fairplay: null, widevine: null, playready: null } });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await show('en', /This browser can’t play protected videos/);
});
