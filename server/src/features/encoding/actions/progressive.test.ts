import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../../test-owner.ts';
import { plannedRevision, storePiece, type TestRevision } from '../test-revisions.ts';
import { claimPiece } from '../../pieces/actions/claim.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { failPiece, finishPiece } from './piece-ends.ts';
import { recordProgressive } from './progressive.ts';
import { measureRendition } from '../work/measure.ts';

const app = await startTestApp();
const { db } = app.context;
let owner: TestOwner;

/** Adds a preset with two files, each from another rendition. */
before(async () => {
  owner = await addTestOwner(app, 'siam');
  const encryption = { isEnableVideoEncryption: false, keyServerId: null };
  const track = (size: number) => ({ resolutionControl: { type: 'short', size }, encryption });
  const files = { enabled: true, formatType: 'mp4', videoTracks: [track(720), track(240)] };
  await sql`update presets set vod_delivery_model = 'classic',
    profiles = ${JSON.stringify([files])}::jsonb`.execute(db);
});
after(() => app.close());
beforeEach(() => db.deleteFrom('pieces').execute());

const claim = () => claimPiece(db, randomUUID(), 'any');
const complete = (piece: ClaimedPiece) =>
  finishPiece(app.context, measureRendition, piece, async () => undefined);

async function mustClaim(): Promise<ClaimedPiece> {
  const piece = await claim();
  assert.ok(piece);
  return piece;
}

/** All segments are made; what is left are the files. */
async function wholeStream(): Promise<{ revision: TestRevision; files: ClaimedPiece[] }> {
  const ids = ['v-720', 'v-240'];
  const revision = await plannedRevision(app, owner, {
    seconds: 6,
    ids,
    pieces: [{ kind: 'video', renditionIds: ids, firstSegment: 1, lastSegment: 1 }],
  });
  await sql`update revisions set renditions = jsonb_set(jsonb_set(renditions,
      '{video,0,width}', '1280'), '{video,0,height}', '720')
    where key = ${revision.revisionKey}`.execute(db);
  await sql`update revisions set renditions = jsonb_set(jsonb_set(renditions,
      '{video,1,width}', '426'), '{video,1,height}', '240')
    where key = ${revision.revisionKey}`.execute(db);
  const piece = await mustClaim();
  await storePiece(app, piece);
  assert.deepEqual((await complete(piece))?.isWhole, true);
  const files = [await mustClaim(), await mustClaim()];
  assert.deepEqual(
    files.map(({ kind }) => kind),
    ['progressive', 'progressive'],
  );
  return { revision, files };
}

const record = (piece: ClaimedPiece) => {
  const height = piece.renditionIds[0] === 'v-720' ? 720 : 240;
  const file = { width: Math.round((height * 16) / 9), height, sizeBytes: 9 };
  return db.transaction().execute((tx) => recordProgressive(tx, piece, file));
};

async function shown({ videoKey }: TestRevision) {
  const { body } = await app.call('GET', `/api/v1/videos/${videoKey}`, { as: owner.admin });
  const info = body['vod']?.['processingInfo'];
  const files = body['playbackUrls']?.['primaryPlaybackUrl']?.['mp4Playlist'];
  return [info?.['state'], info?.['progress'], files?.length];
}

test('a video is completed when its files have their addresses, and not before', async () => {
  const { revision, files } = await wholeStream();
  assert.deepEqual(await shown(revision), ['partiallyCompleted', 99, 0]);
  const [first, second] = files;
  assert.ok(first && second);
  // Both are stored before either is recorded as ended.
  await record(first);
  await record(second);
  await complete(first);
  assert.deepEqual(await shown(revision), ['partiallyCompleted', 99, 2]);
  await complete(second);
  assert.deepEqual(await shown(revision), ['completed', 100, 2]);
});

test('a video with a failed file is completed all the same', async () => {
  const { revision, files } = await wholeStream();
  const [first, second] = files;
  assert.ok(first && second);
  const problem = { reason: 'internal', detail: '', isFinal: false } as const;
  const fail = (piece: ClaimedPiece, isFinal: boolean) =>
    db.transaction().execute((tx) => failPiece(tx, piece, { ...problem, isFinal }));
  await fail(first, true);
  assert.deepEqual(await shown(revision), ['partiallyCompleted', 99, 0]);
  await fail(second, false);
  assert.deepEqual(await shown(revision), ['partiallyCompleted', 99, 0]);
  const again = await mustClaim();
  await record(again);
  await complete(again);
  assert.deepEqual(await shown(revision), ['completed', 100, 1]);
});

test('a video whose last file is given up is completed without', async () => {
  const { revision, files } = await wholeStream();
  const [first, second] = files;
  assert.ok(first && second);
  await record(first);
  await complete(first);
  const problem = { reason: 'internal', detail: '', isFinal: true } as const;
  await db.transaction().execute((tx) => failPiece(tx, second, problem));
  assert.deepEqual(await shown(revision), ['completed', 100, 1]);
});
