import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hashSources } from './build.mjs';
import { holdsLock } from './install.mjs';

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
