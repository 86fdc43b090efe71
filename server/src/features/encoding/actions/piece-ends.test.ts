import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { getStreamPrefix } from '@kinora/contract/stream';
import { startTestApp } from '../../../test-app.ts';
import { addTestOwner } from '../../../test-owner.ts';
import { plannedRevision } from '../test-revisions.ts';
import { claimPiece } from '../../pieces/actions/claim.ts';
import { recordHeartbeat } from '../../pieces/actions/heartbeat.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { getParts } from '../../revisions/queries.ts';
import { failPiece, finishPiece } from './piece-ends.ts';
import { recordInit, recordSegment } from './segments.ts';
import { measureRendition } from '../work/measure.ts';

const app = await startTestApp();
after(() => app.close());
const owner = await addTestOwner(app, 'siam');

async function claimMade(): Promise<ClaimedPiece> {
  const { db } = app.context;
  const piece = await claimPiece(db, randomUUID(), 'any');
  assert.ok(piece);
  const [renditionId = ''] = piece.renditionIds;
  const keyFrames = piece.kind === 'video' ? [[24, 500, 6000] as const] : [];
  await recordInit(db, piece, { renditionId, sha256: 'x', codec: 'avc1.640015' });
  await recordSegment(db, piece, {
    renditionId,
    number: 1,
    sizeBytes: 6000,
    ticks: 6000,
    keyFrames,
  });
  return piece;
}

test(
  'a storage that hangs keeps no other piece of the video from its end',
  { timeout: 60_000 },
  async () => {
    const { db, storage } = app.context;
    const alone = { firstSegment: 1, lastSegment: 1 };
    const { revisionKey } = await plannedRevision(app, owner, {
      seconds: 6,
      ids: ['v-240', 'a-1'],
      pieces: [
        { kind: 'video', renditionIds: ['v-240'], ...alone },
        { kind: 'audio', renditionIds: ['a-1'], ...alone },
      ],
    });
    const [video, audio] = [await claimMade(), await claimMade()];
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const put: typeof storage.put = async (key, body) => {
      begun.resolve();
      await gate.promise;
      await storage.put(key, body);
    };
    const end = async () => undefined;
    const hanging = finishPiece({ db, storage: { ...storage, put } }, measureRendition, video, end);
    await begun.promise;
    assert.deepEqual(await finishPiece(app.context, measureRendition, audio, end), {
      isWhole: false,
      readyIds: ['a-1'],
    });
    gate.resolve();
    assert.deepEqual(await hanging, { isWhole: true, readyIds: ['v-240'] });
    const key = `${getStreamPrefix(await getParts(db, revisionKey))}v-240/key-frames.json`;
    assert.equal(String(await storage.read(key)), '{"segments":[[[24,500,6000]]]}');
    await db.deleteFrom('pieces').execute();
  },
);

test('while storage is away a piece waits between its many tries, and then names the reason', async () => {
  const { db } = app.context;
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 12,
    ids: ['v-240'],
    pieces: [{ kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 }],
  });
  const reason = 'storage_unavailable';
  const away = { reason, detail: '', isFinal: false, isTransient: true } as const;
  const [claim, sweeper] = [() => claimPiece(db, randomUUID(), 'any'), randomUUID()];
  const pauses: number[] = [];
  for (let isEnd = false; !isEnd;) {
    const piece = await claim();
    assert.ok(piece);
    isEnd = await db.transaction().execute((tx) => failPiece(tx, piece, away));
    const { rows } = await sql<{ pause: number | null }>`
      select extract(epoch from leased_until - now())::float8 as pause from pieces`.execute(db);
    pauses.push(rows[0]?.pause ?? 0);
    assert.equal(await claim(), null);
    await sql`update pieces set leased_until = now() - interval '1 ms'`.execute(db);
    await recordHeartbeat(db, { id: sweeper, slots: 1, pieceIds: [] });
  }
  assert.equal(pauses.length, 16);
  // Less what the query between took.
  for (const [n, pause] of pauses.slice(0, -1).entries()) {
    const max = Math.min(60, 2 ** n);
    assert.ok(pause > 0.5 * max - 1 && pause <= max, String(pauses));
  }
  const failed = await db
    .selectFrom('revisions')
    .select(['state', 'failure_reason'])
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();
  assert.deepEqual(failed, { state: 'failed', failure_reason: reason });
});
