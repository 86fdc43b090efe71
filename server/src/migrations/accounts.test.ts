import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newId } from '../base/ids.ts';
import { openTestMigrations } from '../base/test-migrations.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('roles in projects of a team that was left are gone, all others stay', async () => {
  await migrateTo('accounts', 'before');
  const [team, project, channel, rule, preset] = [newId(), newId(), newId(), newId(), newId()];
  const [stayed, left] = [newId(), newId()];
  for (const id of [stayed, left]) {
    await client.query(
      `insert into accounts (id, email, name, password_hash) values ($1, $2, 'A', 'x')`,
      [id, `${id}@kinora.test`],
    );
  }
  await client.query(`insert into teams (id, namespace, name) values ($1, 'siam', 'Siam')`, [team]);
  await client.query(
    `insert into presets (id, team_id, name, vod_delivery_model, profiles)
     values ($1, $2, 'P', 'classic', '[]')`,
    [preset, team],
  );
  await client.query(`insert into geoblock_rules (id, team_id, name) values ($1, $2, 'R')`, [
    rule,
    team,
  ]);
  await client.query(
    `insert into playback_channels (id, team_id, name, default_playback_domain)
     values ($1, $2, 'C', 'localhost')`,
    [channel, team],
  );
  await client.query(
    `insert into projects (id, team_id, key, name, search, preset_id, geoblock_rule_id,
       primary_playback_channel_id, creator_id)
     values ($1, $2, 'news', 'News', 'news', $3, $4, $5, $6)`,
    [project, team, preset, rule, channel, stayed],
  );
  await client.query(
    `insert into team_memberships (team_id, account_id, role) values ($1, $2, 'user')`,
    [team, stayed],
  );
  for (const id of [stayed, left]) {
    await client.query(
      `insert into project_memberships (team_id, project_id, account_id, role)
       values ($1, $2, $3, 'viewer')`,
      [team, project, id],
    );
  }
  await migrateTo('accounts', 'with');
  const { rows } = await client.query('select account_id from project_memberships');
  assert.deepEqual(rows, [{ account_id: stayed }]);
});
