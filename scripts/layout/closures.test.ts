import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './test-tree.ts';

const WORK = {
  [`${videos}/work/encode.ts`]: `import { a } from '@kinora/media/encode';\nimport './measure.ts';`,
  [`${videos}/work/measure.ts`]: '',
  'server/src/app-work.ts': `import './features/videos/work/encode.ts';`,
};

describe('what a process loads', () => {
  it('lets a worker reach work and media', () => {
    assert.deepEqual(
      faultsWith({ ...WORK, 'server/src/start/worker.ts': `import '../app-work.ts';` }),
      [],
    );
  });

  it('refuses work in a process that is no worker, and names the way there', () => {
    const faults = faultsWith({
      ...WORK,
      'server/src/app.ts': `import './app-work.ts';`,
      'server/src/start/api.ts': `\nconst { app } = await import('../app.ts');`,
    });
    assert.equal(faults.length, 2, faults.join('\n'));
    assert.match(
      faults[0] ?? '',
      /app-work\.ts:1 only a worker loads .*start\/api\.ts → server\/src\/app\.ts → server\/src\/app-work\.ts → .*videos\/work\/encode\.ts$/,
    );
    assert.match(faults[1] ?? '', /work\/encode\.ts:1 only a worker .* → media\/src\/encode\.ts$/);
  });

  it('refuses media that a start loads itself', () => {
    assertFault(
      { 'server/src/start/prepare.ts': `import '@kinora/media/encode';` },
      /only a worker loads media .*start\/prepare\.ts → media\/src\/encode\.ts$/,
    );
  });

  it('lets an API do short work, as long as that reaches no media', () => {
    const api = {
      'server/src/start/api.ts': `import '../app-short-work.ts';`,
      'server/src/app-short-work.ts': `import './features/videos/work/publish.ts';`,
    };
    const publish = (text: string) => ({ ...api, [`${videos}/work/publish.ts`]: text });
    assert.deepEqual(faultsWith(publish('')), []);
    assertFault(publish(`import { a } from '@kinora/media/encode';`), /only a worker loads media/);
  });

  it('follows no imports of types', () => {
    assert.deepEqual(
      faultsWith({
        ...WORK,
        'server/src/start/api.ts': `import type { A } from '../app-work.ts';`,
      }),
      [],
    );
  });
});

describe('a test that drives a browser', () => {
  const page = { 'edge/src/test-page.ts': `import { chromium } from 'playwright-core';` };

  it('is called so', () => {
    const text = `import { open } from './test-page.ts';`;
    assertFault(
      { ...page, 'edge/src/a.test.ts': text },
      /^edge\/src\/a\.test\.ts: it drives a browser, by edge\/src\/test-page\.ts/,
    );
    assert.deepEqual(faultsWith({ ...page, 'edge/src/a.browser.test.ts': text }), []);
  });

  it('may name its types', () => {
    const test = `import type { Page } from './test-page.ts';`;
    assert.deepEqual(faultsWith({ ...page, 'edge/src/a.test.ts': test }), []);
  });
});
