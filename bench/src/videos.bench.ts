// `GET /videos` with 1,000,000 videos in 50 teams: ours against bare Fastify + pg running the same
// SQL, page 1,000 against page 1, and the search for Thai and English words.
// Run: node bench/src/videos.bench.ts [videos, 1000000 unless told]
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { median } from './median.ts';
import { startTestApp, type TestApp, type Person } from '@kinora/server/test-app';

const videos = Number(process.argv[2] ?? 1_000_000);
const teams = 50;
const rounds = 5;
const seconds = 4;

const thaiWords = [
  'ข่าว',
  'ภาคค่ำ',
  'น้ำท่วม',
  'ครัว',
  'คุณยาย',
  'แกง',
  'เขียวหวาน',
  'สัมภาษณ์',
  'ทีมชาติ',
  'สารคดี',
  'แม่น้ำ',
  'โขง',
  'งาน',
  'วัด',
  'ปลา',
  'กีฬา',
];
const englishWords = [
  'news',
  'evening',
  'concert',
  'backstage',
  'final',
  'cut',
  'river',
  'market',
  'go',
  'interview',
  'promo',
  'trailer',
  'up',
  'season',
  'episode',
  'live',
];

console.log(`seeding ${videos.toLocaleString('en')} videos in ${teams} teams …`);
const app = await startTestApp();
const { namespace, admin } = await seed(app);
const queries = await statementsOf(app, admin, namespace);
const address = await app.http.listen({ port: await freePort(), host: '127.0.0.1' });
const bare = await startBare(app.databaseUrl, queries);
const headers = { authorization: `Bearer ${admin.token}`, 'x-team': namespace };

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await rate(`${address}/api/v1/videos?limit=20`, headers));
  theirs.push(await rate(bare.address, {}));
}
report('requests a second, page 1', ours, theirs, 'bare Fastify + pg');

const pageTimes = await pages(app, admin, namespace);
report('page 1,000 against page 1, ms', pageTimes.far, pageTimes.near, 'page 1');

for (const [name, words] of [
  ['Thai', thaiWords],
  ['English', englishWords],
  ['two characters', ['แก', 'ขา', 'go', 'up', 'น้']],
] as const) {
  const times: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const word = words[n % words.length] ?? '';
    times.push(await timed(app, admin, namespace, `q=${encodeURIComponent(word)}`));
  }
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(`search, ${name}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}
await bare.close();
await app.close();

async function seed({ addTeam, call, context }: TestApp) {
  let first: { namespace: string; admin: Person } | null = null;
  for (let n = 0; n < teams; n += 1) {
    const name = `team-${n}`;
    const made = await addTeam(name);
    first ??= { namespace: name, admin: made.admin };
    const as = made.admin;
    for (const key of ['alpha', 'beta', 'gamma', 'delta']) {
      await call('POST', '/api/v1/projects', {
        as,
        team: name,
        body: { key, name: `${key} ${n}` },
      });
    }
  }
  const { db } = context;
  const pick = (words: string[]) =>
    sql.raw(
      `(array[${words.map((w) => `'${w}'`).join(',')}])[1 + floor(random() * ${words.length})::int]`,
    );
  await sql`
    insert into videos (key, team_id, project_id, creator_id, title, search, preset_id,
      current_revision_key, created_at, updated_at)
    select key, team_id, project_id, creator_id, title, lower(title || ' ' || key), preset_id,
      'r' || key, at, at
    from (
      select 'v' || lpad(n::text, 9, '0') as key, p.team_id, p.id as project_id, p.creator_id,
        ${pick(thaiWords)} || ${pick(thaiWords)} || ' ' || ${pick(englishWords)} || ' '
          || ${pick(thaiWords)} || ' ' || ${pick(englishWords)} || ' ' || n as title,
        p.preset_id, now() - random() * interval '900 days' as at
      from generate_series(1, ${videos}) n
      join (select *, row_number() over (order by id) - 1 as place from projects) p
        on p.place = n % ${teams * 4}
    ) made`.execute(db);
  await sql`
    insert into revisions (key, team_id, video_key, state, source_file_name, source_type,
      source_size_bytes, upload_completed_at, duration_ms, total_expected_outputs,
      total_completed_outputs, progress_percent, stream)
    select 'r' || key, team_id, key, 'completed', 'clip.mp4', 'video/mp4', 12345678, created_at,
      61000, 6, 6, 100, '{"coverWidths":[320,640,1280]}' from videos`.execute(db);
  await sql`
    insert into outputs (revision_key, rendition_id, type, position, name, codec, width, height,
      average_bps, peak_bps, size_bytes, completed_at)
    select current_revision_key, 'v' || h, 'video', h, h || 'p', 'avc1.64001f', h * 16 / 9, h,
      h * 2000, h * 3000, h * 10000, created_at
    from videos, (values (1080), (720), (480)) l(h)`.execute(db);
  await db.executeQuery(CompiledQuery.raw('vacuum analyze'));
  if (!first) throw new Error('no team');
  return first;
}

/** The statements that one request of ours runs, as PostgreSQL sees them. */
async function statementsOf({ call, context }: TestApp, as: Person, team: string) {
  const seen: { text: string; values: unknown[] }[] = [];
  const executor = context.db.getExecutor();
  const original = executor.executeQuery.bind(executor);
  executor.executeQuery = (query: CompiledQuery) => {
    seen.push({ text: query.sql, values: [...query.parameters] });
    return original(query) as never;
  };
  await call('GET', '/api/v1/videos?limit=20', { as, team });
  executor.executeQuery = original;
  return seen;
}

async function startBare(url: string, statements: { text: string; values: unknown[] }[]) {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const http = Fastify();
  http.get('/', async () => {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await pool.query(statement)).rows;
    return { data: rows };
  });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await http.close();
    await pool.end();
  };
  return { address, close };
}

async function rate(url: string, requestHeaders: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url,
    headers: requestHeaders,
    connections: 10,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} failed`);
  return result.requests.average;
}

async function timed({ call }: TestApp, as: Person, team: string, query: string) {
  const start = performance.now();
  const answer = await call('GET', `/api/v1/videos?limit=20&${query}`, { as, team });
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`);
  return performance.now() - start;
}

async function pages(testApp: TestApp, as: Person, team: string) {
  let token = '';
  for (let page = 1; page < 1000; page += 1) {
    const query = token === '' ? '' : `&next=${token}`;
    const answer = await testApp.call('GET', `/api/v1/videos?limit=20${query}`, { as, team });
    const next = answer.body['next'] as unknown;
    if (typeof next !== 'string') break;
    token = next;
  }
  const near: number[] = [];
  const far: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    near.push(await timed(testApp, as, team, ''));
    far.push(await timed(testApp, as, team, `next=${token}`));
  }
  return { near, far };
}

function report(what: string, mine: number[], yardstick: number[], name: string): void {
  const [a, b] = [median(mine), median(yardstick)];
  console.log(
    `${what}: ours ${a.toFixed(1)}, ${name} ${b.toFixed(1)}, ratio ${(a / b).toFixed(2)}`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
