import type { Page } from 'playwright-core';

/** The two widths of a window that are looked at; the second is wider than a form and its aside. */
const WINDOWS = [1280, 1600];
/** The navigation is a drawer below this. */
const DESKTOP = 992;

type Box = { left: number; right: number; words: string };

/**
 * The outermost boxes of the page, cards and tables, from the left edge of its content, in px; the
 * cards of a grid count as the grid, and pills not at all. Undefined outside a team.
 */
const BOXES = `(() => {
  const main = document.querySelector('#main');
  if (main === null) return undefined;
  const { left, right } = main.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const PILL = 40;
  const start = left + parseFloat(paddingLeft);
  const isBox = (element) => {
    const { borderTopLeftRadius, backgroundColor } = getComputedStyle(element);
    return borderTopLeftRadius === '12px' && backgroundColor !== 'rgba(0, 0, 0, 0)';
  };
  const findGrid = (box) => {
    for (let at = box.parentElement; at !== main && at !== null; at = at.parentElement) {
      const { display, gridTemplateColumns } = getComputedStyle(at);
      if (display === 'grid' && gridTemplateColumns.split(' ').length > 2) return at;
    }
    return undefined;
  };
  const boxes = [...main.querySelectorAll('*')].filter(
    (element) => element.offsetHeight > PILL && isBox(element),
  );
  // The upload panel floats over the page.
  const outer = boxes
    .filter((box) => !boxes.some((other) => other !== box && other.contains(box)))
    .filter((box) => getComputedStyle(box).position !== 'fixed');
  const whole = new Set(outer.map((box) => findGrid(box) ?? box));
  return {
    content: right - parseFloat(paddingRight) - start,
    boxes: [...whole].map((box) => {
      const { left: from, right: to } = box.getBoundingClientRect();
      return { left: from - start, right: to - start, words: box.textContent.slice(0, 40) };
    }),
  };
})()`;

/**
 * Says which boxes have another width than those of a page's two templates: a list is as wide as the
 * content, a form is a column of 640 and an aside of 328.
 */
export async function findOddWidths(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  if (before === null || before.width < DESKTOP) return [];
  const faults: string[] = [];
  for (const width of WINDOWS) {
    await page.setViewportSize({ ...before, width });
    const found = await page.evaluate<{ content: number; boxes: Box[] } | undefined>(BOXES);
    if (found === undefined) continue;
    const templates = [
      { left: 0, right: found.content },
      { left: 0, right: 640 },
      { left: 660, right: 988 },
      // The bar of a form is as wide as its column and aside, or ends before the upload panel.
      { left: 0, right: 988 },
      { left: 0, right: found.content - 388 },
    ];
    for (const { left, right, words } of found.boxes) {
      const isOne = templates.some(
        (one) => Math.abs(one.left - left) <= 1 && Math.abs(one.right - right) <= 1,
      );
      if (!isOne) faults.push(`${left} to ${right} of ${found.content} px at ${width}: ${words}`);
    }
  }
  await page.setViewportSize(before);
  return faults;
}
