import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../../test-app.ts';
import { plannedRevision } from '../test-revisions.ts';
import { beat, claimPiece } from './claim.ts';
import { failPiece } from './finish.ts';

const app = await startTestApp();
after(() => app.close());

test('while storage is away a piece rests between its tries, which are many, and then told why', async () => {
  const { db } = app.context;
  const { admin, scope } = await app.addTeam('siam');
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const owner = { admin, teamId: scope.teamId, projectKey: String(project['key']) };
  const { revisionKey } = await plannedRevision(app, owner, {
    seconds: 12,
    ids: ['v-240'],
    pieces: [{ kind: 'video', renditionIds: ['v-240'], firstSegment: 1, lastSegment: 2 }],
  });
  const reason = 'storage_unavailable';
  const away = { reason, detail: '', isFinal: false, isPassing: true } as const;
  const claim = () => claimPiece(db, randomUUID(), 'any');
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
    await beat(db, { id: randomUUID(), slots: 1, pieceIds: [] });
  }
  assert.equal(pauses.length, 16);
  // Less what the query between took.
  for (const [n, pause] of pauses.slice(0, -1).entries()) {
    const most = Math.min(60, 2 ** n);
    assert.ok(pause > 0.5 * most - 1 && pause <= most, String(pauses));
  }
  const failed = await db
    .selectFrom('revisions')
    .select(['state', 'failure_reason'])
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();
  assert.deepEqual(failed, { state: 'failed', failure_reason: reason });
});
