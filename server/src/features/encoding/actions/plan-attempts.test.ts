import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { JobToken } from '../../../base/jobs.ts';
import { startTestApp, type TestApp } from '../../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner, type TestVideo } from '../../../test-owner.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { testStream } from '../test-revisions.ts';
import { beginIngression } from './ingression.ts';
import * as check from './plan-attempts.ts';
import { forgetPlan } from './forget-plan.ts';
import { recordPlan } from './record-plan.ts';

let app: TestApp;
let owner: TestOwner;
let video: TestVideo;

const id = '018f3c5e-0000-7000-8000-000000000001';
const first: JobToken = { id, retryCount: 0 };
const second: JobToken = { id, retryCount: 1 };

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

beforeEach(async () => {
  video = await addTestVideo(app, owner);
});

const write = <T>(work: (tx: Parameters<typeof check.claimRevision>[0]) => Promise<T>) =>
  app.context.db.transaction().execute(work);
const begin = () => write((tx) => beginIngression(tx, video.revisionKey));
const claim = (token: JobToken) => write((tx) => check.claimRevision(tx, video.revisionKey, token));
const plan = (token: JobToken | null) =>
  write((tx) =>
    recordPlan(tx, token, {
      teamId: owner.teamId,
      plan: {} as StoredPlan,
      remuxKey: null,
      stream: testStream(video, 24, ['v-240']),
      onDemandIds: [],
      defaultRenditionId: null,
      pieces: [
        {
          kind: 'video',
          renditionIds: ['v-240'],
          firstSegment: 1,
          lastSegment: 4,
          needsArrived: 9,
        },
      ],
    }),
  );
const revision = () =>
  app.context.db
    .selectFrom('revisions')
    .selectAll()
    .where('key', '=', video.revisionKey)
    .executeTakeFirstOrThrow();
const pieceStates = async () =>
  (
    await app.context.db
      .selectFrom('pieces')
      .select('state')
      .where('revision_key', '=', video.revisionKey)
      .execute()
  ).map(({ state }) => state);

test('an attempt that was overtaken neither writes nor ends the work of the other', async () => {
  await begin();
  const { revisionKey } = video;
  const problem = { reason: 'tool_failed', detail: '' } as const;
  assert.ok(await claim(first));
  assert.ok(await claim(second));
  assert.equal(await claim(first), false);
  const before = await revision();
  assert.equal(await plan(first), false);
  assert.equal(await write((tx) => check.recordAttemptFailure(tx, revisionKey, first, problem)), 0);
  await write((tx) => check.giveUpRevision(tx, revisionKey, first));
  await write((tx) =>
    check.recordProbeError(tx, revisionKey, first, { type: 'probeError', ...problem }),
  );
  assert.deepEqual(await revision(), before);
  await write((tx) => check.giveUpRevision(tx, revisionKey, second));
  assert.equal((await revision()).state, 'failed');
});

test('a source is planned once', async () => {
  await begin();
  await claim(first);
  assert.ok(await plan(first));
  assert.equal(await claim(second), false);
  assert.equal(await plan(first), false);
  assert.deepEqual(await pieceStates(), ['blocked']);
});

test('the last byte begins the check once', async () => {
  await begin();
  await begin();
  assert.equal(await countJobs(), 1);
  assert.equal((await revision()).state, 'sourceIngression');
});

test('the last byte releases the pieces of a file that was planned while it arrived', async () => {
  assert.ok(await plan(null));
  assert.equal((await revision()).state, 'processing');
  await begin();
  assert.deepEqual(await pieceStates(), ['waiting']);
  assert.equal(await countJobs(), 0);
});

test('the plan of an upload’s beginning goes with the upload', async () => {
  await plan(null);
  await write((tx) => forgetPlan(tx, video.revisionKey));
  const { state, plan: planned, renditions } = await revision();
  assert.deepEqual([state, planned, renditions], ['sourceWaiting', null, null]);
  assert.deepEqual(await pieceStates(), []);
  // The next upload is planned like the first.
  assert.ok(await plan(null));
});

test('a plan that failed on a part of the file is checked again when the whole is there', async () => {
  await plan(null);
  await app.context.db
    .updateTable('revisions')
    .set({ state: 'failed' })
    .where('key', '=', video.revisionKey)
    .execute();
  await begin();
  assert.equal((await revision()).state, 'sourceIngression');
  assert.deepEqual(await pieceStates(), []);
  assert.equal(await countJobs(), 1);
});

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = 'plan' and data ->> 'revisionKey' = ${video.revisionKey}`.execute(app.context.db);
  return rows[0]?.count ?? 0;
}
