import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmbedCode } from './embed-code.ts';

test('the code has the size that was asked for, or takes the width of its place', () => {
  const title = '"><script>';
  const fixed = createEmbedCode('https://a.test/?a=1&b', title, { width: 800, height: 450 });
  const written = 'src="https://a.test/?a=1&amp;b" title="&quot;&gt;&lt;script&gt;"';
  const allowed =
    'allow="autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock"';
  assert.equal(
    fixed,
    `<iframe ${written} width="800" height="450" ${allowed} style="border:0"></iframe>`,
  );
  assert.equal(
    createEmbedCode('https://a.test/?a=1&b', title, { ratio: '16/9' }),
    `<iframe ${written} ${allowed} style="border:0;width:100%;aspect-ratio:16/9"></iframe>`,
  );
});
