import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signAddress } from './sign-address.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

test('the package that is published signs as its source does, without any other package', (context) => {
  const built = mkdtempSync(join(tmpdir(), 'sign-'));
  context.after(() => rmSync(built, { recursive: true }));
  execFileSync(tsc, ['-p', join(folder, 'tsconfig.build.json'), '--outDir', join(built, 'dist')]);
  const described: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.ok(described !== null && typeof described === 'object');
  assert.equal('dependencies' in described, false);
  writeFileSync(join(built, 'package.json'), JSON.stringify({ ...described, name: 'built' }));
  const address = 'https://play.test/streams/vid1/playlist.m3u8';
  const key = { keyId: 'k1', keySecret: 'secret' };
  const program = `
    import { signAddress } from 'built';
    const [address, key] = ${JSON.stringify([address, key])};
    console.log(signAddress(address, key, { expiresAt: new Date(1e12), geoAllow: ['TH'] }));
  `;
  const main = join(built, 'main.mjs');
  writeFileSync(main, program);
  const printed = execFileSync(process.execPath, [main], { encoding: 'utf8' });
  const expected = signAddress(address, key, { expiresAt: new Date(1e12), geoAllow: ['TH'] });
  assert.equal(printed.trim(), expected);
});
