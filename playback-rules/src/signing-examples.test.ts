import { strict as assert } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { urlSigningKeys } from '@kinora/contract/url-signing-keys';
import { signAddress } from '@kinora/sign/sign-address';
import { judgeSigned, TEST_KEY } from './test-signed.ts';

// Customers copy these programs, so each is run in its language, and the edge's rules judge it.
const at = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url));
const example = (name: string) => at(`examples/signed-urls/${name}`);
const isThere = (program: string) => spawnSync(program, ['--help']).error === undefined;
const env = {
  ...process.env,
  KINORA_KEY_ID: TEST_KEY.keyId,
  KINORA_KEY_SECRET: TEST_KEY.keySecret,
};

const HOST = 'https://Play.test:8081';
const PATHS = [
  '/streams/vid1/playlist.m3u8',
  '/streams/vid1/480p.mp4',
  '/embed/vid1?t=1m30s&lang=th',
];
const PREFIX = '/streams/vid1/';

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

/** Holds a program to what the product's own signer writes, and to what edges let in. */
function assertSigns(sign: (...words: string[]) => string) {
  for (const path of PATHS) {
    for (const pathPrefix of [undefined, PREFIX]) {
      const options = { expiresAt: new Date(1_000_000), geoAllow: ['TH', 'LA'] };
      const own = signAddress(`${HOST}${path}`, TEST_KEY, {
        ...options,
        ...(pathPrefix && { pathPrefix }),
      });
      const written = sign(`${HOST}${path}`, '1000', pathPrefix ?? '', 'geo_allow=TH,LA');
      assert.deepEqual(queryOf(written), queryOf(own));
    }
  }
  const judge = (words: string[], country = 'TH', atMs = 999_999) =>
    judgeSigned(sign(...words), { atMs, findCountry: () => country });
  for (const path of PATHS) {
    assert.equal(judge([`${HOST}${path}`, '1000']), 'allowed', path);
    assert.equal(judge([`${HOST}${path}`, '1000', PREFIX]), 'allowed', path);
  }
  const playlist = `${HOST}${PATHS[0]}`;
  assert.equal(judge([playlist, '1000'], 'TH', 1_000_000), 'signature_expired');
  const seen = [playlist, '1000', PREFIX, 'geo_allow=TH,LA', 'client_ip=203.0.113.7'];
  assert.equal(judge(seen), 'allowed');
  assert.equal(judge(seen, 'DE'), 'country_blocked');
  const other = [playlist, '1000', '', 'client_ip=203.0.113.8', 'geo_block=DE'];
  assert.equal(judge(other), 'signature_invalid');
  assert.equal(judge([playlist, '1000', '', 'geo_block=DE,FR'], 'FR'), 'country_blocked');
}

const run = (program: string, ...first: string[]) => {
  return (...words: string[]) =>
    execFileSync(program, [...first, ...words], { env, encoding: 'utf8' }).trim();
};

test('the example in Node signs what plays', () => {
  assertSigns(run(process.execPath, example('sign.mjs')));
});

test('the example in Python signs what plays', { skip: !isThere('python3') }, () => {
  assertSigns(run('python3', example('sign.py')));
});

test('the example in PHP signs what plays', { skip: !isThere('php') }, () => {
  assertSigns(run('php', example('sign.php')));
});

test('the example in Go signs what plays', { skip: !isThere('go') }, (context: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'sign-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const built = join(folder, 'sign');
  execFileSync('go', ['build', '-o', built, example('sign.go')], {
    env: { ...env, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off', GOTOOLCHAIN: 'local' },
  });
  assertSigns(run(built));
});

test('the page shows an address that is signed as it says', () => {
  const page = readFileSync(at('signed-urls.md'), 'utf8');
  const [shown = ''] = /https:\S+&x_signature=\S+/.exec(page) ?? [];
  const key = { keyId: 'k1', keySecret: 'a-secret-to-try-with' };
  const options = { expiresAt: new Date('2030-01-01T00:00:00Z'), geoAllow: ['TH', 'LA'] };
  const address = shown.split('?')[0] ?? '';
  assert.equal(shown, signAddress(address, key, { ...options, pathPrefix: '/streams/7hK2mQ/' }));
});

test('the function in the API’s description signs what plays', () => {
  const text = urlSigningKeys.create['~orpc'].route.description ?? '';
  const [, code = ''] = /```js\n(.+?)```/s.exec(text) ?? [];
  const modules: Record<string, unknown> = { 'node:crypto': { createHmac } };
  const sign = runInNewContext(`${code}; signAddress`, {
    URL,
    require: (name: string) => modules[name],
  }) as (address: string, keyId: string, keySecret: string, seconds: number) => string;
  for (const path of PATHS) {
    const address = sign(`${HOST}${path}`, TEST_KEY.keyId, TEST_KEY.keySecret, 60);
    assert.equal(judgeSigned(address, { atMs: Date.now() }), 'allowed', path);
    const late = { atMs: Date.now() + 61_000 };
    assert.equal(judgeSigned(address, late), 'signature_expired', path);
  }
});
