import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Product } from './product.ts';
import { type Lang, LANG_NAMES, otherLang, wordsOf, type Words } from './words.ts';

export type Visit = {
  page: Page;
  lang: Lang;
  t: Words;
  product: Product;
  /** An answer that this test brings about on purpose; any other of 400 and above fails it. */
  allow: (status: number, path: RegExp) => void;
  /** Says what the console's log may say because of what this test brings about. */
  hush: (words: RegExp) => void;
};

export type VisitOptions = {
  lang?: Lang;
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** Nothing fades then: a tooltip under the resting pointer has its colours at once. */
  reducedMotion?: 'reduce';
};

type Allowed = { status: number; path: RegExp };

/** The console asks for the signed-in account before it shows the form, and gets a 401 when there is none. */
const ALWAYS_REFUSED: readonly Allowed[] = [{ status: 401, path: /^\/api\/auth\/v1\/me$/ }];

/**
 * A person with a fresh browser profile. Fails afterwards if the page had errors, broke its
 * content security policy, or got an answer of 400 and above that the test did not allow.
 */
export async function visit(
  { product, browser }: { product: Product; browser: Browser },
  options: VisitOptions,
  act: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { lang = 'th', width = 1280, height = 800, scheme = 'light' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: lang,
    timezoneId: 'Asia/Bangkok',
    reducedMotion: options.reducedMotion ?? 'no-preference',
  });
  context.setDefaultTimeout(20_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const allowed = [...ALWAYS_REFUSED];
  const answers: string[] = [];
  const complaints: string[] = [];
  const hushed: RegExp[] = [];
  context.on('page', (opened) => listen(opened, { allowed, hushed, answers, complaints }));
  const page = await context.newPage();
  const allow: Visit['allow'] = (status, path) => allowed.push({ status, path });
  const hush: Visit['hush'] = (words) => hushed.push(words);
  try {
    await act({ page, lang, t: wordsOf(lang), product, allow, hush });
    assert.deepEqual(complaints, []);
  } catch (error) {
    await shoot(page, `failed-${Date.now()}`);
    const last = ['last answers:', ...answers.slice(-20), ...product.troubles().slice(-20)];
    const seen = [...complaints, ...last].join('\n');
    // A summary of many tests shows the first line alone.
    const [why] = String(error).split('\n', 1);
    throw new Error(`${why}, at ${page.url()}\n${seen}`, { cause: error });
  } finally {
    // An answer that a test rewrites may come after its page has closed.
    for (const one of [page, context]) await one.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

type Heard = {
  allowed: readonly Allowed[];
  hushed: readonly RegExp[];
  answers: string[];
  complaints: string[];
};

function listen(page: Page, { allowed, hushed, answers, complaints }: Heard): void {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // Answers and broken lines are judged below, or by the test.
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    if (!hushed.some((words) => words.test(text))) complaints.push(`console: ${text}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    const { pathname } = new URL(response.url());
    const line = `${status} ${response.request().method()} ${pathname}`;
    if (!pathname.startsWith('/assets/')) answers.push(line);
    const isAllowed = allowed.some((one) => one.status === status && one.path.test(pathname));
    if (status >= 400 && !isAllowed) complaints.push(line);
  });
}

/** Keeps a picture of the whole page when `KINORA_SHOTS` names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['KINORA_SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true }).catch(() => null);
}

type Account = { email: string; password: string };

/** Fills the form of the sign-in page that is open. */
export async function fillSignIn({ page, t }: Visit, account: Account): Promise<void> {
  await page.getByRole('textbox', { name: t('accounts.email') }).fill(account.email);
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(account.password);
  await page.getByRole('button', { name: t('accounts.signIn.button'), exact: true }).click();
}

/** Opens the sign-in page in the visit's language. */
export async function openSignIn({ page, t, lang, product }: Visit, next?: string): Promise<void> {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  await page.goto(`${product.consoleUrl}/accounts/sign-in${query}`);
  const heading = page.getByRole('heading', { name: t('accounts.signIn.title'), level: 1 });
  const other = page.getByRole('button', { name: LANG_NAMES[lang] });
  await heading.or(other).first().waitFor();
  if (await other.isVisible()) await other.click();
  await heading.waitFor();
}

/** Is signed in without the form, in the visit's language, and ends on the list of projects or at `next`. */
export async function signIn({ page, lang, product }: Visit, next?: string): Promise<void> {
  const headers = { origin: product.consoleUrl };
  const address = `${product.consoleUrl}/api/auth/v1`;
  // They share the cookies of the page.
  const options = { headers, failOnStatusCode: true };
  await page.request.post(`${address}/sign-in`, { ...options, data: product.admin });
  await page.request.put(`${address}/me/language`, { ...options, data: { lang } });
  await page.goto(`${product.consoleUrl}${next ?? `/${product.team}/projects`}`);
  await page.locator('#main h1').waitFor();
}

/** The same by the form of the sign-in page. */
export async function signInByForm(visit: Visit, next?: string): Promise<void> {
  const { page, lang, product } = visit;
  await openSignIn(visit, next);
  await fillSignIn(visit, product.admin);
  await page.waitForURL(`${product.consoleUrl}${next ?? `/${product.team}/projects`}`);
  await page.locator('#main h1').waitFor();
  if ((await shownLang(page)) !== lang) await switchInMenu(page, lang);
}

export async function shownLang(page: Page): Promise<Lang> {
  return (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'th';
}

/** The language by the menu of the account, as it is at 992 px and wider. */
export async function switchInMenu(page: Page, lang: Lang): Promise<void> {
  const before = wordsOf(otherLang(lang));
  await page.getByRole('button', { name: before('nav.userMenu') }).click();
  await page.getByRole('menuitemradio', { name: LANG_NAMES[lang] }).click();
  const after = wordsOf(lang);
  await page.getByRole('menuitem', { name: after('nav.signOut') }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}
