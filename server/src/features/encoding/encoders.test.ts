import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { createSuspension } from '@kinora/media/cage/suspension';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import { startAppWorker } from '../../app-worker.ts';
import { startTestVideos, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import type { ClaimedPiece } from '../pieces/rules/pieces.ts';
import { recordEncoder } from '../pieces/actions/encoders.ts';
import { planAbandoned } from './actions/replan.ts';
import { failPiece } from './actions/piece-ends.ts';
import { getParts } from '../revisions/queries.ts';
import { OtherEncoderError, toProblem } from './work/problem.ts';
import { getSources } from './work/sources.ts';
import { planWork } from './work/plan.ts';
import { runPiece } from './work/run-piece.ts';
import { assertWhole, piecesOf } from './test-faults.ts';

// Two builds of the encoder among the workers of one installation.

const SECONDS = 24;
const clip = { folder: await testFolder(), frames: SECONDS * 10 };
let videos: TestVideos;
let foreign: Buffer;

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
  const made = `${testVideo('256x144', '10', SECONDS)} ${tone(SECONDS)} -c:v mpeg4 -c:a aac -shortest`;
  foreign = await readFile(await makeClip(clip.folder, 'foreign.mkv', made));
});
after(() => videos.close());

/** Adds a video planned for this machine's encoder, whose pieces no worker takes. */
async function planned(): Promise<{ videoKey: string; revisionKey: string; folder: string }> {
  const { context } = videos.app;
  const videoKey = await videos.upload(foreign, { presetId: await videos.presetOf('model-k') });
  const revisionKey = String((await videos.video(videoKey))['vod']?.['revisionKey']);
  const run = { signal: AbortSignal.timeout(120_000), token: { id: randomUUID(), retryCount: 0 } };
  await planWork.handle(context, { revisionKey }, run);
  const { folder } = await getParts(context.db, revisionKey);
  assert.ok(folder);
  return { videoKey, revisionKey, folder };
}

const isEncoded = ({ kind }: { kind: string }) => kind === 'video' || kind === 'audio';

function run(piece: ClaimedPiece): Promise<void> {
  const { context } = videos.app;
  const parts = {
    sources: getSources(context.storage),
    progress: { add: () => undefined },
  };
  const { signal } = new AbortController();
  return runPiece({ context, ...parts, signal, suspension: createSuspension() }, piece);
}

async function setEncoder(revisionKey: string, encoder: string): Promise<void> {
  await sql`update pieces set encoder = ${encoder}
    where revision_key = ${revisionKey} and kind in ('video', 'audio')`.execute(
    videos.app.context.db,
  );
}

test('a worker makes pieces that need no encoder, and those of its own encoder', async () => {
  const { videoKey } = await planned();
  const { fingerprint } = await getMediaTools();
  const wanted = await piecesOf(videos, videoKey);
  assert.deepEqual(
    new Set(wanted.filter(isEncoded).map(({ encoder }) => encoder)),
    new Set([fingerprint]),
  );
  const other = await startAppWorker(videos.app.context, { encoder: 'another' });
  try {
    await until('what any worker may make', async () => {
      const rest = (await piecesOf(videos, videoKey)).filter((piece) => !isEncoded(piece));
      return rest.length > 0 && rest.every(({ state }) => state === 'completed');
    });
  } finally {
    await other.stop(1000);
  }
  const untouched = (await piecesOf(videos, videoKey)).filter(isEncoded);
  assert.ok(untouched.every(({ attempt, state }) => attempt === 0 && state === 'waiting'));
  await withAppWorker(
    videos.app.context,
    async () => void (await assertWhole(videos, videoKey, clip)),
  );
});

test('a revision that waits for an encoder that is gone is planned again, and nothing of its old plan is left', async () => {
  const { db } = videos.app.context;
  const { fingerprint } = await getMediaTools();
  const { videoKey, revisionKey, folder } = await planned();
  for (let made = 0; made < 2; made += 1) {
    const piece = await claimPiece(db, randomUUID(), 'any', fingerprint);
    assert.ok(piece);
    await run(piece);
  }
  await setEncoder(revisionKey, 'gone');
  await recordEncoder(db, 'gone');
  assert.equal(await planAbandoned(db), 0, 'its workers may only be starting again');
  assert.equal((await getParts(db, revisionKey)).folder, folder);
  await sql`update encoders set seen_at = now() - interval '3 minutes'
    where fingerprint = 'gone'`.execute(db);
  assert.equal(await planAbandoned(db), 1);
  assert.equal(await planAbandoned(db), 0);
  await withAppWorker(videos.app.context, async () => {
    const { stream } = await assertWhole(videos, videoKey, clip);
    assert.notEqual(stream.folder, folder);
  });
});

test('a plan that names no encoder and was begun by another one is planned again once', async () => {
  const { db } = videos.app.context;
  const { fingerprint } = await getMediaTools();
  const { videoKey, revisionKey, folder } = await planned();
  // Older builds, which knew nothing of encoders, left plans so.
  await setEncoder(revisionKey, '');
  let begun: ClaimedPiece | null = null;
  while (!begun || begun.kind !== 'video') {
    begun = await claimPiece(db, randomUUID(), 'any', fingerprint);
    assert.ok(begun);
    await run(begun);
  }
  await sql`update stored_inits set sha256 = 'another' where revision_key = ${revisionKey}`.execute(
    db,
  );
  await withAppWorker(videos.app.context, async () => {
    const { stream } = await assertWhole(videos, videoKey, clip);
    assert.notEqual(stream.folder, folder);
  });
  assert.ok((await piecesOf(videos, videoKey)).every(({ failures }) => failures === 0));
});

test('a worker whose ffmpeg was replaced under it has time to see that', async () => {
  const { db } = videos.app.context;
  const { fingerprint } = await getMediaTools();
  const { videoKey, revisionKey } = await planned();
  const piece = await claimPiece(db, randomUUID(), 'any', fingerprint);
  assert.ok(piece);
  await sql`update pieces set failures = 5 where id = ${piece.id}`.execute(db);
  const problem = toProblem(new OtherEncoderError('the init of v144 differs'));
  assert.equal(await db.transaction().execute((tx) => failPiece(tx, piece, problem)), false);
  const rests = (await piecesOf(videos, videoKey)).find(({ id }) => id === piece.id);
  assert.deepEqual([rests?.state, rests?.worker_id, rests?.failures], ['running', null, 6]);
  await db.deleteFrom('pieces').where('revision_key', '=', revisionKey).execute();
});

test('renditions on demand of a completed video are left to any encoder', async () => {
  const { db } = videos.app.context;
  const { videoKey, revisionKey, folder } = await planned();
  await setEncoder(revisionKey, 'long gone');
  await sql`update revisions set state = 'completed' where key = ${revisionKey}`.execute(db);
  assert.equal(await planAbandoned(db), 1);
  assert.equal((await getParts(db, revisionKey)).folder, folder);
  const encoders = (await piecesOf(videos, videoKey)).map(({ encoder }) => encoder);
  assert.deepEqual(new Set(encoders), new Set(['']));
  await db.deleteFrom('pieces').where('revision_key', '=', revisionKey).execute();
});
