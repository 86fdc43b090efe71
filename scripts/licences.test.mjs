import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './install.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json'));
const notice = read('NOTICE').toLowerCase().replaceAll('-', ' ');
const nameOf = (path) => path.split('node_modules/').at(-1);
const isNamed = (name) => notice.includes(name.toLowerCase().replaceAll('-', ' '));

/** Installed with their own licence files beside them, these ask for no more. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
]);
/** NOTICE has these under another name than the package's. */
const noticeNames = {
  '@fontsource/ibm-plex-sans': 'IBM Plex Sans',
  '@fontsource/ibm-plex-sans-thai': 'IBM Plex Sans Thai',
  '@img/sharp': 'libvips',
};
/** Its manifest names no licence; its README says MIT. */
const unnamed = new Set(['combine-errors']);

test('what Kinora runs with is under a permissive licence, or named in NOTICE', () => {
  const shipped = Object.entries(packages).filter(
    ([path, { link, dev, devOptional }]) =>
      path.includes('node_modules/') && !link && !dev && !devOptional,
  );
  assert.ok(shipped.length > 100);
  const left = shipped.map(([path, { license }]) => ({ name: nameOf(path), license }));
  const faults = left.filter(({ name, license }) => {
    if (permissive.has(license) || unnamed.has(name)) return false;
    const [, inNotice] =
      Object.entries(noticeNames).findLast(([own]) => name.startsWith(own)) ?? [];
    return !isNamed(inNotice ?? name);
  });
  assert.deepEqual(faults, []);
});

test('what the player and the console are built with under the Apache licence is named in NOTICE', () => {
  const built = ['console', 'player'].flatMap((app) => Object.keys(packages[app].dependencies));
  const apache = built.filter((name) => packages[`node_modules/${name}`]?.license === 'Apache-2.0');
  assert.deepEqual(
    apache.filter((name) => !name.startsWith('@kinora/')),
    ['hls.js', 'shaka-player'],
  );
  assert.deepEqual(
    apache.filter((name) => !isNamed(name)),
    [],
  );
});
