import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newId } from '../base/ids.ts';
import { openTestMigrations } from '../base/test-migrations.ts';
import { toVideoSearch } from '../features/videos/rules/search.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('lists know of videos that were there, and of those that the build before goes on with', async () => {
  await migrateTo('probed-sources', 'before');
  const [team, tag] = [newId(), newId()];
  // Without the rows that these are of.
  for (const [table, names] of [
    ['videos', ['creator_id', 'team_id_project_id', 'team_id_preset_id']],
    ['tags', ['team_id']],
    ['video_tags', ['team_id_tag_id']],
  ] as const) {
    for (const name of names) {
      await client.query(`alter table ${table} drop constraint ${table}_${name}_fkey`);
    }
  }
  await client.query(
    'alter table video_counts drop constraint video_counts_team_id_project_id_fkey',
  );
  const plan = { source: { durationMs: 61_000, video: { displayWidth: 1280 } } };
  const addVideo = async (key: string, title: string) => {
    await client.query(
      `insert into videos (key, team_id, project_id, creator_id, title, search, preset_id,
        current_revision_key) values ($1, $2, $2, $2, $3, $4, $2, $1)`,
      [key, team, title, `${key} ${title.slice(0, 600)}`.toLowerCase()],
    );
    await client.query(
      `insert into revisions (key, team_id, video_key, state, source_file_name, source_type,
        source_size_bytes) values ($1, $2, $1, 'sourceWaiting', 'Clip.MP4', 'video/mp4', 1234)`,
      [key, team],
    );
  };
  const encode = (key: string) =>
    client.query(
      `update revisions set state = 'completed', duration_ms = 61000, plan = $2 where key = $1`,
      [key, JSON.stringify(plan)],
    );
  await addVideo('Before', 'ÉTÉ  น้ำ');
  await encode('Before');
  await client.query('insert into tags (id, team_id, name) values ($1, $2, $3)', [
    tag,
    team,
    'Sea',
  ]);
  await client.query('insert into video_tags (team_id, video_key, tag_id) values ($1, $2, $3)', [
    team,
    'Before',
    tag,
  ]);
  await addVideo('Long', 'ก'.repeat(900));

  await migrateTo('video-batches', 'with');
  const read = async (key: string) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select v.state, v.duration_ms, v.size_bytes, r.probed, v.search
      from videos v join revisions r on r.key = v.current_revision_key where v.key = $1`,
      [key],
    );
    return rows[0];
  };
  const whole = { state: 'completed', duration_ms: 61_000, size_bytes: '1234' };
  const probed = plan.source;
  const about = { key: 'Before', title: 'ÉTÉ  น้ำ', fileName: 'Clip.MP4', tags: ['Sea'] };
  assert.deepEqual(await read('Before'), { ...whole, probed, search: toVideoSearch(about) });
  const long = await read('Long');
  assert.match(String(long?.['search']), /^ก+\nlong$/);

  // As the build before writes, which knows none of it.
  await addVideo('after', 'after');
  const waiting = { state: 'uploading', duration_ms: 0, size_bytes: '1234', probed: null };
  assert.deepEqual(await read('after'), { ...waiting, search: 'after after' });
  await encode('after');
  assert.deepEqual(await read('after'), { ...whole, probed, search: 'after after' });
  await client.query(`update revisions set probe_error_type = 'probeError' where key = 'after'`);
  assert.equal((await read('after'))?.['state'], 'failed');
});
