// Measures what a piece costs beside its making: claim, notes of its segments, completion with publishing.
// Promise: ≤ 15 ms a piece, while thousands of others wait.
// Run: node bench/src/pieces.bench.ts [pieces, 300] [waiting beside them, 5000]
import { randomUUID } from 'node:crypto';
import { claimPiece } from '@kinora/server/features/pieces/actions/claim';
import { finishPiece } from '@kinora/server/features/encoding/actions/piece-ends';
import { recordInit, recordSegment } from '@kinora/server/features/encoding/actions/segments';
import { plannedRevision } from '@kinora/server/features/encoding/test-revisions';
import { startTestApp } from '@kinora/server/test-app';
import { median } from './median.ts';
import { measureRendition } from '@kinora/server/features/encoding/work/measure';

const count = Number(process.argv[2] ?? 300);
const waiting = Number(process.argv[3] ?? 5000);
const ids = ['v-1080', 'v-720', 'v-480', 'v-360', 'v-240'];
const app = await startTestApp();
const { db } = app.context;
try {
  const { admin, scope } = await app.addTeam('bench');
  const body = { key: 'bench', name: 'Bench' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const owner = { admin, teamId: scope.teamId, projectKey: String(project['key']) };
  const pieces = (many: number) =>
    Array.from({ length: many }, (_, n) => ({
      kind: 'video' as const,
      renditionIds: ids,
      firstSegment: 5 * n + 1,
      lastSegment: 5 * n + 5,
    }));
  const seconds = (many: number) => many * 30;
  await plannedRevision(app, owner, { seconds: seconds(waiting), pieces: pieces(waiting), ids });
  const film = { seconds: seconds(count), pieces: pieces(count), ids };
  await plannedRevision(app, owner, film);
  const worker = randomUUID();
  const costs = { claim: [] as number[], notes: [] as number[], complete: [] as number[] };
  const timed = async <T>(list: number[], work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const made = await work();
    list.push(performance.now() - start);
    return made;
  };
  for (let n = 0; n < count; n += 1) {
    const piece = await timed(costs.claim, () => claimPiece(db, worker, 'any', 'an encoder'));
    if (!piece) break;
    await timed(costs.notes, async () => {
      for (const renditionId of ids) {
        await recordInit(db, piece, { renditionId, sha256: 'x', codec: 'avc1.640015' });
        for (let number = piece.firstSegment; number <= piece.lastSegment; number += 1) {
          const keyFrames: [number, number, number][] = [[24, 500, 6000]];
          const segment = { renditionId, number, sizeBytes: 6000, ticks: 6000, keyFrames };
          await recordSegment(db, piece, segment);
        }
      }
    });
    await timed(costs.complete, () =>
      finishPiece(app.context, measureRendition, piece, async () => undefined),
    );
  }
  const [claim, notes, complete] = [costs.claim, costs.notes, costs.complete].map(median);
  const sum = (claim ?? 0) + (complete ?? 0);
  console.log(
    `${count} pieces, ${waiting} waiting beside them: claim ${claim?.toFixed(2)} ms, ` +
      `completion ${complete?.toFixed(2)} ms: ${sum.toFixed(2)} ms (promise: ≤ 15); ` +
      `notes of 25 segments and 5 inits ${notes?.toFixed(2)} ms, while the encoder works`,
  );
} finally {
  await app.close();
}
