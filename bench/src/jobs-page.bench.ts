// The team's page of jobs while an import of 5,000 videos waits.
// Promise: p95 ≤ 50 ms.
// Run: node bench/src/jobs-page.bench.ts [videos that wait, 5000] [pieces of each, 20]
import './as-in-production.ts';
import { sql } from 'kysely';
import type { Db } from '@kinora/server/base/db';
import { startTestApp } from '@kinora/server/test-app';
import { median } from './median.ts';

const videos = Number(process.argv[2] ?? 5000);
const pieces = Number(process.argv[3] ?? 20);
const rounds = 100;

const app = await startTestApp();
try {
  const { admin, scope } = await app.addTeam('bench');
  const body = { key: 'bench', name: 'Bench' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  await fill(app.context.db, String(project['id']));
  const viewer = await app.addPerson(scope, 'user');
  await app.addToProject(String(project['key']), viewer, 'viewer');
  for (const [name, as] of [
    ['admin', admin],
    ['viewer', viewer],
  ] as const) {
    for (const page of [1, 100]) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        const path = `/api/encoding/v1/jobs?page=${page}`;
        const { status, body: list } = await app.call('GET', path, { as });
        if (status !== 200 || (list['total'] as unknown) !== videos) throw new Error(path);
        times.push(performance.now() - start);
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
      console.log(
        `jobs page ${page}, ${name}, ${videos} videos wait: ` +
          `median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (promise: ≤ 50)`,
      );
    }
  }
} finally {
  await app.close();
}

/** Adds videos with waiting pieces, two that are being made, and one that has failed. */
async function fill(db: Db, projectId: string): Promise<void> {
  await sql`
    insert into videos (key, team_id, project_id, creator_id, title, search,
      current_revision_key)
    select 'v' || n, team_id, id, creator_id, 'clip ' || n, 'clip ' || n, 'r' || n
    from projects, generate_series(1, ${videos}) n where id = ${projectId}`.execute(db);
  await sql`
    insert into revisions (key, team_id, video_key, state, source_file_name, source_type,
      source_size_bytes, upload_completed_at, plan, planned_at, preset_id)
    select v.current_revision_key, v.team_id, v.key,
      case when v.current_revision_key = 'r3' then 'failed' else 'processing' end, 'clip.mp4', 'video/mp4',
      1000, now(), '{}', now() + random() * interval '1 hour',
      p.preset_id
    from videos v join projects p on p.id = v.project_id`.execute(db);
  await sql`
    insert into pieces (id, revision_key, team_id, kind, rendition_ids, first_segment, last_segment,
      state, is_express, is_background, due_at, position)
    select gen_random_uuid(), r.key, r.team_id, 'video', '{v-720}', n, n,
      case when r.key in ('r1', 'r2') and n <= 4 then 'running' when r.key = 'r3' then 'failed'
        when n <= 2 then 'completed' else 'waiting' end,
      false, false, now() + random() * interval '1 hour', n
    from revisions r, generate_series(1, ${pieces}) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
