import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { VideoJobs } from '@kinora/contract/jobs';
import { startTestApp } from '../../test-app.ts';
import { addTestOwner } from '../../test-owner.ts';
import { recordProgress } from '../encoding/actions/record-progress.ts';
import { recordSegment } from '../encoding/actions/segments.ts';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { claimPiece } from '../pieces/actions/claim.ts';

const app = await startTestApp();
const owner = await addTestOwner(app, 'siam');
const { db } = app.context;
after(() => app.close());

const get = async (path: string) => {
  const { status, body } = await app.call('GET', path, { as: owner.admin });
  assert.equal(status, 200);
  return body as Record<string, unknown>;
};

test('list, video, steps and queue tell one progress, counted by segments, and one time left', async () => {
  const ids = ['v-720', 'v-240'];
  const { videoKey, revisionKey } = await plannedRevision(app, owner, {
    seconds: 24,
    ids,
    pieces: [{ kind: 'video', renditionIds: ids, firstSegment: 1, lastSegment: 4 }],
  });
  const piece = await claimPiece(db, randomUUID(), 'any');
  assert.ok(piece);
  const store = async (renditionId: string, number: number) => {
    await recordSegment(db, piece, {
      renditionId,
      number,
      sizeBytes: 1,
      ticks: 6000,
      keyFrames: [],
    });
    // As if it took three seconds.
    await sql`update revisions set pace = pace || jsonb_build_object(
        'measuredAt', (pace ->> 'measuredAt')::float8 - 3000,
        'beganAt', (pace ->> 'beganAt')::float8 - 3000) where key = ${revisionKey}`.execute(db);
    await recordProgress(db, [revisionKey]);
  };
  const steps = () =>
    get(`/api/encoding/v1/videos/${videoKey}/jobs`) as Promise<unknown> as Promise<VideoJobs>;
  assert.deepEqual([(await steps()).progress, (await steps()).secondsLeft], [0, null]);
  for (const [id, number] of [
    ['v-240', 1],
    ['v-240', 2],
    ['v-720', 1],
    ['v-240', 4],
  ] as const) {
    await store(id, number);
  }

  const found = await steps();
  assert.deepEqual(
    found.outputs.map(({ id, segmentsCompleted, segmentsTotal, made }) => [
      id,
      segmentsCompleted,
      segmentsTotal,
      made.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]),
    ]),
    [
      ['v-720', 1, 4, [[0, 6]]],
      [
        'v-240',
        3,
        4,
        [
          [0, 12],
          [18, 24],
        ],
      ],
    ],
  );
  const { vod } = await get(`/api/v1/videos/${videoKey}`);
  const videos = (await get('/api/v1/videos'))['data'] as { vod: unknown }[];
  const [job] = (await get('/api/encoding/v1/jobs'))['data'] as Record<string, unknown>[];
  const progressOf = (one: unknown) =>
    (one as { processingInfo: { progress: number } }).processingInfo.progress;
  assert.deepEqual(
    [found.progress, progressOf(vod), progressOf(videos[0]?.vod), job?.['progress']],
    [50, 50, 50, 50],
  );
  // Four segments are left, at one in three seconds; a segment is 3 of its 24 seconds.
  assert.ok(Math.abs((found.secondsLeft ?? 0) - 12) <= 2, `${found.secondsLeft} s`);
  assert.ok(Math.abs(Number(job?.['secondsLeft']) - (found.secondsLeft ?? 0)) <= 1);
  assert.ok(Math.abs((found.speed ?? 0) - 1) < 0.2, `${found.speed} ×`);
  assert.equal(found.tookSeconds, null);
});
