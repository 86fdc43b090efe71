import type { Browser } from 'playwright-core';

const JOINERS = /[\u200b\u2060]+/g;

/** Words as a page may say them: with joiners where they are drawn, without them where they are only read out. */
function toPattern(words: string, exact: boolean): RegExp {
  const source = words
    .split(JOINERS)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[\\u200b\\u2060]*');
  return exact ? new RegExp(`^\\s*${source}\\s*$`) : new RegExp(source, 'i');
}

type Options = { name?: unknown; exact?: boolean };
type Finder = {
  getByRole: (role: string, options?: Options) => unknown;
  getByLabel: (words: unknown, options?: Options) => unknown;
};

const hasJoiners = (words: unknown): words is string =>
  typeof words === 'string' && words.search(JOINERS) !== -1;

/**
 * Lets `getByRole` and `getByLabel` find what is called by words that have joiners, whether it is called
 * so by drawn text or by an attribute, which has none.
 */
export async function findSpokenNames(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const finders = [page.mainFrame(), page.locator('html'), page.frameLocator('iframe')];
  await context.close();
  for (const finder of finders) {
    const kind = Object.getPrototypeOf(finder) as Finder;
    const { getByRole, getByLabel } = kind;
    kind.getByRole = function (role, options = {}) {
      const { name, exact = false } = options;
      const words = hasJoiners(name) ? { ...options, name: toPattern(name, exact) } : options;
      return getByRole.call(this, role, words);
    };
    kind.getByLabel = function (words, options = {}) {
      const { exact = false } = options;
      return getByLabel.call(this, hasJoiners(words) ? toPattern(words, exact) : words, options);
    };
  }
}
