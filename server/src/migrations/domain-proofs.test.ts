import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertProject, insertRow } from '../base/test-migrated-project.ts';
import { openTestMigrations } from '../base/test-migrations.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('domains that were there before proof was asked for count as proven, and are their team’s', async () => {
  await migrateTo('domain-proofs', 'before');
  await insertProject(client);
  const channels = await client.query<{ id: string; team_id: string }>(
    'select id, team_id from playback_channels',
  );
  const [{ id, team_id } = { id: '', team_id: '' }] = channels.rows;
  const host = 'video.example.com';
  await insertRow(client, 'playback_domains', { host, team_id, channel_id: id });
  await migrateTo('domain-proofs', 'with');
  const { rows } = await client.query(
    `select d.proven_by, d.proven_at = d.created_at as "isKept", o.owner_id, o.released_at
    from playback_domains d join domain_owners o on o.host = d.host`,
  );
  const owner = { owner_id: team_id, released_at: null };
  assert.deepEqual(rows, [{ proven_by: 'earlier', isKept: true, ...owner }]);
});
