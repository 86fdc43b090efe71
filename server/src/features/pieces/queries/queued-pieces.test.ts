import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createHttp } from '../../../base/http.ts';
import { mountHealth } from '../../../health.ts';
import { startTestApp } from '../../../test-app.ts';
import { addTestOwner } from '../../../test-owner.ts';
import { plannedRevision } from '../../encoding/test-revisions.ts';
import { claimPiece } from '../actions/claim.ts';
import type { NewPiece } from '../rules/pieces.ts';

test('the metrics say how many pieces of all teams are made or wait for a worker, and leave out those for idle ones', async () => {
  const app = await startTestApp();
  const http = createHttp(app.context);
  mountHealth(http, app.context);
  const ask = async () => {
    const { payload } = await http.inject({ url: '/metrics' });
    return Number(/^kinora_queued_pieces (\S+)$/m.exec(payload)?.[1]);
  };
  const video: NewPiece = {
    kind: 'video',
    renditionIds: ['v-720'],
    firstSegment: 1,
    lastSegment: 2,
  };
  const pieces: NewPiece[] = [
    video,
    { ...video, firstSegment: 3, lastSegment: 4 },
    { ...video, renditionIds: ['v-1080'], when: 'whenIdle' },
    { ...video, renditionIds: ['v-2160'], when: 'whenRequested' },
  ];
  try {
    assert.equal(await ask(), 0);
    for (const team of ['siam', 'lanna']) {
      const owner = await addTestOwner(app, team);
      await plannedRevision(app, owner, { seconds: 24, pieces });
    }
    assert.equal(await ask(), 4);
    assert.ok(await claimPiece(app.context.db, randomUUID(), 'any'));
    assert.equal(await ask(), 4);
    await app.context.db.deleteFrom('pieces').where('state', '=', 'running').execute();
    assert.equal(await ask(), 3);
  } finally {
    await http.close();
    await app.close();
  }
});
