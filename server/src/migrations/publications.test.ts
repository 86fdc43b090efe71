import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newId } from '../base/ids.ts';
import { openTestMigrations } from '../base/test-migrations.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('videos from before publications were counted are to be published once more', async () => {
  await migrateTo('publications', 'before');
  const [team, channel] = [newId(), newId()];
  await client.query(`insert into teams (id, namespace, name) values ($1, 'siam', 'Siam')`, [team]);
  await client.query(
    `insert into playback_channels (id, team_id, name, default_playback_domain)
      values ($1, $2, 'siam', 'play.example')`,
    [channel, team],
  );
  await migrateTo('publications', 'with');
  const { rows } = await client.query(
    'select kind, key from publications where published_version < version',
  );
  assert.deepEqual(rows, [{ kind: 'channel', key: channel }]);
});
