import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../../test-owner.ts';
import { MAX_REQUESTED_PIECES } from '../rules/pieces.ts';
import { getCapacity, type Capacity } from '../rules/capacity.ts';
import { plannedRevision, storePiece, type TestRevision } from '../../encoding/test-revisions.ts';
import { requestSegment } from './request-segment.ts';
import { claimPiece } from './claim.ts';
import { recordHeartbeat } from './heartbeat.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';
import { finishPiece } from '../../encoding/actions/piece-ends.ts';
import type { NewPiece } from '../rules/pieces.ts';
import { measureRendition } from '../../encoding/work/measure.ts';

let app: TestApp;
let siam: TestOwner;
let lanna: TestOwner;

before(async () => {
  app = await startTestApp();
  [siam, lanna] = [await addTestOwner(app, 'siam'), await addTestOwner(app, 'lanna')];
});
after(() => app.close());
beforeEach(() => app.context.db.deleteFrom('pieces').execute());

const SEGMENTS = 60;
/** The first segment of each piece that is made when all of a stream is asked for. */
const firsts = Array.from({ length: SEGMENTS / 2 }, (_, n) => 2 * n + 1);

/** Adds ten minutes of video that are only made on request. */
const onDemand = (owner: TestOwner) =>
  plannedRevision(app, owner, {
    seconds: SEGMENTS * 6,
    ids: ['v-720'],
    onDemandIds: ['v-720'],
    pieces: [part(1, SEGMENTS, 'whenRequested')],
  });

function part(firstSegment: number, lastSegment: number, when?: NewPiece['when']): NewPiece {
  const piece = { kind: 'video' as const, renditionIds: ['v-720'], firstSegment, lastSegment };
  return when ? { ...piece, when } : piece;
}

const claim = (capacity: Capacity) => claimPiece(app.context.db, randomUUID(), capacity);
const ask = (revision: TestRevision, number: number) =>
  app.context.db
    .transaction()
    .execute((tx) => requestSegment(tx, { ...revision, renditionId: 'v-720', number }));

async function mustClaim(capacity: Capacity): Promise<ClaimedPiece> {
  const piece = await claim(capacity);
  assert.ok(piece);
  return piece;
}

async function finish(piece: ClaimedPiece): Promise<void> {
  await storePiece(app, piece);
  await finishPiece(app.context, measureRendition, piece, async () => undefined);
}

const extras = async ({ revisionKey }: TestRevision) =>
  app.context.db
    .selectFrom('pieces')
    .select(['id', 'first_segment as firstSegment', 'state'])
    .where('revision_key', '=', revisionKey)
    .where('is_extra', '=', true)
    .orderBy('first_segment')
    .execute();

const letTimePass = (ms: number) =>
  sql`update pieces set requested_at = requested_at - ${ms} * interval '1 millisecond',
    started_at = started_at - ${ms} * interval '1 millisecond'`.execute(app.context.db);

test('a viewer who requests a whole stream at once gets so many pieces of it and no more', async () => {
  const [walked, other] = [await onDemand(siam), await onDemand(siam)];
  const answers = await Promise.all(firsts.map((number) => ask(walked, number)));
  assert.equal(answers.filter(Boolean).length, MAX_REQUESTED_PIECES);
  const made = await extras(walked);
  assert.equal(made.length, MAX_REQUESTED_PIECES);
  const [first] = made;
  assert.ok(first);
  assert.ok(await ask(walked, first.firstSegment + 1), 'what is in the making is waited for');
  assert.equal(await ask(walked, SEGMENTS), false);
  assert.ok(await ask(other, 1), 'another stream has its own');
  await mustClaim('requested');
  assert.equal(await ask(walked, SEGMENTS), false, 'what runs counts too');
  const running = await mustClaim('requested');
  await finish(running);
  assert.ok(await ask(walked, SEGMENTS));
});

test('two requests for one segment at once get one piece', async () => {
  const revision = await onDemand(siam);
  await Promise.all([ask(revision, 7), ask(revision, 7), ask(revision, 8)]);
  const made = await extras(revision);
  assert.ok(made.length <= 2, `${made.length} pieces`);
  assert.equal(new Set(made.map(({ firstSegment }) => firstSegment)).size, made.length);
});

test('a viewer who walks through one team’s stream does not keep another’s upload waiting', async () => {
  const slots = 2;
  const walked = await onDemand(siam);
  const upload = await plannedRevision(app, lanna, {
    seconds: 7200,
    ids: ['v-720'],
    pieces: [part(1, 400), part(401, 800), part(801, 1200)],
  });
  const running: ClaimedPiece[] = [];
  let ended = 0;
  for (let left = 3; left > 0; ended += 1) {
    assert.ok(ended < 3 * (2 * slots + 1), 'the upload’s pieces are not taken');
    for (const number of firsts) await ask(walked, number);
    for (
      let capacity = getCapacity(running, slots);
      capacity;
      capacity = getCapacity(running, slots)
    ) {
      const piece = await claim(capacity);
      if (!piece) break;
      running.push(piece);
    }
    assert.ok(running.filter(({ isRequested }) => isRequested).length <= 2 * slots);
    assert.ok(
      running.some(({ teamId }) => teamId === lanna.teamId),
      'the other team has a piece beside those of viewers',
    );
    const [oldest] = running.splice(0, 1);
    assert.ok(oldest);
    if (oldest.revisionKey === upload.revisionKey) left -= 1;
    if (oldest.revisionKey === walked.revisionKey) await finish(oldest);
    else await app.context.db.deleteFrom('pieces').where('id', '=', oldest.id).execute();
  }
});

test('viewers of all teams take turns, regardless of who asked first and how often', async () => {
  const [walked, watched] = [await onDemand(siam), await onDemand(lanna)];
  for (const number of firsts.slice(0, 4)) await ask(walked, number);
  await ask(watched, 30);
  await ask(watched, 10);
  const order: string[] = [];
  for (let n = 0; n < 4; n += 1) order.push((await mustClaim('any')).teamId);
  assert.deepEqual(
    order,
    [siam, lanna, siam, lanna].map(({ teamId }) => teamId),
  );
});

test('other work of a team does not count against its viewers', async () => {
  await plannedRevision(app, lanna, { seconds: 600, pieces: [part(1, 50), part(51, 100)] });
  await mustClaim('any');
  await mustClaim('any');
  const [walked, watched] = [await onDemand(siam), await onDemand(lanna)];
  for (const number of firsts.slice(0, 4)) await ask(walked, number);
  await mustClaim('any');
  await ask(watched, 1);
  assert.equal((await mustClaim('any')).teamId, lanna.teamId);
});

test('a seek comes before all other work of its team', async () => {
  await plannedRevision(app, siam, { seconds: 12, pieces: [part(1, 1), part(2, 2)] });
  const watched = await onDemand(siam);
  await ask(watched, 20);
  const first = await mustClaim('any');
  assert.deepEqual([first.revisionKey, first.isRequested], [watched.revisionKey, true]);
});

test('a worker with no more room for viewers leaves theirs to others', async () => {
  const watched = await plannedRevision(app, siam, {
    seconds: 24,
    pieces: [part(1, 1), part(2, 2), part(3, 4)],
  });
  await ask(watched, 1);
  const piece = await mustClaim('anyNonRequested');
  assert.deepEqual([piece.firstSegment, piece.isRequested], [2, false]);
});

test('a segment that was requested long ago is made as what it is', async () => {
  const revision = await plannedRevision(app, siam, {
    seconds: 7200,
    pieces: [part(1, 2), part(3, 4)],
  });
  await ask(revision, 3);
  await letTimePass(7000);
  assert.equal(await claim('requested'), null);
  await mustClaim('any');
  const late = await mustClaim('any');
  assert.deepEqual([late.firstSegment, late.isRequested, late.isExpress], [3, false, false]);
});

test('only shortcuts without a waiting viewer are removed', async () => {
  const [left, watched] = [await onDemand(siam), await onDemand(siam)];
  const planned = await plannedRevision(app, siam, { seconds: 12, pieces: [part(1, 2)] });
  await ask(left, 1);
  await ask(left, 11);
  await mustClaim('requested');
  await ask(planned, 1);
  await letTimePass(7000);
  await ask(watched, 1);
  await recordHeartbeat(app.context.db, { id: randomUUID(), slots: 1, pieceIds: [] });
  assert.deepEqual(
    (await extras(left)).map(({ firstSegment, state }) => [firstSegment, state]),
    [[1, 'running']],
  );
  assert.equal((await extras(watched)).length, 1);
  assert.equal((await mustClaim('anyNonRequested')).revisionKey, planned.revisionKey);
});
