import { AxeBuilder } from '@axe-core/playwright';
import { SPOKEN_ATTRIBUTES } from '@kinora/i18n/joiners';
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';
import { findOddWidths } from './page-widths.ts';

/**
 * Waits until nothing has faded for some frames before colours are judged, as an opening part may start to
 * fade a moment later. Endless animations (a spinner) don't count.
 */
const SETTLED = `(async () => {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    const fading = document
      .getAnimations()
      .filter(({ playState, effect }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    if (fading.length > 0) quiet = 0;
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
    await new Promise((frame) => requestAnimationFrame(frame));
  }
})()`;

type Looked = Pick<Screen, 'isEmbedded'>;

/** Says what keeps a screen from being usable by everybody; empty when nothing does. */
export async function examine(page: Page, screen: Looked = {}): Promise<string[]> {
  const shape = await examineShape(page, screen);
  return [...(await axeFaults(page)), ...shape];
}

/** As `examine`, without what axe judges: that nothing overflows, title, headings and words. */
export async function examineShape(page: Page, { isEmbedded }: Looked = {}): Promise<string[]> {
  await page.evaluate(SETTLED);
  const faults = await listJoined(page);
  if ((await page.title()).trim() === '') faults.push('no document title');
  const headings = await page.locator('h1').count();
  if (!isEmbedded && headings !== 1) faults.push(`${headings} headings of level 1`);
  const [content = 0, window = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  faults.push(...(await findOddWidths(page)));
  if (content > window) faults.push(`scrolls sideways: ${content} px in ${window}`);
  return faults;
}

async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Results for the thousands of passing nodes are left out.
    .options({ resultTypes: ['violations'] })
    // Joining what frames say takes a page and another copy of axe.
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const seen = nodes.slice(0, 3).map(({ html, failureSummary = '' }) => {
        return `${html.slice(0, 240)} (${failureSummary.split('\n').at(1)?.trim() ?? ''})`;
      });
      return `${id} × ${nodes.length}: ${seen.join(' | ')}`;
    });
}

/** Lists attributes that are read out and have what belongs to drawn lines alone, in shadow trees too. */
async function listJoined(page: Page): Promise<string[]> {
  const joined = await page.evaluate<string[]>(`(() => {
    const names = ${JSON.stringify(SPOKEN_ATTRIBUTES)};
    const listOf = (root) => [...root.querySelectorAll('*')].flatMap((element) => [
      ...names
        .filter((name) => /[\\u200b\\u2060]/.test(element.getAttribute(name) ?? ''))
        .map((name) => element.tagName + ' ' + name + ' ' + element.getAttribute(name)),
      ...(element.shadowRoot ? listOf(element.shadowRoot) : []),
    ]);
    return [...new Set(listOf(document))];
  })()`);
  return joined.map((attribute) => `joiners in ${attribute}`);
}
