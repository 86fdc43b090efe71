import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestMigrations } from '../base/test-migrations.ts';
import { insertProject, insertRow } from '../base/test-migrated-project.ts';
import { newId } from '../base/ids.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('a revision takes over the preset and the overlay of its video', async () => {
  await migrateTo('revision-presets', 'before');
  const { addVideo } = await insertProject(client);
  const { rows } = await client.query<{ team: string; preset: string }>(
    'select team_id as team, id as preset from presets',
  );
  const { team, preset } = rows[0] ?? { team: '', preset: '' };
  const overlay = newId();
  await insertRow(client, 'overlay_presets', {
    id: overlay,
    team_id: team,
    name: 'Logo',
    image_key: 'overlays/logo',
    image_width: 40,
    image_height: 20,
    position: 'topRight',
    size_percent: 10,
    opacity_percent: 100,
    margin_percent: 0,
  });
  await addVideo('marked', { overlay_preset_id: overlay });
  await addVideo('plain');
  for (const key of ['marked', 'plain']) {
    await insertRow(client, 'revisions', {
      key,
      team_id: team,
      video_key: key,
      state: 'sourceWaiting',
      source_file_name: 'a.mp4',
      source_type: 'video/mp4',
      source_size_bytes: 1,
    });
  }
  await migrateTo('revision-presets', 'with');
  const { rows: revisions } = await client.query(
    'select key, preset_id as preset, overlay_preset_id as overlay from revisions order by key',
  );
  assert.deepEqual(revisions, [
    { key: 'marked', preset, overlay },
    { key: 'plain', preset, overlay: null },
  ]);
});
