import { strict as assert } from 'node:assert';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCountries } from '../countries.ts';
import { createCountriesFile } from '../test-countries.ts';
import { copyCountries } from './prepare.ts';
import { answersAlone, OPEN, openWorld, skip, teach, waitUntil } from './test-edges.ts';
import { endConnections, type NginxTestEdge, send, startNginxEdge } from './test-nginx-edge.ts';

test(
  'nginx and its edge follow a file of countries that was replaced, without a restart',
  { skip },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-countries-'));
    const closers: (() => unknown)[] = [() => rm(folder, { recursive: true })];
    t.after(async () => {
      for (const close of closers.toReversed()) await close();
    });
    const geoDatabase = join(folder, 'countries.mmdb');
    const replace = async (country: string) => {
      await writeFile(`${geoDatabase}.new`, createCountriesFile(country, 1_790_000_000));
      await rename(`${geoDatabase}.new`, geoDatabase);
    };
    await replace('TH');
    const world = await openWorld();
    closers.push(() => world.close());
    let nginx: NginxTestEdge | null = null;
    const log = { info: () => undefined, warn: console.warn, error: console.error };
    const countries = await openCountries(geoDatabase, log, {
      lookMs: 50,
      onReplaced: async () => {
        if (nginx) await copyCountries({ folder: nginx.folder, geoDatabase });
      },
    });
    closers.push(() => countries.close());
    const access = { ...world.access, findCountry: (address: string) => countries.find(address) };
    nginx = await startNginxEdge({ ...world, access, geoDatabase, countriesLookSec: 1 });
    const edge = nginx;
    closers.push(() => edge.close(), endConnections);
    await teach(edge);
    const ofAnyone = {
      path: '/streams/thai/rev1/v360/1.m4s',
      headers: { Host: OPEN, 'X-Forwarded-For': '9.9.9.9' },
    };
    const isAlone = () => answersAlone(edge, ofAnyone);
    await waitUntil(isAlone);
    await replace('US');
    await waitUntil(async () => (await send(edge.port, ofAnyone)).status === 451);
    // nginx would let them in by the file of before.
    for (let times = 0; times < 20; times += 1) {
      assert.equal((await send(edge.port, ofAnyone)).status, 451);
    }
    await replace('LA');
    await waitUntil(isAlone);
  },
);
