import { after, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type EmbedTestServer, startEmbedTestServer } from './test-embed-server.ts';
import { launchChromium } from './test-page.ts';
import { makeHls } from './test-streams.ts';

export type EmbedVisit = { server: EmbedTestServer; page: Page };

/**
 * Has each test of a file begin on a fresh page of one browser, beside a server of an HLS stream.
 *
 * @param begin is given both before each test
 */
export function visitEmbedPages(begin: (visit: EmbedVisit) => unknown): void {
  let server: EmbedTestServer;
  let browser: Browser;
  let context: BrowserContext | undefined;
  before(async () => {
    [server, browser] = await Promise.all([startEmbedTestServer(makeHls), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    await context?.close();
    context = await browser.newContext({ viewport: { width: 640, height: 360 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await begin({ server, page });
  });
}
