import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../../test-owner.ts';
import { plannedRevision } from '../../encoding/test-revisions.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';
import { claimPiece } from './claim.ts';
import { forgetSilentWorkers, recordHeartbeat } from './heartbeat.ts';

let app: TestApp;
let owner: TestOwner;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('pieces').execute();
  await app.context.db.deleteFrom('workers').execute();
});

const hearts = (id: string, ...pieces: ClaimedPiece[]) =>
  recordHeartbeat(app.context.db, { id, slots: 1, pieceIds: pieces.map((piece) => piece.id) });
const silence = (id: string) =>
  sql`update workers set seen_at = now() - interval '11 s' where id = ${id}`.execute(
    app.context.db,
  );

/** A piece that a worker, which has had a heartbeat, has been running for an hour. */
async function runningPiece(id: string): Promise<ClaimedPiece> {
  const { db } = app.context;
  const pieces = [
    { kind: 'video' as const, renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 },
  ];
  await plannedRevision(app, owner, { seconds: 12, ids: ['v-240'], pieces });
  await hearts(id);
  const piece = await claimPiece(db, id, 'any');
  assert.ok(piece);
  await sql`update pieces set started_at = now() - interval '1 hour'`.execute(db);
  return piece;
}

async function stateOf({ id }: ClaimedPiece): Promise<string> {
  const { db } = app.context;
  const row = await db.selectFrom('pieces').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state ?? 'gone';
}

test('a worker that was silent for a minute is forgotten, and one that is there is not', async () => {
  const { db } = app.context;
  const [gone, there] = [randomUUID(), randomUUID()];
  for (const id of [gone, there]) await hearts(id);
  const silent = sql`update workers set seen_at = now() - interval '61 seconds' where id = ${gone}`;
  await silent.execute(db);
  await db.transaction().execute(forgetSilentWorkers);
  const left = await db.selectFrom('workers').select('id').execute();
  assert.deepEqual(left, [{ id: there }]);
});

test('a piece is its worker’s for as long as that has heartbeats, however long it takes', async () => {
  const [first = '', owning = ''] = [randomUUID(), randomUUID()].toSorted();
  const piece = await runningPiece(owning);
  await hearts(first);
  assert.equal(await stateOf(piece), 'running');
  assert.deepEqual([...(await hearts(owning, piece)).own], [piece.id]);
  await silence(owning);
  await hearts(first);
  assert.equal(await stateOf(piece), 'waiting');
  assert.deepEqual([...(await hearts(owning, piece)).own], []);
});

test('a worker that is the first again keeps pieces that no other took', async () => {
  const id = randomUUID();
  const piece = await runningPiece(id);
  await silence(id);
  assert.deepEqual([...(await hearts(id, piece)).own], [piece.id]);
  assert.equal(await stateOf(piece), 'running');
});

test('the first worker alive looks for what others left, and once it falls silent the next', async () => {
  const [first = '', second = '', gone = ''] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ].toSorted();
  await hearts(first);
  const piece = await runningPiece(gone);
  await silence(gone);
  await hearts(second);
  assert.equal(await stateOf(piece), 'running');
  await silence(first);
  await hearts(second);
  assert.equal(await stateOf(piece), 'waiting');
});

test('a piece that has a lease of its own goes back by it', async () => {
  const [first = '', other = ''] = [randomUUID(), randomUUID()].toSorted();
  const piece = await runningPiece(other);
  const lease = (seconds: number) =>
    sql`update pieces set leased_until = now() + ${seconds} * interval '1 s'`.execute(
      app.context.db,
    );
  await silence(other);
  await lease(5);
  await hearts(first);
  assert.equal(await stateOf(piece), 'running');
  await lease(-1);
  await hearts(first);
  assert.equal(await stateOf(piece), 'waiting');
});
