import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { until } from '@kinora/contract/test-until';
import type { Browser, Frame, Page } from 'playwright-core';
import { loadPlayerAssets } from './player-assets.ts';
import type { AdServer } from './test-ad-server.ts';
import { type EdgeUnderTest, publishPlayer, publishProject } from './test-edge.ts';
import { type Film, startWithFilm } from './test-film.ts';

const BUILT_PLAYER = fileURLToPath(new URL('../../player/dist', import.meta.url));
const PLAYER = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';

export type Look = {
  time: number;
  paused: boolean;
  muted: boolean;
  ended: boolean;
  /** Says whether an ad covers the video. */
  isAd: boolean;
  frames: number;
};

const LOOK = `(() => {
  const { shadowRoot } = document.querySelector('kinora-player');
  const { currentTime, paused, muted, ended } = shadowRoot.querySelector('video');
  return {
    time: currentTime,
    paused,
    muted,
    ended,
    isAd: shadowRoot.querySelector('.ad-frame.shown') !== null,
    frames: shadowRoot.querySelectorAll('iframe').length,
  };
})()`;

/** Notes the player's events, as a page around it hears them. */
const LISTEN = `
window.heard = [];
for (const name of ['play', 'ended', 'adstart', 'adend', 'adskip', 'aderror']) {
  document.addEventListener('kinora:' + name, ({ detail }) => {
    heard.push(detail.code ? name + ' ' + detail.code : name);
  });
}`;

export type AdPage = {
  edge: EdgeUnderTest;
  page: Page;
  /** Says what the page's policy forbade, and what threw. */
  complaints: string[];
  look: () => Promise<Look>;
  play: () => Promise<void>;
  /** Waits until the state is so. */
  see: (what: string, matches: (seen: Look) => boolean) => Promise<void>;
  listHeard: () => Promise<string[]>;
  /** The document of the ads. */
  findFrame: () => Frame;
};

/** Opens an embed page whose player has an ad server's tag. */
export async function openAdPage(
  context: TestContext,
  { browser, film, ads }: { browser: Browser; film: Film; ads: AdServer },
  more: Partial<PlayerOptions> & { path?: string } = {},
): Promise<AdPage> {
  const { path = '/embed/vid1?lang=en', ...options } = more;
  const player = await loadPlayerAssets(BUILT_PLAYER);
  const edge = await startWithFilm(context, film, {}, { player });
  const withAds = { adsEnabled: true, adTagUrl: `${ads.origin}/tag?cb=[CACHEBUSTING]`, ...options };
  await publishPlayer(edge.storage, { teamId: 'team1', playerId: PLAYER }, withAds);
  await publishProject(edge.storage, { teamId: 'team1', projectId: 'p1', playerId: PLAYER });
  await edge.publish({ projectId: 'p1', stream: film.stream });
  const own = await browser.newContext({ viewport: { width: 640, height: 360 } });
  context.after(() => own.close());
  const page = await own.newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(LISTEN);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(edge.url + path);
  const look = () => page.evaluate<Look>(LOOK);
  return {
    edge,
    page,
    complaints,
    look,
    play: () => page.getByRole('button', { name: 'Play' }).first().click(),
    see: async (what, matches) => {
      await until(what, async () => matches(await look()), { seconds: 60 });
    },
    listHeard: () => page.evaluate<string[]>('heard'),
    findFrame() {
      const frame = page.frames().find((each) => each.url().endsWith('/ads/frame'));
      if (!frame) throw new Error('there is no frame with ads');
      return frame;
    },
  };
}
