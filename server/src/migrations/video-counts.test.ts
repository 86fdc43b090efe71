import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newId } from '../base/ids.ts';
import { openTestMigrations } from '../base/test-migrations.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('videos that were there are counted, and those that the build before adds', async () => {
  await migrateTo('video-counts', 'before');
  const [team, preset, rule, channel, account, project] = Array.from({ length: 6 }, newId);
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const places = names.map((_, n) => `$${n + 1}`).join();
    return client.query(
      `insert into ${table} (${names.join()}) values (${places})`,
      Object.values(row),
    );
  };
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
  const addVideo = (key: string, deletedAt: Date | null = null) =>
    insert('videos', {
      ...{ ...video, key, title: key, search: key, current_revision_key: key },
      deleted_at: deletedAt,
    });
  const kept = async (): Promise<unknown[]> =>
    (await client.query<Record<string, unknown>>('select project_id, videos from video_counts'))
      .rows;
  for (const key of ['one', 'two']) await addVideo(key);
  await addVideo('gone', new Date());
  await migrateTo('video-counts', 'with');
  assert.deepEqual(await kept(), [{ project_id: project, videos: '2' }]);
  await addVideo('three');
  await addVideo('gone too', new Date());
  assert.deepEqual(await kept(), [{ project_id: project, videos: '3' }]);
});
