import { strict as assert } from 'node:assert';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { getPackagedCountries } from '../countries.ts';
import { prepareNginx } from './prepare.ts';

test('an edge that begins again with the same settings has nginx begin anew for nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-prepare-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = {
    folder,
    listen: '127.0.0.1:8082',
    edgeUrl: 'http://127.0.0.1:8081',
    storage: { localPath: () => null },
    trustedProxies: ['10.0.0.0/8'],
    httpsOnly: true,
    geoDatabase: getPackagedCountries(),
  };
  const read = async () => (await readFile(join(folder, 'http.conf'), 'utf8')).split('\n');
  const getMark = async (name: string) => (await stat(join(folder, name))).ino;
  await prepareNginx(settings);
  const [configuration, facts] = [await getMark('nginx.conf'), await getMark('facts.json')];
  assert.ok((await read()).includes('    10.0.0.0/8 1;'), 'a proxy is not told from viewers');
  await prepareNginx(settings);
  assert.equal(await getMark('nginx.conf'), configuration);
  assert.notEqual(
    await getMark('facts.json'),
    facts,
    'what it knew of before may not be true any more',
  );
  // The file that `run.sh` looks at is another one, whichever has changed.
  await prepareNginx({ ...settings, trustedProxies: [] });
  assert.notEqual(await getMark('nginx.conf'), configuration);
  const names = await readdir(folder);
  assert.deepEqual(
    names.filter((name) => /[0-9a-f]{8}-/.test(name)),
    [],
    'a file is left half written',
  );
});
