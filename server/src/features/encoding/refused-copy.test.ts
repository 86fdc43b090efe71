import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { getStreamPrefix } from '@kinora/contract/stream';
import { readMp4IndexFile } from '@kinora/media/mp4/mp4-index';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { startAppWorker } from '../../app-worker.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, addUploadedVideo, type TestOwner } from '../../test-owner.ts';
import { claimPiece } from '../pieces/actions/claim.ts';
import type { ClaimedPiece } from '../pieces/rules/pieces.ts';
import { failPiece } from './actions/piece-ends.ts';
import { recordPlan } from './actions/record-plan.ts';
import type { StoredPlan } from './rules/stored-plan.ts';
import { plannedRevision, testStream, type TestRevision } from './test-revisions.ts';
import { assertOwned, collectGarbage } from './test-storage.ts';

let app: TestApp;
let owner: TestOwner;
const folder = await testFolder();

before(async () => {
  app = await startTestApp({ NODE_ENV: 'test' });
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

/** A film that the check takes for a copy: its one damaged picture is not among those looked at. */
async function damagedFilm(): Promise<Buffer> {
  const inputs = `${testVideo('64x48', '50', 44)} ${tone(44)}`;
  const path = await makeClip(
    folder,
    'damaged.mp4',
    `${inputs} ${X264} -g 50 -c:a aac -shortest -movflags faststart`,
  );
  const bytes = await readFile(path);
  const { samples } = (await readMp4IndexFile(path))?.tracks[0] ?? {};
  assert(samples && samples.count > 2000);
  const step = samples.count / 400;
  const picture = Array.from({ length: samples.count }, (_, n) => n).find(
    (n) => n > 1500 && Math.floor(n / step) === Math.floor((n - 1) / step) && !samples.isSync[n],
  );
  assert(picture !== undefined);
  const at = samples.offset[picture] ?? 0;
  return bytes.fill(0, at, at + (samples.size[picture] ?? 0));
}

async function uploaded(bytes: Buffer): Promise<TestRevision> {
  return { teamId: owner.teamId, ...(await addUploadedVideo(app, owner, bytes)) };
}

const rowOf = ({ revisionKey }: TestRevision) =>
  app.context.db
    .selectFrom('revisions')
    .selectAll()
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();

const jobsOf = async ({ revisionKey }: TestRevision) =>
  (
    await sql<{ name: string }>`select name from pgboss.job
      where data ->> 'revisionKey' = ${revisionKey} order by name`.execute(app.context.db)
  ).rows.map(({ name }) => name);

const isEnded = (state: string) => ['completed', 'failed'].includes(state);

test('a film whose frames turn out midway to be damaged is encoded, under ids of its own', async () => {
  const revision = await uploaded(await damagedFilm());
  const { storage } = app.context;
  const worker = await startAppWorker(app.context);
  try {
    await until('the end', async () => isEnded((await rowOf(revision)).state));
  } finally {
    await worker.stop(1000);
  }
  const row = await rowOf(revision);
  assert.equal(row.state, 'completed');
  assert.equal(row.failure_reason, null);
  assert.deepEqual(row.uncopyable_kinds, ['video']);
  const { encoding } = row.plan as StoredPlan;
  const made = [...(encoding.video?.renditions ?? []), ...encoding.audio];
  assert.deepEqual(
    made.map(({ id, source }) => [id, source]),
    [
      ['v48-r1', 'encode'],
      ['a1-r1', 'copy'],
    ],
  );
  const { stream } = PublishedVideo.parse(
    JSON.parse(String(await storage.read(getPublishedVideoKey(revision.videoKey)))),
  );
  assert(stream);
  const prefix = getStreamPrefix(stream);
  for (const { id } of made)
    for (let n = 1; n <= encoding.grid.borders.length; n += 1)
      assert.ok(await storage.stat(`${prefix}${id}/${n}.m4s`), `${id}/${n}`);
  assert.deepEqual(
    stream.video.map(({ id }) => id),
    ['v48-r1'],
  );
  // The first plan's files are removed, and none of the second's.
  const folders = async () => {
    const found = new Set<string | undefined>();
    for await (const key of storage.list(`streams/${revision.videoKey}/`))
      found.add(key.split('/')[2]);
    return found;
  };
  assert.equal((await folders()).size, 2);
  await assertOwned(app);
  assert.deepEqual([...(await folders())], [stream.folder]);
});

const damaged = {
  reason: 'source_unreadable',
  detail: 'not_pictures',
  isFinal: true,
  refusesCopy: true,
} as const;

async function claimedCopy(): Promise<{ revision: TestRevision; piece: ClaimedPiece }> {
  const copy = { kind: 'copy', renditionIds: ['v-720'], firstSegment: 1, lastSegment: 4 } as const;
  const revision = await plannedRevision(app, owner, {
    seconds: 24,
    pieces: [{ ...copy, renditionIds: ['v-720'] }],
  });
  const piece = await claimPiece(app.context.db, '018f3c5e-0000-7000-8000-000000000009', 'any');
  assert(piece);
  return { revision, piece };
}

const fail = (piece: ClaimedPiece, problem: Parameters<typeof failPiece>[2]) =>
  app.context.db.transaction().execute((tx) => failPiece(tx, piece, problem));

test('while the file arrives it is planned again at once, and not by a plan that knew of a copy', async () => {
  const { revision, piece } = await claimedCopy();
  assert.equal(await fail(piece, damaged), false);
  const row = await rowOf(revision);
  assert.deepEqual([row.state, row.plan, row.renditions], ['sourceWaiting', null, null]);
  assert.deepEqual(await jobsOf(revision), ['plan-arriving']);
  const folder = `${revision.revisionKey}-anew`;
  const planAgain = (uncopyableKinds: string[]) =>
    app.context.db.transaction().execute((tx) =>
      recordPlan(tx, null, {
        teamId: owner.teamId,
        plan: {} as StoredPlan,
        remuxKey: null,
        stream: { ...testStream(revision, 24, ['v-720-r1']), folder },
        onDemandIds: [],
        defaultRenditionId: null,
        pieces: [],
        uncopyableKinds,
      }),
    );
  assert.equal(await planAgain([]), false);
  assert.ok(await planAgain(['video']));
  // The new plan's files are there when the removal of the old one comes to its turn.
  const { storage } = app.context;
  const [old, anew] = [revision, { ...revision, folder }].map(
    (place) => `${getStreamPrefix(place)}v-720/1.m4s`,
  );
  assert(old && anew);
  for (const key of [old, anew]) await storage.put(key, Buffer.from('segment'));
  await collectGarbage(app);
  assert.equal(await storage.stat(old), null);
  assert.ok(await storage.stat(anew));
  await storage.delete(anew);
});

test('a copy that fails by a fault of ours, or was refused before, is not planned again', async () => {
  const ours = await claimedCopy();
  assert.ok(await fail(ours.piece, { reason: 'internal', detail: '', isFinal: true }));
  assert.equal((await rowOf(ours.revision)).state, 'failed');
  const again = await claimedCopy();
  await app.context.db
    .updateTable('revisions')
    .set({ uncopyable_kinds: ['video'] })
    .where('key', '=', again.revision.revisionKey)
    .execute();
  assert.ok(await fail(again.piece, damaged));
  assert.equal((await rowOf(again.revision)).state, 'failed');
});
