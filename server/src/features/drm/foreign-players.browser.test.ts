import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { launchPlayers, type Players } from '@kinora/edge/test-players';
import { type LicenceScene, SECONDS, startLicenceScene } from './test-licence-scene.ts';

// Players by others, on a page of another origin, with a token as docs/licences.md describes.

let scene: LicenceScene;
let players: Players;
before(async () => {
  [scene, players] = await Promise.all([startLicenceScene(), launchPlayers()]);
});
after(async () => {
  await players.close();
  await scene.close();
});

const stream = (name: string) => `${scene.url}/streams/${scene.videoKey}/${name}`;
const bearer = () => `Bearer ${scene.createToken()}`;

test('Shaka Player asks where the manifest says, from a page of another origin', async (t) => {
  const page = await players.open(t);
  await page.playWithShaka(stream('manifest.mpd'), {}, bearer());
  await page.waitForEnd(SECONDS);
});

test('dash.js gets its licence with and without credentials', async (t) => {
  for (const withCredentials of [false, true]) {
    const page = await players.open(t);
    await page.playWithDash(stream('manifest.mpd'), {
      'org.w3.clearkey': { httpRequestHeaders: { Authorization: bearer() }, withCredentials },
    });
    await page.waitForEnd(SECONDS);
  }
});

test('hls.js plays video and audio of two keys by the one licence that it asks for', async (t) => {
  const page = await players.open(t);
  await page.playWithHls(
    stream('playlist.m3u8'),
    {
      emeEnabled: true,
      drmSystems: {
        'org.w3.clearkey': {
          licenseUrl: `${scene.url}/licenses/clear-key?video=${scene.videoKey}`,
        },
      },
    },
    bearer(),
  );
  await page.waitForEnd(SECONDS);
});

test('our own player asks for the keys of all sets by one licence', async (t) => {
  const page = await scene.browser.newPage();
  t.after(() => page.close());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/licenses/')) asked.push(request.postData() ?? '');
  });
  const query = `autoplay=1&muted=1#license_token=${scene.createToken()}`;
  await page.goto(`${scene.url}/embed/${scene.videoKey}?${query}`);
  const hasEnded = () =>
    page.evaluate<boolean>(
      `document.querySelector('kinora-player')?.shadowRoot?.querySelector('video')?.ended === true`,
    );
  await until('the end', hasEnded, { seconds: 40 });
  assert.equal(asked.length, 1);
  const { kids } = JSON.parse(String(asked[0])) as { kids: string[] };
  const manifest = await (await fetch(stream('manifest.mpd'))).text();
  const named = [...manifest.matchAll(/default_KID="([^"]+)"/g)].map(([, id = '']) => id);
  assert.equal(kids.length, new Set(named).size);
});
