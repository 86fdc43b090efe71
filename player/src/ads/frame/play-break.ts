import { FRAME_STALL_MS, FRAME_START_MS, RESOLVE_MS } from '../limits.ts';
import { toCode } from './ad-fault.ts';
import { Blocked, playAd, type Stage } from './play-ad.ts';
import { findAds } from './vast.ts';
import type { AdBreak } from './vmap.ts';

/** Plays all ads of a break; one that fails is left out. @throws Blocked */
export async function playBreak(stage: Stage, adBreak: AdBreak, sinceMs: number): Promise<void> {
  const { sendPings, post } = stage;
  const tell = (event: string, code = 0) =>
    sendPings(adBreak.events.get(event) ?? [], code === 0 ? {} : { ERRORCODE: code });
  try {
    const signal = AbortSignal.timeout(Math.min(RESOLVE_MS, countLeftMs(sinceMs)));
    const ads = await findAds(adBreak.source, sendPings, signal);
    tell('breakStart');
    for (const [at, ad] of ads.entries()) {
      const place = { index: at + 1, count: ads.length };
      await playAd(stage, ad, place, at === 0 ? countLeftMs(sinceMs) : FRAME_STALL_MS);
    }
    tell('breakEnd');
  } catch (error) {
    if (error instanceof Blocked) throw error;
    const code = toCode(error);
    tell('error', code);
    post({ type: 'adEnded', outcome: 'error', code });
  }
  post({ type: 'breakEnded' });
}

/** Returns the time left in which the first ad must begin. */
function countLeftMs(sinceMs: number): number {
  return Math.max(0, Math.round(FRAME_START_MS - (performance.now() - sinceMs)));
}
