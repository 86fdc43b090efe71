import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './test-tree.ts';

describe('walls', () => {
  it('refuses SQL outside queries and actions', () => {
    for (const call of [
      `db.selectFrom('a')`,
      `trx\n  .insertInto('videos')`,
      'sql`select 1`',
      'sql<{ n: number }>`select 1`',
      `pool.query('select 1')`,
      `this.#client.query<{ n: number }>('select 1')`,
    ]) {
      assertFault(
        { [`${videos}/jobs.ts`]: `export const a = ${call};` },
        /SQL stands in queries\.ts/,
      );
    }
  });

  it('looks at code only, not at comments, strings, the text of templates and of elements', () => {
    assert.deepEqual(
      faultsWith({
        [`${videos}/jobs.ts`]: `// db.selectFrom('a')\n/* pool.query('b') */ const a = "sql\`x\`";`,
        'edge/src/a.ts': 'const x = `process.env ${f(`in ${{ a: 1 }.a} process.env`)} end`;',
        'console/src/ui/a.tsx': `export const A = () => <p>it's process.env <b a="process.env" /></p>;`,
      }),
      [],
    );
  });

  it('sees code inside the holes of nested templates, and names its line', () => {
    assertFault(
      {
        'edge/src/a.ts': 'const x = `process.env\n${f(`in ${process.env.A} ${{ a: 1 }.a}`)}\nend`;',
      },
      /a\.ts:2 settings are read once/,
    );
  });

  it('sees code behind a regular expression with quotes, a division and the text of an element', () => {
    assertFault(
      {
        'edge/src/a.ts': `const a = /["'\`/]/.test(b) ? c / d / e : "s"; process.env;`,
      },
      /settings are read once/,
    );
    assertFault(
      { 'console/src/ui/a.tsx': `const a = <p>it's <b a="x" /></p>;\nprocess['env'];` },
      /a\.tsx:2 settings are read once/,
    );
  });

  it('refuses a database outside the server', () => {
    assertFault({ 'edge/src/serve.ts': `import pg from 'pg';` }, /only server\/ knows a database/);
  });

  it('refuses the environment outside the config', () => {
    assertFault(
      { 'edge/src/serve.ts': 'const port = process.env.PORT;' },
      /serve\.ts:1 settings are read once/,
    );
    assertFault(
      { 'edge/src/serve.ts': `import { env } from 'node:process';` },
      /settings are read once/,
    );
    assert.deepEqual(
      faultsWith({
        'scripts/prepare.mjs': 'process.env.PATH;',
        'edge/src/a.test.ts': 'process.env.A;',
      }),
      [],
    );
  });

  it('refuses to start processes outside media and start', () => {
    assertFault(
      { [`${videos}/jobs.ts`]: `import { spawn } from 'node:child_process';` },
      /processes are started in media/,
    );
  });

  it('refuses ways past the wall around a team but for those that are listed', () => {
    const queries = (text: string) => ({ 'server/src/features/videos/queries.ts': text });
    for (const text of [
      'export const listVideos = (context: C) => rows(context.systemDb);',
      `export const listVideos = ({ app }: C) => rows(app.tenantDb({ team: '*' }));`,
    ]) {
      assertFault(queries(text), /context\.app\.db/);
    }
    const accounts = { 'server/src/features/accounts/routes.ts': 'me(context.systemDb);' };
    assert.deepEqual(
      faultsWith(accounts).filter((message) => /context\.app\.db/.test(message)),
      [],
    );
  });

  it('refuses outgoing requests around the egress', () => {
    for (const text of [
      `await fetch('http://a');`,
      `await globalThis.fetch(url);`,
      `import http from 'node:http';`,
      `import * as h from 'https';`,
      `import { request } from 'node:https';`,
      `import { Agent } from 'undici';`,
    ]) {
      assertFault({ 'server/src/base/a.ts': text }, /go through egress\//);
    }
    assert.deepEqual(
      faultsWith({
        'server/src/base/a.ts': `import { createServer } from 'node:http';\nimport type http2 from 'node:http';\nboss.fetch('q'); http.get('/healthz');`,
      }),
      [],
    );
  });

  it('refuses to normalise text in other places than one', () => {
    assertFault({ 'server/src/base/a.ts': `name.normalize('NFC');` }, /src\/normalise-text/);
    const elsewhere = `import { normalize } from 'node:path';\nnormalize(path);`;
    assert.deepEqual(faultsWith({ 'server/src/base/a.ts': elsewhere }), []);
  });

  it('refuses an overlay that is imported with the page', () => {
    const button = 'console/src/ui/button.tsx';
    for (const text of [
      `import { Menu } from './overlay/menu.tsx';`,
      `export { Menu } from './overlay/menu.tsx';`,
    ]) {
      assertFault({ [button]: text }, /come once the page stands/);
    }
    const later = `import type { Props } from './overlay/menu.tsx';\nimport('./overlay/menu.tsx');`;
    const beside = `import { Menu } from './menu.tsx';`;
    const files = { [button]: later, 'console/src/ui/overlay/row.tsx': beside };
    assert.deepEqual(faultsWith(files), []);
  });
});
