import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { KeyFrames } from '@kinora/contract/stream';
import { startTestApp, type TestApp } from '../../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../../test-owner.ts';
import {
  getStream,
  plannedRevision,
  storePiece,
  type TestRevision,
} from '../../encoding/test-revisions.ts';
import { requestSegment } from './request-segment.ts';
import type { Capacity } from '../rules/capacity.ts';
import { claimPiece, releasePiece } from './claim.ts';
import { recordHeartbeat } from './heartbeat.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';
import { failPiece, finishPiece, forgetSegments } from '../../encoding/actions/piece-ends.ts';
import { releasePlanned } from '../../encoding/actions/record-plan.ts';
import type { NewPiece } from '../rules/pieces.ts';
import { retryVideo } from '../../encoding/actions/retry-video.ts';
import { forgetPieces } from './end.ts';
import { measureRendition } from '../../encoding/work/measure.ts';

let app: TestApp;
let siam: TestOwner;
let lanna: TestOwner;
const worker = randomUUID();

before(async () => {
  app = await startTestApp();
  [siam, lanna] = [await addTestOwner(app, 'siam'), await addTestOwner(app, 'lanna')];
});
after(() => app.close());
beforeEach(() => app.context.db.deleteFrom('pieces').execute());

const lead: NewPiece = { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 };
const sound: NewPiece = { kind: 'audio', renditionIds: ['a-1'], firstSegment: 1, lastSegment: 4 };
const rest: NewPiece[] = [
  { kind: 'video', renditionIds: ['v-720'], firstSegment: 1, lastSegment: 2 },
  { kind: 'video', renditionIds: ['v-720', 'v-240'], firstSegment: 3, lastSegment: 4 },
];
const whole = { seconds: 24, defaultRenditionId: 'v-720', pieces: [lead, sound, ...rest] };
const film = { seconds: 7200, pieces: [lead, ...rest] };

const claim = (capacity: Capacity = 'any') => claimPiece(app.context.db, worker, capacity);
const write = <T>(
  work: Parameters<ReturnType<TestApp['context']['db']['transaction']>['execute']>[0],
) => app.context.db.transaction().execute(work) as Promise<T>;
const complete = (piece: ClaimedPiece) =>
  finishPiece(app.context, measureRendition, piece, async () => undefined);
const problem = { reason: 'killed', detail: '', isFinal: false } as const;
const revisionOf = ({ revisionKey }: TestRevision) =>
  app.context.db
    .selectFrom('revisions')
    .selectAll()
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();
const streamOf = ({ revisionKey }: TestRevision) => getStream(app.context.db, revisionKey);

async function mustClaim(capacity: Capacity = 'any'): Promise<ClaimedPiece> {
  const piece = await claim(capacity);
  assert.ok(piece);
  return piece;
}

const store = (piece: ClaimedPiece) => storePiece(app, piece);

async function work(): Promise<ClaimedPiece> {
  const piece = await mustClaim();
  await store(piece);
  assert.ok(await complete(piece));
  return piece;
}

test('pieces come in their order, and none twice', async () => {
  await plannedRevision(app, siam, whole);
  const claimed = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
  const ids = claimed.filter((piece) => piece !== null).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length >= 3);
});

test('a short video that was planned later passes a film', async () => {
  const long = await plannedRevision(app, siam, film);
  const short = await plannedRevision(app, siam, whole);
  const order = [await mustClaim(), await mustClaim(), await mustClaim(), await mustClaim()];
  assert.deepEqual(
    new Set(order.map(({ revisionKey }) => revisionKey)),
    new Set([short.revisionKey]),
  );
  assert.equal((await mustClaim()).revisionKey, long.revisionKey);
});

test('a team with much to do does not keep another waiting', async () => {
  for (let n = 0; n < 3; n += 1) await plannedRevision(app, siam, whole);
  const other = await plannedRevision(app, lanna, film);
  const claimed = [await mustClaim(), await mustClaim()];
  assert.ok(claimed.some(({ revisionKey }) => revisionKey === other.revisionKey));
});

test('a full worker takes only what makes a stream playable', async () => {
  await plannedRevision(app, siam, film);
  const first = await mustClaim('express');
  assert.deepEqual(first.renditionIds, ['v-240']);
  assert.equal(await claim('express'), null);
  assert.ok(await claim());
});

test('a piece that may wait until workers are idle comes last', async () => {
  const later = lead;
  const first = await plannedRevision(app, siam, {
    seconds: 24,
    pieces: [{ ...later, when: 'whenIdle' }],
  });
  const second = await plannedRevision(app, siam, film);
  assert.equal((await mustClaim()).revisionKey, second.revisionKey);
  await mustClaim();
  await mustClaim();
  assert.equal((await mustClaim()).revisionKey, first.revisionKey);
});

test('a piece of a silent worker is taken by another, and the first can write nothing more', async () => {
  const only = { seconds: 12, ids: ['v-240'], pieces: [lead] };
  const revision = await plannedRevision(app, siam, only);
  const first = await mustClaim();
  await sql`update pieces set started_at = now() - interval '11 s'`.execute(app.context.db);
  await recordHeartbeat(app.context.db, { id: randomUUID(), slots: 1, pieceIds: [] });
  const second = await mustClaim();
  assert.equal(second.id, first.id);
  assert.equal(second.attempt, first.attempt + 1);
  assert.equal(await complete(first), null);
  assert.equal(await write((tx) => failPiece(tx, first, problem)), false);
  await releasePiece(app.context.db, first);
  await store(second);
  assert.ok(await complete(second));
  assert.equal((await revisionOf(revision)).state, 'completed');
});

test('a heartbeat answers which pieces are still the worker’s own', async () => {
  await plannedRevision(app, siam, whole);
  const [mine, lost] = [await mustClaim(), await mustClaim()];
  await releasePiece(app.context.db, lost);
  const { own } = await recordHeartbeat(app.context.db, {
    id: worker,
    slots: 2,
    pieceIds: [mine.id, lost.id],
  });
  assert.deepEqual([...own], [mine.id]);
});

test('a stream opens with its first picture and sound, and is complete with its last piece', async () => {
  const revision = await plannedRevision(app, siam, whole);
  const first = await mustClaim();
  await store(first);
  assert.equal((await streamOf(revision)).open, false);
  await complete(first);
  await work();
  const opened = await revisionOf(revision);
  assert.equal(opened.state, 'partiallyCompleted');
  assert.equal((await streamOf(revision)).open, true);
  assert.equal(opened.total_completed_outputs, 1);
  await work();
  await work();
  const done = await revisionOf(revision);
  assert.equal(done.state, 'completed');
  assert.equal(done.progress_percent, 100);
  assert.equal(done.total_completed_outputs, 3);
  const stream = await streamOf(revision);
  assert.equal(stream.open, false);
  assert.equal(stream.firstRenditionId, 'v-720');
  assert.ok(
    [...stream.video, ...stream.audio].every(({ ready, bandwidth }) => ready && bandwidth.measured),
  );
  assert.equal(stream.video[0]?.codec, 'avc1.640015');
  assert.equal(stream.video[0]?.bandwidth.averageBps, 8000);
  assert.ok(stream.video[0]?.iFrames);
  const frames = await app.context.storage.read(
    `streams/${revision.videoKey}/${revision.revisionKey}/v-720/key-frames.json`,
  );
  assert.equal(KeyFrames.parse(JSON.parse(String(frames))).segments.length, 4);
});

test('nothing is ready with a segment missing', async () => {
  await plannedRevision(app, siam, { seconds: 12, pieces: [lead] });
  const piece = await mustClaim();
  await store({ ...piece, lastSegment: 1 });
  await assert.rejects(complete(piece), /v-240 has 1 of 2 segments/);
});

test('a fault is tried three times, then the work is given up and can be taken up again', async () => {
  const revision = await plannedRevision(app, siam, whole);
  for (let n = 0; n < 3; n += 1) {
    let piece = await mustClaim();
    while (piece.renditionIds[0] !== 'v-240' || piece.firstSegment !== 1) piece = await mustClaim();
    assert.equal(await write((tx) => failPiece(tx, piece, problem)), n === 2);
    await sql`update pieces set state = 'waiting' where state = 'running'`.execute(app.context.db);
  }
  const failed = await revisionOf(revision);
  assert.deepEqual([failed.state, failed.failure_reason], ['failed', 'killed']);
  assert.equal(await claim(), null);
  assert.ok(await write((tx) => retryVideo(tx, revision)));
  assert.equal((await revisionOf(revision)).state, 'processing');
  for (let n = 0; n < 4; n += 1) await work();
  assert.equal((await revisionOf(revision)).state, 'completed');
});

const pieces = () =>
  app.context.db
    .selectFrom('pieces')
    .selectAll()
    .orderBy('created_at')
    .orderBy('position')
    .execute();

test('a piece that ends after the work was given up counts when that is taken up again', async () => {
  const revision = await plannedRevision(app, siam, whole);
  const [first, sounds] = [await mustClaim(), await mustClaim()];
  assert.ok(await write((tx) => failPiece(tx, first, { ...problem, isFinal: true })));
  await store(sounds);
  await complete(sounds);
  assert.equal((await revisionOf(revision)).state, 'failed');
  assert.ok(await write((tx) => retryVideo(tx, revision)));
  for (let n = 0; n < 3; n += 1) await work();
  const done = await revisionOf(revision);
  assert.deepEqual([done.state, done.total_completed_outputs], ['completed', 3]);
});

test('a piece that comes back after the work was given up is left until that is taken up again', async () => {
  const revision = await plannedRevision(app, siam, whole);
  const [first, released, failing] = [await mustClaim(), await mustClaim(), await mustClaim()];
  assert.ok(await write((tx) => failPiece(tx, first, { ...problem, isFinal: true })));
  await releasePiece(app.context.db, released);
  await write((tx) => failPiece(tx, failing, problem));
  assert.equal(await claim(), null);
  assert.ok(await write((tx) => retryVideo(tx, revision)));
  for (let n = 0; n < 4; n += 1) await work();
  assert.equal((await revisionOf(revision)).state, 'completed');
});

test('a shortcut that fails ends nothing but itself', async () => {
  const revision = await plannedRevision(app, siam, {
    seconds: 60,
    pieces: [{ kind: 'video', renditionIds: ['v-720', 'v-240'], firstSegment: 1, lastSegment: 10 }],
  });
  await write((tx) => requestSegment(tx, { ...revision, renditionId: 'v-720', number: 6 }));
  const shortcut = await mustClaim('requested');
  assert.equal(await write((tx) => failPiece(tx, shortcut, { ...problem, isFinal: true })), false);
  assert.equal((await revisionOf(revision)).state, 'processing');
  assert.equal((await mustClaim()).lastSegment, 10);
});

test('a request for a segment of a long piece puts a short one to the front, once', async () => {
  const revision = await plannedRevision(app, siam, {
    seconds: 60,
    pieces: [{ kind: 'video', renditionIds: ['v-720', 'v-240'], firstSegment: 1, lastSegment: 10 }],
  });
  const asked = { ...revision, renditionId: 'v-720', number: 6 };
  assert.equal(await claim('requested'), null);
  for (let n = 0; n < 3; n += 1) await write((tx) => requestSegment(tx, asked));
  assert.equal((await pieces()).length, 2);
  const first = await mustClaim('requested');
  assert.deepEqual([first.renditionIds, first.firstSegment, first.lastSegment], [['v-720'], 6, 7]);
  await store(first);
  assert.equal(await write((tx) => requestSegment(tx, { ...asked, number: 7 })), false);
});

test('a shortcut without a waiting viewer is not made', async () => {
  const revision = await plannedRevision(app, siam, {
    seconds: 60,
    pieces: [{ kind: 'video', renditionIds: ['v-720', 'v-240'], firstSegment: 1, lastSegment: 10 }],
  });
  const asked = { ...revision, renditionId: 'v-720', number: 6 };
  await write((tx) => requestSegment(tx, asked));
  const { db } = app.context;
  await sql`update pieces set requested_at = now() - interval '7 seconds' where is_extra`.execute(
    db,
  );
  assert.equal(await claim('requested'), null);
  assert.equal((await mustClaim()).lastSegment, 10);
  assert.equal(await claim(), null);
  await write((tx) => requestSegment(tx, asked));
  assert.equal((await mustClaim('requested')).firstSegment, 6);
});

test('a viewer’s shortcut is not work that the whole waits for', async () => {
  const revision = await plannedRevision(app, siam, {
    seconds: 24,
    ids: ['v-240'],
    pieces: [{ kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 4 }],
  });
  const long = await mustClaim();
  await write((tx) => requestSegment(tx, { ...revision, renditionId: 'v-240', number: 4 }));
  await store(long);
  assert.deepEqual(await complete(long), { isWhole: true, readyIds: ['v-240'] });
  await write((tx) => forgetSegments(tx, revision.revisionKey));
  assert.equal((await revisionOf(revision)).state, 'completed');
  assert.equal(await claim(), null);
});

test('a piece on demand is made only on request', async () => {
  const onDemand: NewPiece = {
    kind: 'video',
    renditionIds: ['v-720'],
    when: 'whenRequested',
    firstSegment: 1,
    lastSegment: 2,
  };
  const revision = await plannedRevision(app, siam, {
    seconds: 24,
    onDemandIds: ['v-720'],
    ids: ['v-720', 'v-240'],
    pieces: [
      { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 4 },
      onDemand,
      { ...onDemand, firstSegment: 3, lastSegment: 4 },
    ],
  });
  await work();
  const ready = await revisionOf(revision);
  assert.deepEqual([ready.state, (await streamOf(revision)).open], ['completed', true]);
  assert.equal(await claim(), null);
  await write((tx) => requestSegment(tx, { ...revision, renditionId: 'v-720', number: 4 }));
  const made = await work();
  assert.deepEqual([made.firstSegment, made.lastSegment], [3, 4]);
  assert.equal(await claim(), null);
  await write((tx) => requestSegment(tx, { ...revision, renditionId: 'v-720', number: 1 }));
  await work();
  assert.equal((await streamOf(revision)).open, false);
});

test('with the last byte, sound that still waits for bytes becomes one piece', async () => {
  const part = (
    id: string,
    first: number,
    last: number,
    needsArrived: number | null,
  ): NewPiece => ({
    kind: 'audio',
    renditionIds: [id],
    firstSegment: first,
    lastSegment: last,
    needsArrived,
  });
  const { revisionKey } = await plannedRevision(app, siam, {
    seconds: 48,
    ids: ['v-240', 'a-1', 'a-2'],
    pieces: [
      part('a-1', 1, 2, null),
      part('a-1', 3, 4, 40),
      part('a-1', 5, 8, 90),
      part('a-2', 1, 2, 20),
      part('a-2', 3, 4, 40),
      part('a-2', 5, 8, 90),
      { ...lead, needsArrived: 20 },
      { ...lead, firstSegment: 3, lastSegment: 8, needsArrived: 90 },
    ],
  });
  assert.equal(await write((tx) => releasePlanned(tx, revisionKey)), true);
  const left: string[] = [];
  for (let piece = await claim(); piece; piece = await claim())
    left.push(`${piece.renditionIds.join()} ${piece.firstSegment}-${piece.lastSegment}`);
  assert.deepEqual(left, ['a-1 1-2', 'a-1 3-8', 'a-2 1-8', 'v-240 1-2', 'v-240 3-8']);
});

test('steps of what was finished long ago are forgotten, and nothing else', async () => {
  const only = { seconds: 12, ids: ['v-240'], pieces: [lead] };
  await plannedRevision(app, siam, only);
  await work();
  await plannedRevision(app, siam, whole);
  const { db } = app.context;
  const forget = () => db.transaction().execute(forgetPieces);
  assert.equal(await forget(), 0);
  await sql`update pieces set completed_at = now() - interval '31 days'`.execute(db);
  assert.equal(await forget(), 1);
  assert.equal((await pieces()).length, 4);
});

test('an edge of another installation can’t ask', async () => {
  const body = { videoKey: 'a', revisionKey: 'b', renditionId: 'v-720', number: 1 };
  const url = '/internal/segments/request';
  const headers = { authorization: 'Bearer nonsense' };
  assert.equal((await app.call('POST', url, { body })).status, 401);
  assert.equal((await app.call('POST', url, { body, headers })).status, 401);
});
