import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StreamDescription } from '@kinora/contract/stream';
import { openDb } from '../base/db.ts';
import { openLog } from '../base/log.ts';
import { parseStored } from '../base/stored-json.ts';
import { openTestMigrations } from '../base/test-migrations.ts';
import { composeStream } from '../features/revisions/rules/compose-stream.ts';
import { getParts } from '../features/revisions/queries.ts';
import { testStreams } from '../features/revisions/test-streams.ts';

const { client, url, migrateTo, close } = await openTestMigrations();
const db = openDb(url, { max: 1, log: openLog('test') });
after(async () => {
  await db.destroy();
  await close();
});

const named = (key: string) => ({ videoKey: 'v', revisionKey: key });
const streams = new Map<string, object>(
  Object.keys(testStreams(named(''))).map((key) => [key, testStreams(named(key))[key] ?? {}]),
);
// The row of a build that knew less.
const { version, durationMs, videoSegments, video, audio } =
  testStreams(named('early'))['whole'] ?? {};
const early = { version, durationMs, videoSegments, video, audio, coverWidths: [320] };
streams.set('early', { ...named('early'), ...early });

/** As the build before reads and publishes it. */
async function publishedBefore(key: string): Promise<StreamDescription> {
  const text = 'select stream from revisions where key = $1';
  const { rows } = await client.query<{ stream: unknown }>(text, [key]);
  return parseStored(StreamDescription, rows[0]?.stream);
}

test('streams that were whole are published from their parts as they were', async () => {
  await migrateTo('stream-parts', 'before');
  // Without the rows that these are of.
  await client.query('alter table revisions drop constraint revisions_team_id_video_key_fkey');
  for (const [key, stream] of [...streams, ['unplanned', null] as const]) {
    await client.query(
      `insert into revisions (key, team_id, video_key, state, source_file_name, source_type,
          source_size_bytes, duration_ms, stream)
        values ($1, gen_random_uuid(), 'v', 'processing', 'a.mp4', 'video/mp4', 1, $2, $3)`,
      [key, stream && durationOf(stream), stream && JSON.stringify(stream)],
    );
  }

  await migrateTo('stream-parts', 'with');
  // The build before goes on, also in rows that are not converted yet.
  const { storyboard = null } = testStreams(named('planned'))['whole'] ?? {};
  await client.query(`update revisions set stream = stream || $1 where key = 'planned'`, [
    JSON.stringify({ storyboard }),
  ]);
  await client.query(`update revisions set stream = stream, failures = 1 where key = 'whole'`);
  await client.query(`update revisions set failures = 1`);
  const before = new Map<string, StreamDescription>();
  for (const key of streams.keys()) before.set(key, await publishedBefore(key));
  assert.deepEqual(before.get('planned')?.storyboard, storyboard);

  await migrateTo('split-streams', 'with');
  for (const [key, stream] of before) {
    const now = composeStream(await getParts(db, key));
    assert.deepEqual(now, stream, key);
    // Members that an early build didn't write stood behind all others.
    if (key !== 'early') assert.equal(JSON.stringify(now), JSON.stringify(stream), key);
    assert.deepEqual(await publishedBefore(key), stream, key);
  }
  await assert.rejects(getParts(db, 'unplanned'));
  const { rows } = await client.query(
    'select count(*)::int as count from revisions where stream is not null and renditions is null',
  );
  assert.deepEqual(rows, [{ count: 0 }]);
});

const durationOf = (stream: object) => ('durationMs' in stream ? stream.durationMs : null);
