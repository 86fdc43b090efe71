import { type AdGround, GIVEN_UP } from './ad-ground.ts';
import type { AdBreaks, createAdBreaks } from './ads/ad-breaks.ts';
import { AD_START_MS } from './ads/limits.ts';
import type { Options } from './player-options.ts';
import type { PlayerState } from './store.ts';

export function findAdTag({ adsEnabled, adTagUrl }: Options): string | null {
  return adsEnabled === true && adTagUrl ? adTagUrl : null;
}

/**
 * Holds the video back at the first request to play, until the first ad is over. Ads are not loaded before,
 * and hold the video no longer than an ad has to begin.
 */
export function openAdGate(ground: AdGround): { close(): void } {
  const { playback, announce } = ground;
  const { store } = playback;
  let breaks: AdBreaks | null = null;
  let isClosed = false;
  let isOpening = false;
  /** True while autoplay wants to play, without a press by the viewer. */
  let isAutomatic = ground.autoplay !== 'off';

  const begin = async (): Promise<void> => {
    isOpening = true;
    const untilMs = performance.now() + AD_START_MS;
    store.patch({ adBreak: 'loading' });
    const isOurs = () => !isClosed && store.get().adBreak === 'loading';
    const code = await Promise.race([loadAdBreaks(), waitFor(AD_START_MS)]);
    isOpening = false;
    if (!isOurs()) return;
    if (!code) {
      announce('aderror', { code: GIVEN_UP });
      store.patch({ adBreak: null });
      return playback.resume();
    }
    // Nothing plays yet, and the ads belong to what does.
    if (store.get().problem) return store.patch({ adBreak: 'awaited' });
    breaks?.close();
    breaks = code.createAdBreaks(ground, { isAutomatic, untilMs });
    isAutomatic = false;
  };
  const check = (state: PlayerState): void => {
    if (isOpening || state.adBreak !== 'awaited' || !state.playWanted || state.problem) return;
    void begin();
  };
  const unsubscribe = store.subscribe(check);
  check(store.get());
  return {
    close() {
      isClosed = true;
      unsubscribe();
      breaks?.close();
    },
  };
}

/** Null: a new version of the player has replaced its files, or the connection is gone. */
async function loadAdBreaks(): Promise<{ createAdBreaks: typeof createAdBreaks } | null> {
  return import('./ads/ad-breaks.ts').catch(() => null);
}

function waitFor(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
