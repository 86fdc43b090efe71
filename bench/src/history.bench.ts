// Measures edits of a video through the API with and without the history's listener, in turn, and the first
// page of a team with 1,000,000 changes, with and without filters.
// Promise: one more statement for a write, ≤ 5 % of its time.
// Run: node bench/src/history.bench.ts [changes, 1000000] [edits a round, 300]
import './as-in-production.ts';
import { mock } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { listeners } from '@kinora/server/app-events';
import { type Listener, setListeners } from '@kinora/server/base/events';
import { auditListeners } from '@kinora/server/features/audit-events/events';
import { startTestApp } from '@kinora/server/test-app';
import { median } from './median.ts';

const changes = Number(process.argv[2] ?? 1_000_000);
const edits = Number(process.argv[3] ?? 300);
const rounds = 9;

const app = await startTestApp();
const { scope, admin } = await app.addTeam('bench');
const project = await ask('POST', 'projects', { key: 'news', name: 'News' });
const projectKey = String(project['key']);
const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
const made = await ask('POST', 'videos', { projectKey, videos: [{ title: 'A', source }] });
const key = String(made[0]?.['key']);

const withoutHistory: readonly Listener[] = listeners.filter(
  (one) => !auditListeners.includes(one),
);
await seed();
await timeEdits();
await timePages();
await app.close();

async function ask(method: string, path: string, body?: unknown) {
  const answer = await app.call(method, `/api/v1/${path}`, { as: admin, team: 'bench', body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

/** Fills a year with changes: videos most of all, by twenty people. */
async function seed(): Promise<void> {
  console.log(`seeding ${changes.toLocaleString('en')} changes of a team …`);
  await app.context.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    for (let month = 1; month <= 12; month += 1)
      await sql`select keep_audit_partitions((current_date - make_interval(months => ${12 - month}))::date)`.execute(
        tx,
      );
    await sql`
      insert into audit_events (id, at, team_id, project_id, action, subject_type, subject_id,
        subject_name, actor, actor_id, changes)
      select gen_random_uuid(), now() - n * interval '360 days' / ${changes}, ${scope.teamId}, ${project['id']},
        type || '.' || case when n % 997 = 0 then 'deleted' when n % 5 = 0 then 'created' else 'changed' end,
        type, 'k' || n % 50000, 'Clip ' || n,
        jsonb_build_object('kind', 'account', 'id', 'p' || n % 20, 'name', 'Person ' || n % 20),
        'p' || n % 20, '{"title": ["before", "after"]}'
      from (
        select n, case when n % 9973 = 0 then 'player' when n % 100 = 0 then 'project' else 'video' end as type
        from generate_series(1, ${changes}) n
      ) made order by n desc`.execute(tx);
  });
  await app.context.db.executeQuery(CompiledQuery.raw('vacuum analyze'));
}

async function timeEdits(): Promise<void> {
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.with.push(await timeRound(listeners));
    times.without.push(await timeRound(withoutHistory));
  }
  const [a, b] = [median(times.with), median(times.without)];
  console.log(
    `an edit: ${a.toFixed(2)} ms with the history, ${b.toFixed(2)} ms without, ` +
      `ratio ${(a / b).toFixed(3)} (promise: ≤ 1.05)`,
  );
  const counted = async (set: readonly Listener[]) => {
    setListeners(set);
    const spy = mock.method(pg.Client.prototype, 'query');
    await edit(0);
    const count = spy.mock.callCount();
    spy.mock.restore();
    return count;
  };
  const [more, fewer] = [await counted(listeners), await counted(withoutHistory)];
  console.log(`statements of an edit: ${more} with, ${fewer} without (promise: one more)`);
}

/** @returns ms of an edit, on average */
async function timeRound(set: readonly Listener[]): Promise<number> {
  setListeners(set);
  await edit(-1);
  const start = performance.now();
  for (let n = 0; n < edits; n += 1) await edit(n);
  return (performance.now() - start) / edits;
}

function edit(n: number) {
  return ask('PUT', `videos/${key}`, { title: `Title ${n}`, tags: ['a', `b${n % 2}`] });
}

async function timePages(): Promise<void> {
  setListeners(listeners);
  const month = new Date(Date.now() - 60 * 86_400_000).toISOString();
  const lists: [name: string, query: string][] = [
    ['everything', ''],
    ['a person', 'actorId=p7'],
    ['a kind', 'subjectType=video'],
    ['a rare kind', 'subjectType=player'],
    ['a rare change', 'action=video.deleted'],
    ['a change that never was', 'action=video.moved'],
    ['a thing', 'subjectType=video&subjectId=k123'],
    ['until two months ago', `to=${month}`],
    ['a person and a kind', 'actorId=p7&subjectType=project'],
  ];
  for (const [name, query] of lists) {
    const times: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const start = performance.now();
      await app.call('GET', `/api/v1/audit-events?${query}`, { as: admin, team: 'bench' });
      times.push(performance.now() - start);
    }
    const p95 = times.toSorted((one, other) => one - other)[28] ?? 0;
    console.log(
      `first page, ${name}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    );
  }
}
