import type { Page, Route } from 'playwright-core';

const MARK = 'next-';
/** The folder of a build, that of its words, and files that are named after what is in them. */
const CODE_NAMES =
  /((?:\.{1,2}\/)+|assets\/)(words-[\w-]{8}|[0-9a-f]{8}(?=\/)|[\w.-]+-[\w-]{8}\.(?:js|css))/g;

/**
 * From now on the page is answered as after a deployment: the same code under other names, and the
 * files of the build that it runs are gone.
 *
 * @param kept tells which of those are still handed out
 * @param missing tells which files the new build is without, as a broken deployment is
 */
export async function deploy(
  page: Page,
  { kept = none, missing = none }: { kept?: Tells; missing?: Tells } = {},
): Promise<void> {
  await page.route(/^[^?#]*\/\/[^/]+\/(?!api\/|streams\/)/, async (route) => {
    const url = new URL(route.request().url());
    const [, file] = /^\/assets\/(.+\.(?:js|css))$/.exec(url.pathname) ?? [];
    if (file !== undefined) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      if (!file.startsWith(MARK)) return kept(name) ? route.fallback() : gone(route, url);
      const bare = file.slice(MARK.length);
      return missing(name) ? gone(route, url) : renamed(route, `${url.origin}/assets/${bare}`);
    }
    return url.pathname.startsWith('/assets/') ? route.fallback() : renamed(route, url.href);
  });
}

type Tells = (name: string) => boolean;
const none: Tells = () => false;

/** The server's own answer to a file that it has not got. */
const gone = (route: Route, { origin }: URL) =>
  route.continue({ url: `${origin}/assets/gone-00000000.js` });

async function renamed(route: Route, url: string): Promise<void> {
  const response = await route.fetch({ url });
  const body = (await response.text()).replace(CODE_NAMES, `$1${MARK}$2`);
  await route.fulfill({ response, body });
}

/** Says whether the page runs the build that was deployed. */
export const runsNewBuild = (page: Page) =>
  page.locator(`script[type=module][src^="/assets/${MARK}"]`).waitFor({ state: 'attached' });
