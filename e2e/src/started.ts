import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type OwnProduct, type Product, startProduct } from './product.ts';
import { joinProduct } from './shared-product.ts';

type Started<P extends Product> = {
  product: P;
  browser: Browser;
  /** Holds the files of the tests. */ folder: string;
};

type MakeFiles = (folder: string) => Promise<unknown>;

const makeNothing: MakeFiles = async () => undefined;

type Joined = Started<Product> &
  Pick<Awaited<ReturnType<typeof joinProduct>>, 'texts' | 'addSecondTeam' | 'addMember'>;

/**
 * Gives a file a team of its own on the product of its process, a browser, and a folder of files. Meant for
 * tests that only need screens: one that kills, restarts or configures the product starts its own.
 */
export async function startForTests(makeFiles = makeNothing): Promise<Joined> {
  const folder = await makeFolder();
  const [joined] = await Promise.all([joinProduct(), makeFiles(folder)]);
  return { ...joined, folder };
}

/**
 * Starts a product and a browser, and makes files at the same time. All of it ends after the tests of the
 * calling file.
 */
export async function startOwnForTests(
  makeFiles = makeNothing,
  env: Record<string, string> = {},
): Promise<Started<OwnProduct>> {
  const folder = await makeFolder();
  const starting = startProduct(env);
  const opening = openBrowser();
  after(async () => {
    await opening.then((browser) => browser.close());
    await starting.then((product) => product.stop());
  });
  const [product, browser] = await Promise.all([starting, opening, makeFiles(folder)]);
  return { product, browser, folder };
}

/** Makes a folder that goes after the tests of the file. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-clips-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
