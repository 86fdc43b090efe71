import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestMigrations } from '../base/test-migrations.ts';
import { insertProject } from '../base/test-migrated-project.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('videos that were there are counted, and those that the build before adds', async () => {
  await migrateTo('video-counts', 'before');
  const { project, addVideo } = await insertProject(client);
  const deleted = { deleted_at: new Date() };
  const kept = async (): Promise<unknown[]> =>
    (await client.query<Record<string, unknown>>('select project_id, videos from video_counts'))
      .rows;
  for (const key of ['one', 'two']) await addVideo(key);
  await addVideo('gone', deleted);
  await migrateTo('video-counts', 'with');
  assert.deepEqual(await kept(), [{ project_id: project, videos: '2' }]);
  await addVideo('three');
  await addVideo('gone too', deleted);
  assert.deepEqual(await kept(), [{ project_id: project, videos: '3' }]);
});
