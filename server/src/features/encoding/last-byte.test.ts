import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { createSuspension } from '@kinora/media/cage/suspension';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import { creation, metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import { sourceKey } from '../uploads/rules.ts';
import { planArrivingWork } from './work/plan.ts';
import { runPiece } from './work/run-piece.ts';
import { getSources } from './work/sources.ts';

let uploads: TestUploads;
const folder = await testFolder();

before(async () => {
  uploads = await startTestUploads();
});
after(() => uploads.close());

test('a piece that is begun while the last byte is recorded is made, and fails nothing', async () => {
  const { context } = uploads.app;
  const made = `${testVideo('160x90', '25', 30)} ${tone(30)} -c:v mpeg4 -q 5 -c:a mp3`;
  const path = await makeClip(folder, 'front.mov', `${made} -movflags +faststart`);
  const bytes = await readFile(path);
  const videoKey = await uploads.addVideo(bytes.length);
  const headers = {
    ...creation(videoKey, bytes.length),
    'upload-metadata': metadata({ videoKey, layout: `0-${bytes.length}` }),
  };
  const address = (await uploads.call('POST', { headers })).headers['location'] ?? '';
  const body = bytes.subarray(0, Math.round(bytes.length * 0.8));
  const patch = { path: address, headers: { 'upload-offset': '0' }, body };
  assert.equal((await uploads.call('PATCH', patch)).status, 204);
  const { revisionKey } = await context.db
    .selectFrom('uploads')
    .select('revision_key as revisionKey')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  const signal = AbortSignal.timeout(60_000);
  const token = { id: randomUUID(), retryCount: 0 };
  await planArrivingWork.handle(context, { revisionKey }, { signal, token });

  const { fingerprint } = await getMediaTools();
  const piece = await claimPiece(context.db, randomUUID(), 'any', fingerprint);
  assert(piece);
  const key = sourceKey(videoKey, revisionKey);
  const [from, to] = [context.storage.appendables.localPath(key), context.storage.localPath(key)];
  assert(from !== null && to !== null);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  const sources = getSources(context.storage);
  const progress = { add: () => undefined };
  const suspension = createSuspension();
  await runPiece({ context, sources, progress, signal, suspension }, piece);
  const row = await context.db
    .selectFrom('pieces')
    .select('state')
    .where('id', '=', piece.id)
    .executeTakeFirst();
  assert.equal(row?.state, 'completed');
});
