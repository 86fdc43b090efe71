import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../../test-app.ts';
import { plannedRevision } from '../test-revisions.ts';
import { claimPiece, releasePiece, type ClaimedPiece } from './claim.ts';
import { completePiece, forgetSegments } from './finish.ts';
import { noteInit, noteSegment, recordProgress } from './segments.ts';

const app = await startTestApp();
let owner: Parameters<typeof plannedRevision>[1];
before(async () => {
  const { admin, scope } = await app.addTeam('siam');
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  owner = { admin, teamId: scope.teamId, projectKey: String(project['key']) };
});
after(() => app.close());

async function claim(): Promise<ClaimedPiece> {
  const piece = await claimPiece(app.context.db, randomUUID(), 'any');
  assert(piece);
  return piece;
}

const segment = (renditionId: string, number: number) => ({
  ...{ renditionId, number, sizeBytes: 1, ticks: 6000, keyFrames: [] },
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
    await noteSegment(db, piece, segment(renditionId, number));
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

test('a run whose piece is another’s notes nothing, also after all was cleared away', async () => {
  const { db, storage } = app.context;
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 6,
    ids: ['v-240'],
    pieces: [{ kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 1 }],
  });
  const init = { renditionId: 'v-240', sha256: 'x', codec: 'avc1.640015' };
  const store = async (piece: ClaimedPiece) => {
    await noteInit(db, piece, init);
    return noteSegment(db, piece, segment('v-240', 1));
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
  await db.transaction().execute(async (tx) => {
    assert((await completePiece(tx, storage, own))?.isWhole);
    await forgetSegments(tx, revisionKey);
  });
  assert.equal(await store(late), false);
  assert.equal(await store(own), false);
  assert.equal(await noted(), 0);
});
