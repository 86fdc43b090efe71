// Many workers at one queue: 1,000 of them, each with one piece at a time, at 100,000 pieces of 20 teams.
// Workers make nothing here and only wait: claims, heartbeats and ends are the database's work.
// Promise: p95 of a claim ≤ 10 ms, no team below 0.9 × its share, PostgreSQL ≤ 1 core.
// Run: node bench/src/claims.bench.ts [workers, 1000] [seconds, 60] [seconds of a piece, 20]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '@kinora/server/base/db';
import { openLog } from '@kinora/server/base/log';
import { claimPiece } from '@kinora/server/features/pieces/actions/claim';
import { recordHeartbeat } from '@kinora/server/features/pieces/actions/heartbeat';
import { recordEnd } from '@kinora/server/features/pieces/actions/end';
import { HEARTBEAT_MS } from '@kinora/server/features/pieces/rules/pieces';
import { plannedRevision } from '@kinora/server/features/encoding/test-revisions';
import { addTestOwner } from '@kinora/server/test-owner';
import { startTestApp } from '@kinora/server/test-app';
import pg from 'pg';
import { median } from './median.ts';
import { cpuSeconds, descendants } from './process-usage.ts';

const workers = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 60);
const pieceSeconds = Number(process.argv[4] ?? 20);
const teams = 20;
const videosOfTeam = 10;
const piecesOfVideo = 500;

const app = await startTestApp();
const log = openLog('bench');
// Connections that break when all workers end at once are no news.
log.level = 'error';
// Far fewer than 1,000 workers would have: what waits for one of these waits in the claim's time too.
const db = openDb(app.databaseUrl, { max: 40, log });
try {
  const pieces = Array.from({ length: piecesOfVideo }, (_, n) => ({
    kind: 'video' as const,
    renditionIds: ['v-720', 'v-240'],
    firstSegment: 5 * n + 1,
    lastSegment: 5 * n + 5,
  }));
  for (let team = 0; team < teams; team += 1) {
    const owner = await addTestOwner(app, `team-${team}`);
    for (let video = 0; video < videosOfTeam; video += 1) {
      await plannedRevision(app, owner, { seconds: piecesOfVideo * 30, pieces });
    }
  }
  const vacuum = new pg.Client({ connectionString: app.databaseUrl });
  await vacuum.connect();
  await vacuum.query('vacuum analyze');
  await vacuum.end();

  const claims: number[] = [];
  const ofTeam = new Map<string, number>();
  const ending = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal });
  let isCounting = false;
  async function work(): Promise<void> {
    const id = randomUUID();
    // Workers don't start in the same moment, nor do pieces take the same time.
    await pause(Math.random() * pieceSeconds * 1000);
    const own = new Set<string>();
    const beats = (async () => {
      for (;;) {
        await recordHeartbeat(db, { id, slots: 1, pieceIds: [...own] });
        await pause(HEARTBEAT_MS);
      }
    })().catch(() => undefined);
    for (;;) {
      const begun = performance.now();
      const piece = await claimPiece(db, id, 'any');
      if (isCounting) claims.push(performance.now() - begun);
      if (!piece) break;
      if (isCounting) ofTeam.set(piece.teamId, (ofTeam.get(piece.teamId) ?? 0) + 1);
      own.add(piece.id);
      await pause(pieceSeconds * 1000 * (0.5 + Math.random()));
      await db.transaction().execute((tx) => recordEnd(tx, piece));
      own.delete(piece.id);
    }
    await beats;
  }
  const all = Array.from({ length: workers }, () => work().catch(() => undefined));
  await sleep(pieceSeconds * 1000);
  const processes = () =>
    descendants(process.pid).filter(({ command }) => /postgres/.test(command));
  const cpu = () => processes().reduce((sum, { pid }) => sum + cpuSeconds(pid).runs, 0);
  const [cpuBefore, begun] = [cpu(), performance.now()];
  isCounting = true;
  await sleep(seconds * 1000);
  isCounting = false;
  const ran = (performance.now() - begun) / 1000;
  const cores = (cpu() - cpuBefore) / ran;
  ending.abort();
  await Promise.all(all);
  const sorted = claims.toSorted((one, other) => one - other);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const share = claims.length / teams;
  const least = Math.min(...ofTeam.values()) / share;
  console.log(
    `${workers} workers, ${teams} teams, ${teams * videosOfTeam * piecesOfVideo} pieces: ` +
      `${(claims.length / ran).toFixed(0)} claims a second, median ${median(claims).toFixed(2)} ms, ` +
      `p95 ${p95.toFixed(2)} ms (promise: ≤ 10); the team with the fewest has ${least.toFixed(2)} × its ` +
      `share (≥ 0.9, ${ofTeam.size} teams); PostgreSQL ${cores.toFixed(2)} cores (≤ 1)`,
  );
} finally {
  await db.destroy();
  await app.close();
}
