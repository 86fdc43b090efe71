import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readGuide } from '../../../vite-guides.ts';

const root = mkdtempSync(join(tmpdir(), 'guides-'));
after(() => rmSync(root, { recursive: true }));
for (const folder of ['help/en', 'help/th', 'examples']) {
  mkdirSync(join(root, folder), { recursive: true });
}
writeFileSync(join(root, 'examples/sign.py'), 'print("<b>")\n');

const HEAD = '# Title\n\nWhat it is about\n\n';

/** Reads a guide with these texts; both have the same if only one is given. */
function read(english: string, thai = english) {
  for (const [lang, text] of Object.entries({ en: english, th: thai })) {
    writeFileSync(join(root, 'help', lang, 'drm.md'), HEAD + text);
  }
  return readGuide(join(root, 'help/th/drm.md')).guide;
}

test('headings have the ids of the English guide, and links to them hold', () => {
  const { blocks } = read(
    '## Sign a token\n\n[x](#sign-a-token)',
    '## โท\n\n[x](drm.md#sign-a-token)',
  );
  assert.deepEqual(blocks[0], { is: 'heading', level: 2, id: 'sign-a-token', words: ['โท'] });
});

test('a link to an example alone becomes its text', () => {
  const { blocks } = read('[sign.py](../../examples/sign.py)');
  const code = { is: 'code', language: 'Python', code: 'print("<b>")', file: 'sign.py' };
  assert.deepEqual(blocks, [code]);
});

test('what a guide may not hold fails the build', () => {
  const wrong = [
    '<b>x</b>\n',
    'x <i>y</i>',
    '[x](other.md)',
    '[x](#no)',
    '[x](javascript:a)',
    '#### x',
  ];
  for (const text of wrong) assert.throws(() => read(text), /a guide /, text);
});

test('a guide with other headings than the English one fails the build', () => {
  assert.throws(() => read('## One\n\n## Two', '## หนึ่ง'), /lacks the heading #two/);
  assert.throws(() => read('## One', '## หนึ่ง\n\n## สอง'), /as many headings/);
});
