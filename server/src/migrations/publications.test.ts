import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { newId } from '../base/ids.ts';
import { migrate, migrationsFolder } from '../base/migrate.ts';
import { emptyTestDatabase } from '../base/test-database.ts';

const { url, close } = await emptyTestDatabase();
const client = new pg.Client(url);
const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'));

before(() => client.connect());
after(async () => {
  await client.end();
  await close();
  await rm(folder, { recursive: true });
});

test('what was there before publications were counted is to be published once more', async () => {
  const names = (await readdir(migrationsFolder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const earlier = names.slice(
    0,
    names.findIndex((name) => name.includes('-publications')),
  );
  for (const name of earlier) await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(url, folder);
  const [team, channel] = [newId(), newId()];
  await client.query(`insert into teams (id, namespace, name) values ($1, 'siam', 'Siam')`, [team]);
  await client.query(
    `insert into playback_channels (id, team_id, name, default_playback_domain)
      values ($1, $2, 'siam', 'play.example')`,
    [channel, team],
  );
  await migrate(url);
  const { rows } = await client.query(
    'select kind, key from publications where published_version < version',
  );
  assert.deepEqual(rows, [{ kind: 'channel', key: channel }]);
});
