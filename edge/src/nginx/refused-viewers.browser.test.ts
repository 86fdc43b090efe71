import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@kinora/contract/test-until';
import type { PublishedChannel, PublishedCountries } from '@kinora/contract/published';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { type Countries, getPackagedCountries, openCountries } from '../countries.ts';
import { loadPlayerAssets, type PlayerAssets } from '../player-assets.ts';
import { publishChannel, publishProject, TEST_ACCESS } from '../test-edge.ts';
import { type Film, makeFilm, startWithFilm } from '../test-film.ts';
import { launchChromium } from '../test-players.ts';
import { startBuiltInEdge, startNginxEdge } from './test-nginx-edge.ts';
import { signedUrl, signQuery } from './test-world.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../../player/dist', import.meta.url));
const log = { info: () => undefined, warn: console.warn, error: console.error };

let browser: Browser;
let film: Film;
let player: PlayerAssets;
let countries: Countries;

before(async () => {
  [film, browser, player, countries] = await Promise.all([
    makeFilm(),
    launchChromium(),
    loadPlayerAssets(BUILT_PLAYER),
    openCountries(getPackagedCountries(), log),
  ]);
});
after(async () => {
  await browser.close();
  await film.remove();
  countries.close();
});

type Viewer = {
  /** The website that shows the video in a frame. */
  site: string;
  /** A public address, which a proxy that is trusted has passed on. */
  address: string;
  isSigned: boolean;
};

/** All three rules let in a person in Thailand, on the customer's website, by a signed address. */
const LET_IN: Viewer = { site: 'school.localhost', address: '1.46.0.1', isSigned: true };
const CHANNEL: Partial<PublishedChannel> = {
  signedUrl: signedUrl(false),
  website: { policy: 'allowSome', domains: [LET_IN.site], allowNoReferrer: false },
};
const COUNTRIES: PublishedCountries = { allow: ['TH'], deny: [] };

const REFUSED: readonly [Partial<Viewer>, status: string, title: string][] = [
  [{ isSigned: false }, '403', 'This link doesn’t work'],
  [{ address: '8.8.8.8' }, '451', 'This video is not available in your country'],
  [{ address: '192.168.1.7' }, '451', 'Your country couldn’t be told'],
  [{ site: 'other.localhost' }, '403', 'Not allowed on this website'],
];

const EDGES = [
  { name: 'the built-in edge', start: startBuiltInEdge },
  { name: 'nginx', start: startNginxEdge },
] as const;

for (const { name, start } of EDGES) {
  test(`signatures, countries and websites let in and refuse in Chromium, by ${name}`, async (t) => {
    const published = await startWithFilm(t, film);
    const { storage } = published;
    const findCountry = (address: string) => countries.find(address);
    const edge = await start({ storage, player, access: { ...TEST_ACCESS, findCountry } });
    const contexts: BrowserContext[] = [];
    t.after(async () => {
      // A stopping nginx waits for open connections, so close these first.
      for (const context of contexts) await context.close();
      await edge.close();
    });
    const open = async (viewer: Viewer) => {
      const context = await browser.newContext({
        locale: 'en-GB',
        extraHTTPHeaders: { 'X-Forwarded-For': viewer.address },
      });
      contexts.push(context);
      return openFrame(await context.newPage(), edge, viewer);
    };
    await publishChannel(storage, `127.0.0.1:${edge.port}`, 'team1', CHANNEL);
    await publishProject(storage, { teamId: 'team1', projectId: 'project1' }, COUNTRIES);
    await published.publish({ projectId: 'project1', stream: film.stream });
    const allowed = await open(LET_IN);
    await allowed.getByRole('button', { name: 'Play' }).first().click();
    await until('the film to play', () => hasPlayed(allowed), { seconds: 30 });
    for (const [viewer, status, title] of REFUSED) {
      const refused = await open({ ...LET_IN, ...viewer });
      const screen = refused.getByRole('alert');
      await screen.getByRole('heading', { name: title }).waitFor();
      assert.ok((await screen.textContent())?.includes(status), title);
      assert.equal(await refused.getByRole('button', { name: 'Play' }).count(), 0, title);
    }
  });
}

async function openFrame(
  page: Page,
  { url, port }: { url: string; port: number },
  { site, isSigned }: Viewer,
): Promise<Frame> {
  const expires = Math.floor(Date.now() / 1000) + 600;
  const place = { host: `127.0.0.1:${port}`, path: '/embed/vid1', prefix: null };
  const query = isSigned ? `?${signQuery(place, 'k1', expires)}&lang=en` : '?lang=en';
  // To other hosts the edge only says that it runs.
  await page.goto(`http://${site}:${port}/healthz`);
  const html = `<iframe src="${url}/embed/vid1${query}" width="640" height="360"></iframe>`;
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  return frame ?? assert.fail('no frame');
}

const hasPlayed = (frame: Frame) =>
  frame.evaluate<boolean>(`(() => {
    const video = document.querySelector('kinora-player').shadowRoot.querySelector('video');
    return video.videoWidth > 0 && video.currentTime > 0.5;
  })()`);
