import type { CDPSession, Page } from 'playwright-core';

/** Slows what the page sends, in bytes per second; null takes the brake off. */
export const slowUploads = (page: Page, bytesPerSecond: number | null): Promise<void> =>
  slow(page, { uploadThroughput: bytesPerSecond ?? -1, downloadThroughput: -1 });

/** Slows what the page is sent, in bytes per second; null takes the brake off. */
export const slowDownloads = (page: Page, bytesPerSecond: number | null): Promise<void> =>
  slow(page, { uploadThroughput: -1, downloadThroughput: bytesPerSecond ?? -1 });

type Rates = { uploadThroughput: number; downloadThroughput: number };

/** The brake of a session holds until that session takes it off. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function slow(page: Page, rates: Rates): Promise<void> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, ...rates };
  await session.send('Network.emulateNetworkConditions', conditions);
}
