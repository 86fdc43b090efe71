// alone: it shifts the clock of its process
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import { creation, listen, openCall } from '../../test-uploads.ts';
import { startTestVideos, type TestVideos } from '../../test-videos.ts';
import { shiftClock } from './test-clock.ts';
import { assertWhole, forkWorker, piecesOf } from './test-faults.ts';

const SECONDS = 8;
const clip = { folder: await testFolder(), frames: SECONDS * 25 };
let videos: TestVideos;
let foreign: Buffer;

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
  const made = `${testVideo('256x144', '25', SECONDS)} ${tone(SECONDS)} -c:v mpeg4 -c:a aac -shortest`;
  foreign = await readFile(await makeClip(clip.folder, 'foreign.mkv', made));
  // The API's, which is this process; the database has a clock of its own.
  shiftClock(30);
});
after(() => videos.close());

test('workers whose clocks are days apart take nothing from each other and leave nothing', async () => {
  const preload = ['--import', join(import.meta.dirname, 'test-clock.ts')];
  const env = (hours: number) => ({
    STORAGE_URL: videos.app.context.config.storageUrl,
    WORKER_SLOTS: '1',
    CLOCK_HOURS: String(hours),
  });
  const { db } = videos.app.context;
  await Promise.all([30, -30].map((hours) => forkWorker(videos, env(hours), preload)));
  const keys = [
    await videos.upload(foreign, { presetId: await videos.presetOf('model-k') }),
    await videos.upload(foreign, { presetId: await videos.presetOf('classic') }),
  ];
  for (const key of keys) {
    await assertWhole(videos, key, clip);
    for (const piece of await piecesOf(videos, key)) assert.equal(piece.attempt, 1, piece.kind);
  }
  // Written by the machines, and judged by all of them: within the minutes of this test.
  const { rows } = await sql<{ count: number; wrong: number }>`
    select count(*)::int as count, count(*) filter (where
      abs(extract(epoch from p.due_at - now())) > 900
      or abs(extract(epoch from p.completed_at - now())) > 900
      or p.completed_at < p.started_at
      or abs(extract(epoch from r.planned_at - now())) > 900
      or abs(extract(epoch from r.updated_at - now())) > 900)::int as wrong
    from pieces p join revisions r on r.key = p.revision_key`.execute(db);
  assert.ok((rows[0]?.count ?? 0) > 4);
  assert.equal(rows[0]?.wrong, 0);
});

test('an API whose clock is days ahead lets no colleague end an upload that goes on', async () => {
  const { app, scope, admin, projectKey } = videos;
  const port = await listen(app.http);
  const colleague = await app.addPerson(scope, 'admin');
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, videos: [{ title: 'A', source }] };
  const { body: created } = await app.call('POST', '/api/v1/videos', { as: admin, body });
  const begin = (as: typeof admin) =>
    openCall(port, 'POST', { as, headers: creation(String(created[0]?.['key']), 10) }).answer;
  assert.equal((await begin(admin)).status, 201);
  const refused = await begin(colleague);
  assert.equal(refused.body?.['code'], 'upload_refused');
});
