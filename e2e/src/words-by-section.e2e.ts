import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startForTests } from './started.ts';
import { signIn, switchInMenu, visit, type Visit } from './visit.ts';
import { type Lang, messages, wordFiles, wordsOf } from './words.ts';

const { product, browser } = await startForTests();

/** Sentences that stand in code as they are written: without arguments, tags and escapes. */
function sentencesOf(files: object): Set<string> {
  const found = JSON.stringify(files).matchAll(/:"([^"{}<\\]{20,})"/g);
  return new Set([...found].map(([, sentence = '']) => sentence));
}

/** Collects all code that the page loads from now on. */
function collectScripts(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/assets\/.*\.js$/.test(response.url())) bodies.push(response.text());
  });
  return async () => (await Promise.all(bodies)).join('\n');
}

for (const lang of ['th', 'en'] as const) {
  test(`the first page loads the words of the frame and its own in one language, and of the palette (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      await signIn(me);
      // In a tab of its own: what the first one still loads is lost when it goes elsewhere.
      const page = await me.page.context().newPage();
      const scripts = collectScripts(page);
      // Its stream has no end, and the network would never be idle.
      await page.route('**/api/v1/live-updates', (route) => route.abort());
      await page.goto(me.page.url(), { waitUntil: 'networkidle' });
      const { ui, nav, errors, projects } = wordFiles[lang];
      // At rest comes the palette, which finds pages by their words in either language.
      const ofPalette = Object.values(wordFiles).flatMap((files) => [files.nav, files.palette]);
      const own = sentencesOf([ui, nav, errors, projects, ofPalette]);
      const loaded = await scripts();
      const found = [...sentencesOf(messages)].filter((sentence) =>
        ['"', "'", '`'].some((quote) => loaded.includes(quote + sentence + quote)),
      );
      assert.deepEqual(found.toSorted(), [...own].toSorted());
    });
  });
}

/** Keeps back the words of the presets in one language, but not their code, until they are let go. */
async function holdPresetWords(page: Page, lang: Lang): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/words-[\w-]+\/\w+\/presets\.js$/, async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes(messages[lang].presets.lead)) await promise;
    await route.fulfill({ response: answer });
  });
  return resolve;
}

const openPresets = ({ page }: Visit, lang: Lang) =>
  page.getByRole('link', { name: wordsOf(lang)('nav.groups.encoding'), exact: true }).click();
const presetsShown = ({ page }: Visit, lang: Lang) =>
  page.getByText(wordsOf(lang)('presets.lead')).waitFor();

test('a page waits for its words, in the language that was chosen last', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page } = me;
    await signIn(me);
    const letGo = await holdPresetWords(page, 'th');
    const asked = page.waitForRequest(/\/assets\/words-[\w-]+\/\w+\/presets\.js$/);
    await openPresets(me, 'th');
    await asked;
    await switchInMenu(page, 'en');
    assert.equal(await page.getByText(wordsOf('en')('presets.lead')).count(), 0);
    letGo();
    await presetsShown(me, 'en');
  });
});

test('a language brings the words of all that was open before', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page } = me;
    await signIn(me);
    await openPresets(me, 'en');
    await presetsShown(me, 'en');
    await switchInMenu(page, 'th');
    await presetsShown(me, 'th');
    await page.goBack();
    await page.getByRole('heading', { name: wordsOf('th')('projects.title'), level: 1 }).waitFor();
    await openPresets(me, 'th');
    await presetsShown(me, 'th');
  });
});
