import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestMigrations } from '../base/test-migrations.ts';
import { insertProject, insertRow } from '../base/test-migrated-project.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

test('teams are published once more, and then videos whose day is not stated', async () => {
  await migrateTo('watch-page-facts', 'before');
  const { addVideo } = await insertProject(client);
  await addVideo('dated', { published_date: '2026-11-22' });
  await addVideo('plain');
  for (const key of ['dated', 'plain']) {
    await insertRow(client, 'publications', { kind: 'video', key, published_version: 1 });
  }
  const { rows: teams } = await client.query<{ id: string }>('select id from teams');
  const published = teams[0]?.id ?? '';
  await insertRow(client, 'publications', { kind: 'team', key: published, published_version: 1 });
  const never = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';
  await insertRow(client, 'teams', { id: never, namespace: 'lao', name: 'Lao' });
  await migrateTo('watch-page-facts', 'with');
  const { rows } = await client.query<{ kind: string; key: string }>(
    `select kind, key from publications where published_version < version
      order by swept_at, key = $1`,
    [never],
  );
  assert.deepEqual(rows, [
    { kind: 'team', key: published },
    { kind: 'team', key: never },
    { kind: 'video', key: 'plain' },
  ]);
});
