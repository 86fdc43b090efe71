import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import type { Page } from 'playwright-core';
import { examine, examineShape } from './examine.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';
import type { Lang } from './words.ts';

const { product, browser } = await startForTests();
const folder = join(import.meta.dirname, '../../docs/help');
const GUIDES = readdirSync(join(folder, 'en'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => basename(file, '.md'));
const help = `/${product.team}/help`;

function readTitle(lang: Lang, guide: string): string {
  const text = readFileSync(join(folder, lang, `${guide}.md`), 'utf8');
  return joinLoanwords(/^# (.+)$/m.exec(text)?.[1] ?? '');
}

const linksOf = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('#main a')].map(({ href }) => href)`);

const idsOf = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('article [id]')].map(({ id }) => id)`);

const missingPictures = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('article img')]
    .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
    .map(({ src }) => src)`);

/** axe, which costs most, judges each language and each width once. */
const LOOKS = {
  th: { 360: examine, 1280: examineShape },
  en: { 360: examineShape, 1280: examine },
};

for (const lang of ['th', 'en'] as const) {
  for (const width of [360, 1280] as const) {
    const look = LOOKS[lang][width];
    test(`every guide can be read by everybody (${lang}, ${width} px)`, async () => {
      await visit({ product, browser }, { lang, width, reducedMotion: 'reduce' }, async (me) => {
        const { page, t } = me;
        await signIn(me, help);
        await page.getByRole('heading', { level: 1, name: t('help.title') }).waitFor();
        const faults = await look(page);
        await shoot(page, `help-${width}-${lang}`);
        for (const guide of GUIDES) {
          const title = readTitle(lang, guide);
          await page.getByRole('link', { name: title, exact: true }).first().click();
          await page.waitForURL(`${product.consoleUrl}${help}/${guide}`);
          await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
          await until('the pictures', async () => (await missingPictures(page)).length === 0);
          faults.push(...(await look(page)).map((fault) => `${guide}: ${fault}`));
          await shoot(page, `help-${guide}-${width}-${lang}`);
        }
        assert.deepEqual(faults, []);
      });
    });
  }
}

test('every link of a guide leads somewhere, to a heading where it names one', async () => {
  for (const lang of ['th', 'en'] as const) {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, help);
      const headings = new Map<string, string[]>();
      const links = new Set<string>();
      for (const guide of GUIDES) {
        await page.goto(`${product.consoleUrl}${help}/${guide}`);
        await page.locator('article').waitFor();
        headings.set(`${help}/${guide}`, await idsOf(page));
        for (const link of await linksOf(page)) links.add(link);
      }
      const pages = new Set<string>();
      for (const link of links) {
        const { origin, pathname, hash } = new URL(link);
        if (origin !== product.consoleUrl) {
          assert.match(link, /^https:/);
          continue;
        }
        if (hash !== '') assert.ok(headings.get(pathname)?.includes(hash.slice(1)), link);
        else pages.add(pathname);
      }
      assert.ok(pages.has('/api/docs') && pages.size > GUIDES.length + 5, [...pages].join());
      for (const path of pages) {
        const answer = await page.goto(`${product.consoleUrl}${path}`);
        assert.equal(answer?.status(), 200, path);
        if (!path.startsWith('/api/')) await page.locator('#main h1').waitFor();
        assert.equal(await page.getByText(t('ui.notFound.title')).count(), 0, path);
      }
    });
  }
});

test('a link to a heading leads there, and one without a team to the guides in the person’s team', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    await signIn(me);
    await page.goto(`${product.consoleUrl}${help}/signed-urls#php`);
    await page.getByRole('heading', { level: 3, name: 'PHP', exact: true }).waitFor();
    await page.waitForFunction('scrollY > 300');
    await page.goto(`${product.consoleUrl}/help`);
    await page.waitForURL(`${product.consoleUrl}${help}`);
  });
});

test('guides are found by what stands in them, and their programs are copied as they are', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `${help}/embed`);
    const aside = page.getByRole('complementary', { name: t('help.guides') });
    await aside.getByRole('searchbox').fill('hash_hmac');
    const found = aside.getByRole('link', { name: readTitle('th', 'signed-urls'), exact: true });
    await found.waitFor();
    await aside.getByText(readTitle('th', 'drm')).waitFor({ state: 'detached' });
    await found.click();
    await page.getByRole('region', { name: 'sign.php' }).waitFor();
    const block = page.getByRole('figure').filter({ hasText: 'sign.php' }).last();
    await block.getByRole('button', { name: t('help.copy') }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const file = join(folder, '../examples/signed-urls/sign.php');
    assert.equal(copied, readFileSync(file, 'utf8'));
    await aside.getByRole('searchbox').fill('zzz');
    await aside.getByText(t('help.found', { count: 0, text: 'zzz' })).waitFor();
  });
});
