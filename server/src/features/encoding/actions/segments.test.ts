import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { startTestApp } from '../../../test-app.ts';
import { addTestOwner } from '../../../test-owner.ts';
import { plannedRevision } from '../test-revisions.ts';
import { claimPiece, releasePiece } from '../../pieces/actions/claim.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { finishPiece, forgetSegments } from './piece-ends.ts';
import { recordProgress } from './record-progress.ts';
import { recordInit, recordSegment } from './segments.ts';
import { measureRendition } from '../work/measure.ts';

const app = await startTestApp();
const owner = await addTestOwner(app, 'siam');
after(() => app.close());

async function claim(): Promise<ClaimedPiece> {
  const piece = await claimPiece(app.context.db, randomUUID(), 'any');
  assert(piece);
  return piece;
}

async function twoPieces(): Promise<[ClaimedPiece, ClaimedPiece]> {
  await app.context.db.deleteFrom('pieces').execute();
  const part = { kind: 'video' as const, renditionIds: ['v-240'] };
  await plannedRevision(app, owner, {
    seconds: 12,
    ids: ['v-240'],
    pieces: [
      { ...part, firstSegment: 1, lastSegment: 1 },
      { ...part, firstSegment: 2, lastSegment: 2 },
    ],
  });
  return [await claim(), await claim()];
}

/** Waits until a statement waits for another transaction's end. */
async function untilBlocked(): Promise<void> {
  await until('a blocked statement', async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'transactionid' and not granted`.execute(app.context.db);
    return rows.length > 0;
  });
}

const segment = (renditionId: string, number: number) => ({
  renditionId,
  number,
  sizeBytes: 1,
  ticks: 6000,
  keyFrames: [],
});

test('progress counts each segment once, though the lead is in two pieces', async () => {
  const { db } = app.context;
  const ids = ['v-720', 'v-240'];
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 12,
    ids,
    pieces: [
      { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 1 },
      { kind: 'video', renditionIds: ids, firstSegment: 1, lastSegment: 2 },
    ],
  });
  const piece = await claim();
  const seen: number[] = [];
  for (const [renditionId, number] of [
    ['v-240', 1],
    ['v-720', 1],
    ['v-240', 2],
    ['v-720', 2],
  ] as const) {
    await recordSegment(db, piece, segment(renditionId, number));
    await passSecond(revisionKey);
    await recordProgress(db, [revisionKey]);
    const row = await db
      .selectFrom('revisions')
      .select('progress_percent')
      .where('key', '=', revisionKey)
      .executeTakeFirstOrThrow();
    seen.push(row.progress_percent);
  }
  assert.deepEqual(seen, [25, 50, 75, 99]);
  await db.deleteFrom('pieces').execute();
});

test('progress of one video is recorded once in a second, by the first worker, and never goes back', async () => {
  const { db } = app.context;
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 12,
    ids: ['v-720', 'v-240'],
    onDemandIds: ['v-720'],
    pieces: [
      { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 },
      { kind: 'video', renditionIds: ['v-720'], firstSegment: 1, lastSegment: 2, when: 'whenIdle' },
    ],
  });
  const piece = await claim();
  const percent = async () =>
    (
      await db
        .selectFrom('revisions')
        .select('progress_percent as percent')
        .where('key', '=', revisionKey)
        .executeTakeFirstOrThrow()
    ).percent;
  await recordSegment(db, piece, segment('v-240', 1));
  assert.deepEqual(await recordProgress(db, [revisionKey]), []);
  // Nothing waits for what is made on demand.
  assert.equal(await percent(), 50);
  await recordSegment(db, piece, segment('v-240', 2));
  assert.deepEqual(await recordProgress(db, [revisionKey]), [revisionKey]);
  assert.equal(await percent(), 50);
  await passSecond(revisionKey);
  assert.deepEqual(await recordProgress(db, [revisionKey]), []);
  assert.equal(await percent(), 99);
  await db.deleteFrom('stored_segments').where('number', '=', 2).execute();
  await passSecond(revisionKey);
  await recordProgress(db, [revisionKey]);
  assert.equal(await percent(), 99);
  await db.deleteFrom('pieces').execute();
});

/** The progress before was recorded a second earlier. */
async function passSecond(revisionKey: string): Promise<void> {
  await sql`update revisions set pace = jsonb_set(pace, '{measuredAt}',
      to_jsonb((pace ->> 'measuredAt')::float8 - 1000)) where key = ${revisionKey}`.execute(
    app.context.db,
  );
}

test('a run whose piece is another’s records nothing, also after all was cleared away', async () => {
  const { db } = app.context;
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 6,
    ids: ['v-240'],
    pieces: [{ kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 1 }],
  });
  const init = { renditionId: 'v-240', sha256: 'x', codec: 'avc1.640015' };
  const store = async (piece: ClaimedPiece) => {
    await recordInit(db, piece, init);
    return recordSegment(db, piece, segment('v-240', 1));
  };
  const noted = async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from stored_segments where revision_key = ${revisionKey})::int
        + (select count(*) from stored_inits where revision_key = ${revisionKey})::int as count
    `.execute(db);
    return rows[0]?.count;
  };
  const late = await claim();
  await releasePiece(db, late);
  const own = await claim();
  assert.equal(await store(late), false);
  assert.equal(await noted(), 0);
  assert.equal(await store(own), true);
  assert.equal(await noted(), 2);
  const finished = await finishPiece(app.context, measureRendition, own, (tx) =>
    forgetSegments(tx, revisionKey),
  );
  assert(finished?.isWhole);
  assert.equal(await store(late), false);
  assert.equal(await store(own), false);
  assert.equal(await noted(), 0);
});

// `key` is the mark of a stream's AES-128 key.
for (const renditionId of ['v-240', 'key']) {
  const init = (sha256: string) => ({ renditionId, sha256, codec: '' });

  test(`a worker that waits for the first ${renditionId} learns whether it is another`, async () => {
    const { db } = app.context;
    for (const [sha256, expected] of [
      ['y', 'other'],
      ['x', 'same'],
    ] as const) {
      const [first, second] = await twoPieces();
      const { told } = await db.transaction().execute(async (tx) => {
        assert.equal(await recordInit(tx, first, init('x')), 'new');
        const waiting = recordInit(db, second, init(sha256));
        await untilBlocked();
        // In an object, so that the transaction ends before it.
        return { told: waiting };
      });
      assert.equal(await told, expected);
    }
  });

  test(`a worker that waited for a first ${renditionId} that was taken back is first`, async () => {
    const { db } = app.context;
    const [first, second] = await twoPieces();
    const told: Promise<string>[] = [];
    const takenBack = db.transaction().execute(async (tx) => {
      await recordInit(tx, first, init('x'));
      told.push(recordInit(db, second, init('y')));
      await untilBlocked();
      throw new Error('taken back');
    });
    await assert.rejects(takenBack, /taken back/);
    assert.deepEqual(await Promise.all(told), ['new']);
  });

  test(`of two ${renditionId} at once one is the first, each time`, async () => {
    const { db } = app.context;
    const [first, second] = await twoPieces();
    for (let n = 0; n < 100; n += 1) {
      const seen = await Promise.all([
        recordInit(db, first, init('x')),
        recordInit(db, second, init('y')),
      ]);
      assert.deepEqual(seen.toSorted(), ['new', 'other']);
      await db.deleteFrom('stored_inits').execute();
    }
  });
}

test('a run whose piece is another’s learns that it lost it', async () => {
  const { db } = app.context;
  const [piece] = await twoPieces();
  await releasePiece(db, piece);
  const init = { renditionId: 'v-240', sha256: 'x', codec: '' };
  assert.equal(await recordInit(db, piece, init), 'lost');
});
