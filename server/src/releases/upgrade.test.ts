import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '../app-jobs.ts';
import { installQueues } from '../base/jobs.ts';
import { migrate, readMigrations } from '../base/migrate.ts';
import { emptyTestDatabase, openTestDatabase } from '../base/test-database.ts';
import { startTestApp } from '../test-app.ts';
import { readReleases, restoreRelease } from './test-release.ts';

const releases = await readReleases();

test('migrations of a release stay as they were', async () => {
  const files = await readMigrations();
  const hashes = Object.fromEntries(files.map(({ name, hash }) => [name, hash]));
  for (const { version, migrations } of releases)
    assert.partialDeepStrictEqual(hashes, migrations, version);
});

test('this version serves what the release before it has written', async () => {
  const release = releases.at(-1);
  assert.ok(release);
  const database = await emptyTestDatabase();
  await restoreRelease(database.url, release);
  await migrate(database.url);
  await installQueues(database.url, jobs);
  const app = await startTestApp({}, undefined, Promise.resolve(openTestDatabase(database)));
  try {
    const as = { token: release.token };
    const { body: list } = await app.call('GET', '/api/v1/videos', { as });
    assert.deepEqual(
      list.data.map(({ key }) => key),
      [release.videoKey],
    );
    const { body: video } = await app.call('GET', `/api/v1/videos/${release.videoKey}`, { as });
    assert.equal(video['vod']?.['processingInfo']?.['state'], 'completed');
    const path = `/api/v1/videos/${release.videoKey}`;
    const { status } = await app.call('PUT', path, { as, body: { title: 'Renamed' } });
    assert.equal(status, 200);
  } finally {
    await app.close();
  }
});
