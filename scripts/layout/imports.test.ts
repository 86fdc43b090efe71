import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findImports } from './imports.ts';

describe('findImports', () => {
  const importsIn = (text: string) => findImports(new Map([['server/src/base/a.ts', text]]));

  it('finds static, side-effect, re-exporting and dynamic imports with their lines', () => {
    const text = `import a, { b } from './b.ts';\nimport './c.ts';\nexport { d } from '../d.ts';\nconst e = await import('./e.ts');\nexport { b };`;
    assert.deepEqual(
      importsIn(text).map(({ target, line }) => [target, line]),
      [
        ['server/src/base/b.ts', 1],
        ['server/src/base/c.ts', 2],
        ['server/src/d.ts', 3],
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
    assert.deepEqual(typeOnly(`import './a.ts';\nimport('./b.ts');`), [false, false]);
  });

  it('knows what is taken by name, as a whole and by default', () => {
    const names = (text: string) => importsIn(text).map((found) => found.names.join(' '));
    assert.deepEqual(names(`import a, { b as c } from 'd';\nimport * as e from 'f';`), [
      'default b',
      '*',
    ]);
    assert.deepEqual(names(`export { a } from 'b';\nimport('c');\nimport 'd';`), ['a', '*', '']);
  });

  it('finds the file behind the name of a workspace', () => {
    const targets = importsIn(
      `import { a } from '@kinora/contract/videos';\nimport en from '@kinora/i18n/en/ui' with { type: 'json' };\nimport type { Words } from '@kinora/i18n/words';\nimport z from 'zod';`,
    ).map((found) => found.target);
    assert.deepEqual(targets, ['contract/src/videos.ts', 'i18n/en/ui.json', 'i18n/words.ts', null]);
  });
});
