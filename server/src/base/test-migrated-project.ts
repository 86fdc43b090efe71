import type { Client } from 'pg';
import { newId } from './ids.ts';

/** Inserts a row by its columns, into a database of any version. */
export async function insertRow(
  client: Client,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, n) => `$${n + 1}`).join();
  await client.query(
    `insert into ${table} (${names.join()}) values (${places})`,
    Object.values(row),
  );
}

/** Inserts a project and all that it needs. @returns its id, and a function that adds a video */
export async function insertProject(client: Client) {
  const [team, preset, rule, channel, account, project] = Array.from({ length: 6 }, newId);
  const insert = (table: string, row: Record<string, unknown>) => insertRow(client, table, row);
  const own = { team_id: team, name: 'Siam' };
  await insert('teams', { id: team, namespace: 'siam', name: 'Siam' });
  await insert('presets', { ...own, id: preset, vod_delivery_model: 'classic', profiles: '[]' });
  await insert('geoblock_rules', { ...own, id: rule });
  await insert('playback_channels', {
    ...own,
    id: channel,
    default_playback_domain: 'play.example',
  });
  await insert('accounts', { id: account, email: 'a@b.c', name: 'A', password_hash: '' });
  await insert('projects', {
    ...own,
    id: project,
    key: 'news',
    search: 'news',
    preset_id: preset,
    geoblock_rule_id: rule,
    primary_playback_channel_id: channel,
    creator_id: account,
  });
  const video = { team_id: team, project_id: project, creator_id: account, preset_id: preset };
  const addVideo = (key: string, more: Record<string, unknown> = {}) =>
    insert('videos', {
      ...video,
      key,
      title: key,
      search: key,
      current_revision_key: key,
      ...more,
    });
  return { project, addVideo };
}
