import type { Page } from 'playwright-core';

/** What the console fetches once a page stands and nothing else is to do never comes. */
export const neverIdle = (page: Page): Promise<unknown> =>
  page.addInitScript('globalThis.requestIdleCallback = () => 0');
