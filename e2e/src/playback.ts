import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';

/** Says what a viewer could tell about the video of a page; times in seconds, pixels. */
type Seen = { time: number; duration: number; height: number };

const LOOK = `(() => {
  const video = document.querySelector('kinora-player')?.shadowRoot?.querySelector('video');
  const { currentTime: time = 0, duration = 0, videoHeight: height = 0 } = video ?? {};
  return { time, duration, height };
})()`;

export const playback = (page: Page) => page.evaluate<Seen>(LOOK);

/** Waits until what is shown holds; polls from outside, because of the page's policy. */
export async function untilPlayback(
  page: Page,
  what: string,
  holds: (seen: Seen) => boolean,
): Promise<void> {
  let seen: Seen | undefined;
  const look = async () => holds((seen = await playback(page)));
  await until(`${what} in the player`, look).catch((error: unknown) => {
    throw new Error(`the player shows ${JSON.stringify(seen)}`, { cause: error });
  });
}

/** Waits until time moves, from wherever it is. */
export async function untilItPlays(page: Page): Promise<void> {
  const { time: before } = await playback(page);
  await untilPlayback(page, 'time to move', ({ time }) => time > before + 0.5);
}
