import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createSuspension } from '@kinora/media/cage/suspension';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import type { Storage } from '@kinora/storage/storage';
import { publishingWork } from '../../app-short-work.ts';
import type { Context } from '../../base/context.ts';
import { type RunningWorker, startWorker } from '../../base/worker.ts';
import { startTestVideos, type TestVideos } from '../../test-videos.ts';
import { requestSegment } from '../pieces/actions/request-segment.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import type { ClaimedPiece } from '../pieces/rules/pieces.ts';
import { forgetPlan } from './actions/forget-plan.ts';
import { getSources } from './work/sources.ts';
import { planWork } from './work/plan.ts';
import { runPiece } from './work/run-piece.ts';
import type { Capacity } from '../pieces/rules/capacity.ts';
import { assertWhole, storedSegmentsAreThere } from './test-faults.ts';
import { assertOwned } from './test-storage.ts';

const SECONDS = 24;
const folder = await testFolder();
const clip = { folder, frames: SECONDS * 10 };
const short = { folder, frames: 80 };
let videos: TestVideos;
let publisher: RunningWorker;
let foreign: Buffer;
let foreignShort: Buffer;

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
  publisher = await startWorker(publishingWork, videos.app.context);
  const shown = `${testVideo('640x360', '10', SECONDS)} ${tone(SECONDS)}`;
  const made = `${shown} -c:v mpeg4 -q 9 -c:a aac -shortest`;
  foreign = await readFile(await makeClip(folder, 'foreign.mkv', made));
  const less = `${testVideo('256x144', '10', 8)} ${tone(8)} -c:v mpeg4 -c:a aac -shortest`;
  foreignShort = await readFile(await makeClip(folder, 'short.mkv', less));
});
after(async () => {
  await publisher.stop(1000);
  await videos.close();
});

/** Adds a video whose pieces wait, as no worker takes them. */
async function planned(bytes: Buffer): Promise<{ videoKey: string; revisionKey: string }> {
  const videoKey = await videos.upload(bytes, { presetId: await videos.presetOf('model-k') });
  const revisionKey = String((await videos.video(videoKey))['vod']?.['revisionKey']);
  const run = { signal: AbortSignal.timeout(120_000), token: { id: randomUUID(), retryCount: 0 } };
  await planWork.handle(videos.app.context, { revisionKey }, run);
  return { videoKey, revisionKey };
}

const claim = async (capacity: Capacity = 'any') =>
  claimPiece(videos.app.context.db, randomUUID(), capacity, (await getMediaTools()).fingerprint);

function run(piece: ClaimedPiece, context: Context = videos.app.context): Promise<void> {
  const { signal } = new AbortController();
  return runPiece(
    {
      context,
      sources: getSources(context.storage),
      progress: { add: () => undefined },
      signal,
      suspension: createSuspension(),
    },
    piece,
  );
}

async function runRest(): Promise<void> {
  for (let piece = await claim(); piece; piece = await claim()) await run(piece);
}

/** A context whose storage calls `put` before each write, and waits for it. */
function watched(put: (key: string) => Promise<void> | void): Context {
  const { context } = videos.app;
  const storage: Storage = {
    ...context.storage,
    put: async (key, body) => {
      await put(key);
      await context.storage.put(key, body);
    },
  };
  return { ...context, storage };
}

test('every piece delivered twice at once, and again when it is done, is made once', async () => {
  const { videoKey } = await planned(foreignShort);
  for (let piece = await claim(); piece; piece = await claim()) {
    const ends = await Promise.allSettled([run(piece), run(piece)]);
    assert.ok(
      ends.some(({ status }) => status === 'fulfilled'),
      piece.kind,
    );
    const isStored = ['video', 'audio', 'copy'].includes(piece.kind);
    const late = watched((key) => assert.ok(!isStored || !key.endsWith('.m4s'), key));
    for (const attempt of [piece.attempt, piece.attempt - 1]) {
      const again = run({ ...piece, attempt }, late);
      if (isStored) await assert.rejects(again, /another worker/);
      else await again;
    }
    await storedSegmentsAreThere(videos, videoKey);
  }
  await assertWhole(videos, videoKey, short);
});

/** Makes two pieces: both rungs of the last two segments, too long for a waiting viewer, and a short one. */
async function longAndShort(): Promise<{
  videoKey: string;
  long: ClaimedPiece;
  asked: () => Promise<ClaimedPiece>;
}> {
  const revision = await planned(foreign);
  let long = await claim();
  while (long && (long.kind !== 'video' || long.renditionIds.length < 2)) {
    await run(long);
    long = await claim();
  }
  assert.ok(long);
  const number = long.lastSegment;
  const renditionId = long.renditionIds.at(-1) ?? '';
  const { db } = videos.app.context;
  const asked = async () => {
    await db
      .transaction()
      .execute((tx) => requestSegment(tx, { ...revision, renditionId, number }));
    const short = await claim('requested');
    assert.ok(short && short.id !== long.id);
    return short;
  };
  return { videoKey: revision.videoKey, long, asked };
}

test('a segment already made for a viewer is not stored again by the piece that covers it', async () => {
  const { videoKey, long, asked } = await longAndShort();
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const stored: string[] = [];
  const slow = watched(async (key) => {
    stored.push(key);
    begun.resolve();
    await gate.promise;
  });
  const making = run(long, slow);
  await begun.promise;
  const short = await asked();
  await run(short);
  gate.resolve();
  await making;
  const shown = `/${short.renditionIds[0]}/${short.firstSegment}.m4s`;
  assert.ok(stored.length > 0 && !stored.some((key) => key.endsWith(shown)), stored.join());
  await runRest();
  await assertWhole(videos, videoKey, clip);
});

test('of two runs that store a segment at once, the record is of the bytes that have stayed', async () => {
  const { videoKey, long, asked } = await longAndShort();
  const shown = `/${long.renditionIds.at(-1)}/${long.lastSegment}.m4s`;
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = watched(async (key) => {
    if (!key.endsWith(shown)) return;
    reached.resolve();
    await gate.promise;
  });
  const making = run(long, slow);
  await reached.promise;
  // The segment is stored and recorded between the other run's check and its write.
  await run(await asked());
  gate.resolve();
  await making;
  await storedSegmentsAreThere(videos, videoKey);
  await runRest();
  await assertWhole(videos, videoKey, clip);
});

test('segments that a run stores after its plan was forgotten are removed too', async () => {
  const { revisionKey } = await planned(foreignShort);
  const piece = await claim();
  assert.ok(piece);
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = watched(async (key) => {
    if (!key.endsWith('.m4s')) return;
    reached.resolve();
    await gate.promise;
  });
  const making = run(piece, slow);
  await reached.promise;
  await videos.app.context.db.transaction().execute((tx) => forgetPlan(tx, revisionKey));
  await assertOwned(videos.app);
  gate.resolve();
  // The slow run may have been at its last segment.
  await making.catch((error: unknown) => assert.match(String(error), /another worker/));
  await assertOwned(videos.app);
});
