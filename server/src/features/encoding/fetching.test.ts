import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createSuspension } from '@kinora/media/cage/suspension';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import type { Storage } from '@kinora/storage/storage';
import type { TestS3 } from '@kinora/storage/test-s3-server';
import type { Context } from '../../base/context.ts';
import { startTestVideos, type TestVideos } from '../../test-videos.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import { getSources } from './work/sources.ts';
import { planWork } from './work/plan.ts';
import { runPiece } from './work/run-piece.ts';
import { startS3Storage } from './test-faults.ts';

const SECONDS = 180;
let s3: TestS3;
let videos: TestVideos;

before(async () => {
  const storage = await startS3Storage();
  s3 = storage.s3;
  videos = await startTestVideos({ NODE_ENV: 'test', ...storage.env });
});
after(async () => {
  await videos.close();
  await s3.close();
});

/** A machine of its own, which counts the bytes that it fetches of sources. */
function machine(): { context: Context; fetched: () => number } {
  const { context } = videos.app;
  let bytes = 0;
  const open: Storage['open'] = async (key, range) => {
    const opened = await context.storage.open(key, range);
    if (opened && key.startsWith('sources/')) bytes += opened.end + 1 - opened.start;
    return opened;
  };
  return { context: { ...context, storage: { ...context.storage, open } }, fetched: () => bytes };
}

const token = () => ({ id: randomUUID(), retryCount: 0 });

async function makeNext({ context }: { context: Context }): Promise<string> {
  const { fingerprint } = await getMediaTools();
  const piece = await claimPiece(context.db, randomUUID(), 'any', fingerprint);
  assert(piece);
  const { signal } = new AbortController();
  const sources = getSources(context.storage);
  const progress = { add: () => undefined };
  const suspension = createSuspension();
  await runPiece({ context, sources, progress, signal, suspension }, piece);
  return `${piece.kind} ${piece.firstSegment}`;
}

test('a machine fetches the bytes of a source that its pieces are made from, and no more', async () => {
  // Its index is at the end, and most of its bytes come after the part that is watched first.
  const shown = `${testVideo('640x360', '25', SECONDS)} ${tone(SECONDS)}`;
  const args = `${shown} ${X264} -qp 12 -g 600 -keyint_min 600 -sc_threshold 0 -c:a ac3`;
  const bytes = await readFile(await makeClip(await testFolder(), 'film.mp4', args));
  const share = (of: { fetched: () => number }) => of.fetched() / bytes.length;
  const presetId = await videos.presetOf('model-k');
  const videoKey = await videos.upload(bytes, { presetId });
  const revisionKey = String((await videos.video(videoKey))['vod']?.['revisionKey']);
  const planner = machine();
  const run = { signal: AbortSignal.timeout(120_000), token: token() };
  await planWork.handle(planner.context, { revisionKey }, run);
  assert.ok(share(planner) < 0.12, `${share(planner)} of the source was fetched to plan it`);

  const first = machine();
  assert.equal(await makeNext(first), 'video 1');
  assert.ok(share(first) < 0.25, `${share(first)} for the first segment`);
  const partly = await videos.video(videoKey);
  assert.equal(partly['vod']?.['processingInfo']?.['failureReason'] ?? null, null);

  // Audio is spread over the whole film; in this small one it is fetched with the bytes in between.
  const maxShares: Record<string, number> = { 'cover 1': 0.7, 'audio 1': 1, 'video 1': 0.5 };
  for (const wanted of ['audio 1', 'cover 1', 'video 1', 'video 6']) {
    const one = machine();
    assert.equal(await makeNext(one), wanted);
    assert.ok(share(one) <= (maxShares[wanted] ?? 0.5), `${share(one)} for ${wanted}`);
    await getSources(one.context.storage).close();
  }
  for (const one of [planner, first]) await getSources(one.context.storage).close();
});
