import { strict as assert } from 'node:assert';
import { copyFile, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { getPackagedCountries, openCountries } from './countries.ts';
import { createCountriesFile } from './test-countries.ts';

const logged: string[] = [];
const log = {
  info: (_: object, text: string) => void logged.push(text),
  warn: (_: object, text: string) => void logged.push(text),
  error: () => undefined,
};

test('the packaged file tells the countries of addresses of both families', async (t) => {
  const countries = await openCountries(getPackagedCountries(), log);
  t.after(() => countries.close());
  assert.equal(countries.find('202.28.0.1'), 'TH');
  assert.equal(countries.find('2405:9800::1'), 'TH');
  assert.equal(countries.find('2001:4860:4860::8888'), 'US');
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.9',
    '192.168.1.7',
    '100.64.0.1',
    '::ffff:192.168.1.7',
    '::1',
    'fe80::1',
    'fd00::1',
    '',
    'x',
    '1.2.3',
  ])
    assert.equal(countries.find(address), null, address);
  const builtAtMs = countries.builtAtMs();
  assert.ok(builtAtMs > Date.UTC(2026, 0, 1) && builtAtMs < Date.now());
});

test('a file that was replaced tells its own countries, and when it was built', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-countries-'));
  const path = join(folder, 'countries.mmdb');
  await writeFile(path, createCountriesFile('TH', 1_780_000_000));
  const countries = await openCountries(path, log, { lookMs: 20 });
  t.after(async () => {
    countries.close();
    await rm(folder, { recursive: true });
  });
  const says = (country: string) => () =>
    ['1.46.0.1', '2001:fb1::1'].every((address) => countries.find(address) === country);
  assert.ok(says('TH')());
  assert.equal(countries.builtAtMs(), 1_780_000_000_000);
  await writeFile(`${path}.new`, createCountriesFile('US', 1_790_000_000));
  await rename(`${path}.new`, path);
  await until('the other countries', says('US'));
  assert.equal(countries.builtAtMs(), 1_790_000_000_000);
});

test('a replaced file is read again, and a broken one leaves the former in use', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-countries-'));
  const path = join(folder, 'countries.mmdb');
  await copyFile(getPackagedCountries(), path);
  const countries = await openCountries(path, log, { lookMs: 20 });
  t.after(async () => {
    countries.close();
    await rm(folder, { recursive: true });
  });
  logged.length = 0;
  await writeFile(`${path}.new`, 'half of a file');
  await rename(`${path}.new`, path);
  await until('the failure', () => logged.some((text) => text.includes('can’t be read')));
  assert.equal(countries.find('202.28.0.1'), 'TH');
  await copyFile(getPackagedCountries(), `${path}.new`);
  await utimes(`${path}.new`, new Date(), new Date());
  await rename(`${path}.new`, path);
  await until('the replacement', () => logged.includes('countries replaced'));
  assert.equal(countries.find('202.28.0.1'), 'TH');
  await assert.rejects(openCountries(join(folder, 'none'), log), /ENOENT/);
});
