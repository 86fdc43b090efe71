import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { type RootOperationNode, sql } from 'kysely';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { recordEnd } from './actions/end.ts';
import type { PieceMaker } from './rules/maker.ts';
import type { ClaimedPiece, NewPiece } from './rules/pieces.ts';
import { type RunningPieces, startPieces } from './work.ts';

let app: TestApp;
let owner: TestOwner;
let running: RunningPieces;
const made: ClaimedPiece[] = [];
const waits: Promise<void>[] = [];
let statements = 0;
/** A worker sees with a heartbeat what no notice told it of. */
let hasHeartbeats = true;

/** Pieces of nothing: what counts here is when they are begun. */
const maker: PieceMaker = {
  encoder: async () => '',
  make: async ({ context }, piece) => {
    made.push(piece);
    await waits.shift();
    await context.db.transaction().execute((tx) => recordEnd(tx, piece));
  },
  fail: async () => undefined,
  close: async () => undefined,
};

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'pieces');
  const db = app.context.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      if (!hasHeartbeats && isHeartbeat(node)) throw new Error('no heartbeats');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  running = startPieces({ ...app.context, db }, { slots: 1, isCaged: true }, maker);
});
after(async () => {
  await running.stop(1000);
  await app.close();
});

const isHeartbeat = (node: RootOperationNode) =>
  node.kind === 'RawNode' && node.sqlFragments.some((text) => text.includes('into workers'));

const piece = (number: number): NewPiece => ({
  kind: 'video',
  renditionIds: ['v-720'],
  firstSegment: number,
  lastSegment: number,
});

test('a worker that has nothing to do asks the database at most once a second', async () => {
  const seconds = 12;
  await until('its first looks', async () => statements > 0);
  const before = statements;
  await sleep(seconds * 1000);
  const asked = statements - before;
  assert.ok(asked > 0 && asked <= seconds, `${asked} statements in ${seconds} s`);
});

test('a piece that is queued is begun at once, and so is the next when it is done', async () => {
  hasHeartbeats = false;
  for (let n = 0; n < 3; n += 1) {
    await plannedRevision(app, owner, { seconds: 12, pieces: [piece(1), piece(2)] });
    await until('both pieces', async () => made.length === 2 * (n + 1));
  }
});

test('a piece that is queued while the worker looks for one is not left for later', async () => {
  const count = made.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  waits.push(promise);
  await plannedRevision(app, owner, { seconds: 1200, pieces: [piece(1)] });
  await until('a busy worker', async () => made.length === count + 1);
  // Its room is full, so that this one's notice finds it looking for nothing.
  await plannedRevision(app, owner, { seconds: 1200, pieces: [piece(2)] });
  resolve();
  await until('the next piece', async () => made.length === count + 2);
});

test('a piece that no notice told of is begun after a heartbeat', async () => {
  const { db } = app.context;
  const count = made.length;
  await sql`alter table pieces disable trigger notify_pieces`.execute(db);
  await plannedRevision(app, owner, { seconds: 12, pieces: [piece(1)] });
  await sql`alter table pieces enable trigger notify_pieces`.execute(db);
  assert.equal(made.length, count);
  hasHeartbeats = true;
  await until('the piece', async () => made.length === count + 1);
});
