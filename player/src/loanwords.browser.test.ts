import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { joinLoanwords, LOANWORDS } from '@kinora/i18n/loanwords';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './test-page.ts';

const folder = join(import.meta.dirname, '../../i18n/th');
const messages = readdirSync(folder).flatMap((name) =>
  Array.from(
    readFileSync(join(folder, name), 'utf8').matchAll(/: "(.+)"/g),
    ([, text]) => text ?? '',
  ),
);

let browser: Browser;
let page: Page;
before(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  await page.setContent('<p lang="th" style="width: 1px"></p>');
});
after(() => browser.close());

/** Lays texts out one pixel wide and takes the pieces that Chromium breaks each into. */
const breakUp = (texts: readonly string[]) =>
  page.evaluate((all) => {
    const range = document.createRange();
    return all.map((text) => {
      const node = document.createTextNode(text);
      document.querySelector('p')?.replaceChildren(node);
      const pieces: string[] = [];
      let top = Number.NEGATIVE_INFINITY;
      for (const [at, letter] of text.split('').entries()) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [box] = range.getClientRects();
        if (/[\u200b\u2060]/.test(letter)) continue;
        if (box && box.width > 0 && box.top > top + 2) {
          pieces.push('');
          top = box.top;
        }
        pieces.push((pieces.pop() ?? '') + letter);
      }
      return pieces;
    });
  }, texts);

/** Says which words some piece does not hold whole, of those in the text. */
function brokenIn(text: string, pieces: readonly string[]): string[] {
  const count = (word: string, where: string) => where.split(word).length - 1;
  return LOANWORDS.filter(
    (word) => count(word, text) > pieces.reduce((sum, piece) => sum + count(word, piece), 0),
  );
}

test('no message breaks inside a loanword, which every one of them would', async () => {
  const plain = await breakUp(messages);
  const wouldBreak = new Set(messages.flatMap((text, at) => brokenIn(text, plain[at] ?? [])));
  assert.deepEqual([...wouldBreak].toSorted(), LOANWORDS.toSorted());
  const joined = await breakUp(messages.map(joinLoanwords));
  assert.deepEqual(
    messages.filter((text, at) => brokenIn(text, joined[at] ?? []).length > 0),
    [],
  );
});

test('a line breaks beside a loanword as it would beside any word', async () => {
  const pieces = await breakUp([joinLoanwords('เลือกโปรเจกต์เริ่มต้น')]);
  assert.deepEqual(pieces, [['เลือก', 'โปรเจกต์', 'เริ่ม', 'ต้น']]);
});
