import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApp } from '../../../test-app.ts';
import { plannedRevision } from '../test-revisions.ts';
import { noteSegment, recordProgress } from './segments.ts';

const app = await startTestApp();
after(() => app.close());

test('progress counts each segment once, though the lead is in two pieces', async () => {
  const { db } = app.context;
  const { admin, scope } = await app.addTeam('siam');
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const owner = { admin, teamId: scope.teamId, projectKey: String(project['key']) };
  const ids = ['v-720', 'v-240'];
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 12,
    ids,
    pieces: [
      { kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 1 },
      { kind: 'video', renditionIds: ids, firstSegment: 1, lastSegment: 2 },
    ],
  });
  const seen: number[] = [];
  for (const [renditionId, number] of [
    ['v-240', 1],
    ['v-720', 1],
    ['v-240', 2],
    ['v-720', 2],
  ] as const) {
    await noteSegment(db, revisionKey, {
      ...{ renditionId, number, sizeBytes: 1, ticks: 6000, keyFrames: [] },
    });
    await recordProgress(db, [revisionKey]);
    const row = await db
      .selectFrom('revisions')
      .select('progress_percent')
      .where('key', '=', revisionKey)
      .executeTakeFirstOrThrow();
    seen.push(row.progress_percent);
  }
  assert.deepEqual(seen, [25, 50, 75, 99]);
});
