import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestMigrations } from '../base/test-migrations.ts';
import { insertProject, insertRow } from '../base/test-migrated-project.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('hosts, projects and teams are published before the videos that refer to them', async () => {
  await migrateTo('delivery', 'before');
  const { addVideo } = await insertProject(client);
  await addVideo('clip');
  await insertRow(client, 'publications', { kind: 'video', key: 'clip', published_version: 1 });
  const channel = await client.query<{ id: string; host: string }>(
    'select id, default_playback_domain as host from playback_channels',
  );
  const [{ id, host } = { id: '', host: '' }] = channel.rows;
  await insertRow(client, 'publications', { kind: 'channel', key: id, published_version: 1 });
  await migrateTo('delivery', 'with');
  const { rows } = await client.query<{ kind: string; key: string }>(
    `select kind, key from publications where published_version < version order by swept_at, kind`,
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['host', 'project', 'team', 'video'],
  );
  assert.equal(rows[0]?.key, host);
  const { rows: old } = await client.query(`select from publications where kind = 'channel'`);
  assert.equal(old.length, 0);
  const { rows: policy } = await client.query(
    'select website_policy, signed_url_required from playback_channels',
  );
  assert.deepEqual(policy, [{ website_policy: 'allowAll', signed_url_required: false }]);
});
