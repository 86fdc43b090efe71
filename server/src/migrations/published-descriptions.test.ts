import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestMigrations } from '../base/test-migrations.ts';
import { insertProject, insertRow } from '../base/test-migrated-project.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('videos with a description or a day are published once more, the others are left', async () => {
  await migrateTo('published-descriptions', 'before');
  const { addVideo } = await insertProject(client);
  await addVideo('told', { description: 'About it' });
  await addVideo('dated', { published_date: '2026-11-22' });
  await addVideo('plain');
  for (const key of ['told', 'dated', 'plain']) {
    await insertRow(client, 'publications', { kind: 'video', key, published_version: 1 });
  }
  await migrateTo('published-descriptions', 'with');
  const { rows } = await client.query(
    'select key from publications where published_version < version order by key',
  );
  assert.deepEqual(rows, [{ key: 'dated' }, { key: 'told' }]);
});
