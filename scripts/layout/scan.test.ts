import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importsOf } from './imports.ts';
import { scanSource } from './scan.ts';

describe('scanSource', () => {
  it('blanks comments and the insides of strings and keeps every offset', () => {
    const text = `const a = 'fetch('; // fetch(\n/* fetch( */ fetch(b);`;
    const { code } = scanSource(text);
    assert.equal(code.length, text.length);
    assert.equal([...code.matchAll(/fetch\(/g)].length, 1);
    assert.equal(code.indexOf('fetch('), text.lastIndexOf('fetch('));
  });

  it('sees code inside the holes of nested templates, and none of their text', () => {
    const { code } = scanSource(
      'const x = `process.env ${f(`in ${process.env.A} ${{ a: 1 }.a}`)} end`; g();',
    );
    assert.equal([...code.matchAll(/process\.env/g)].length, 1);
    assert.match(code, /g\(\);$/);
  });

  it('tells a regular expression with quotes from a division', () => {
    const { code } = scanSource(`const a = /["'\`/]/.test(b) ? c / d / e : "s"; call();`);
    assert.match(code, /\? c \/ d \/ e : "/);
    assert.match(code, /call\(\);$/);
  });

  it('gets past closing tags and apostrophes of JSX', () => {
    const { code } = scanSource(`return <p>it's <b a="x" /></p>;\nreal('code');`);
    assert.match(code, /real\('/);
  });
});

describe('importsOf', () => {
  const importsIn = (text: string) => importsOf('server/src/base/a.ts', text);

  it('finds static, dynamic, side-effect and re-exporting imports with their lines', () => {
    const text = `import a, { b } from './b.ts';\nimport './c.ts';\nexport { d } from '../d.ts';\nconst e = await import('./e.ts');`;
    assert.deepEqual(
      importsIn(text).map(({ target, line }) => [target, line]),
      [
        ['server/src/base/b.ts', 1],
        ['server/src/d.ts', 3],
        ['server/src/base/c.ts', 2],
        ['server/src/base/e.ts', 4],
      ],
    );
  });

  it('finds none in comments and strings', () => {
    assert.deepEqual(
      importsIn(`// import a from './a.ts'\nconst b = "import c from './c.ts'";`),
      [],
    );
  });

  it('knows an import of types only, whole or name by name', () => {
    const typeOnly = (text: string) => importsIn(text).map((found) => found.isTypeOnly);
    assert.deepEqual(typeOnly(`import type { A } from './a.ts';`), [true]);
    assert.deepEqual(typeOnly(`import { type A, type B } from './a.ts';`), [true]);
    assert.deepEqual(typeOnly(`import { type A, b } from './a.ts';`), [false]);
  });

  it('finds the file behind the name of a workspace', () => {
    const targets = importsIn(
      `import { a } from '@kinora/contract/videos';\nimport en from '@kinora/i18n/en/ui' with { type: 'json' };\nimport type { Words } from '@kinora/i18n/words';\nimport z from 'zod';`,
    ).map((found) => found.target);
    assert.deepEqual(targets, ['contract/src/videos.ts', 'i18n/en/ui.json', 'i18n/words.ts', null]);
  });
});
