import type { Page } from 'playwright-core';

/** Keeps away what the console fetches once a page stands and nothing else is to do. */
export const neverIdle = (page: Page): Promise<unknown> =>
  page.addInitScript('globalThis.requestIdleCallback = () => 0');
