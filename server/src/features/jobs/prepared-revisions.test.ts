import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type Json, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { packageJob } from '../drm/jobs.ts';
import {
  addPreparedRevision,
  plannedRevision,
  recordTestPlan,
  type TestRevision,
} from '../encoding/test-revisions.ts';
import type { NewPiece } from '../pieces/rules/pieces.ts';

let app: TestApp;
let owner: TestOwner;
let own: TestRevision;
let prepared: TestRevision;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('videos').execute();
  own = await plannedRevision(app, owner, { seconds: 24, pieces: [] });
  await setRevision(own, { state: 'completed' });
  prepared = await addPreparedRevision(app, own);
  await recordTestPlan(app, prepared, { seconds: 24, pieces });
  await setRevision(prepared, { upload_completed_at: new Date() });
});

const pieces: NewPiece[] = [
  { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 },
];
const setRevision = ({ revisionKey }: TestRevision, change: object) =>
  app.context.db.updateTable('revisions').set(change).where('key', '=', revisionKey).execute();
const setPieces = (state: 'failed' | 'blocked') =>
  app.context.db
    .updateTable('pieces')
    .set({ state })
    .where('revision_key', '=', prepared.revisionKey)
    .execute();
const call = (method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string) =>
  app.call(method, path, { as: owner.admin });

async function listed(path = ''): Promise<unknown[]> {
  const { status, body } = await call('GET', `/api/encoding/v1/jobs${path}`);
  assert.equal(status, 200);
  return body.data.map((row: Json) => row['revisionKey']);
}

async function pieceStates(): Promise<string[]> {
  const rows = await app.context.db
    .selectFrom('pieces')
    .select('state')
    .where('revision_key', '=', prepared.revisionKey)
    .execute();
  return rows.map(({ state }) => state);
}

test('work on a prepared revision is listed, beside that on the one that plays', async () => {
  assert.deepEqual(await listed(), [prepared.revisionKey]);
  await setRevision(own, { state: 'failed', upload_completed_at: new Date() });
  assert.deepEqual(await listed(), [prepared.revisionKey, own.revisionKey]);
  await setRevision(prepared, { role: 'retained' });
  assert.deepEqual(await listed(), [own.revisionKey]);
});

test('a prepared revision that was made whole is among the completed', async () => {
  const path = '/completed';
  const whole = { state: 'completed', completed_at: new Date() };
  assert.deepEqual(await listed(path), []);
  await setRevision(prepared, whole);
  assert.deepEqual(await listed(path), [prepared.revisionKey]);
  await setRevision(own, { ...whole, completed_at: new Date(whole.completed_at.getTime() + 1000) });
  assert.deepEqual(await listed(path), [own.revisionKey, prepared.revisionKey]);
});

test('what failed of a prepared revision is tried again, of one video and of all', async () => {
  await setPieces('failed');
  const path = `/api/encoding/v1/videos/${own.videoKey}/jobs/retry`;
  assert.equal((await call('POST', path)).status, 204);
  assert.deepEqual(await pieceStates(), ['waiting']);
  assert.equal((await call('POST', path)).status, 409);

  await setPieces('failed');
  await setRevision(own, { state: 'failed', plan: null });
  const { body } = await call('POST', '/api/encoding/v1/jobs/retry');
  assert.deepEqual(body, { retried: 1 });
  assert.deepEqual(await pieceStates(), ['waiting']);
});

test('the packaging of a prepared stream that was given up is taken up again', async () => {
  const target = { drm_target: 'clearKey', drm_failed: true };
  await setRevision(prepared, { state: 'completed', ...target });
  const path = `/api/encoding/v1/videos/${own.videoKey}/jobs/retry`;
  assert.equal((await call('POST', path)).status, 204);
  const { rows } = await sql<{ key: string }>`select data ->> 'revisionKey' as key
    from pgboss.job where name = ${packageJob.name}`.execute(app.context.db);
  assert.deepEqual(rows, [{ key: prepared.revisionKey }]);
});

test('work on a prepared revision goes on when its video is restored', async () => {
  await call('DELETE', `/api/v1/videos/${own.videoKey}`);
  await setPieces('blocked');
  const restored = await call('PUT', `/api/v1/deleted-videos/restore/${own.videoKey}`);
  assert.equal(restored.status, 200);
  assert.deepEqual(await pieceStates(), ['waiting']);
});
