import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

type Started = {
  product: Product;
  browser: Browser;
  /** Holds the files of the tests. */ folder: string;
};

/**
 * Starts a product and a browser, and has files made meanwhile. All goes away after the tests of
 * the file that called this.
 */
export async function startForTests(
  makeFiles: (folder: string) => Promise<unknown> = async () => undefined,
  env: Record<string, string> = {},
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-clips-'));
  const starting = startProduct(env);
  const opening = openBrowser();
  after(async () => {
    await opening.then((browser) => browser.close());
    await starting.then((product) => product.stop());
    await rm(folder, { recursive: true, force: true });
  });
  const [product, browser] = await Promise.all([starting, opening, makeFiles(folder)]);
  return { product, browser, folder };
}
