// `GET /videos` with 1,000,000 videos in 50 teams: ours against bare Fastify + pg running the same
// SQL, which counts no videos, page 1,000 against page 1, and the search for Thai and English words.
// Promises: ≥ 0.8 × bare and ≥ 1,500 a second, page 1,000 as page 1, searches p95 ≤ 15 ms.
// Run: node bench/src/videos.bench.ts [videos, 1000000 unless told]
import './as-in-production.ts';
import { mock } from 'node:test';
import { findFreePort } from '@kinora/contract/test-port';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import pg from 'pg';
import { median } from './median.ts';
import { startTestApp, type TestApp, type Person } from '@kinora/server/test-app';
import { englishWords, seedVideos, thaiWords } from './seed-videos.ts';

const videos = Number(process.argv[2] ?? 1_000_000);
const teams = 50;
const rounds = 5;
const seconds = 4;

console.log(`seeding ${videos.toLocaleString('en')} videos in ${teams} teams …`);
const app = await startTestApp();
const { namespace, admin } = await seedVideos(app, { videos, teams });
const queries = await statementsOf(app, admin, namespace);
const address = await app.http.listen({ port: await findFreePort(), host: '127.0.0.1' });
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

const searches: [string, readonly string[]][] = [
  ['Thai', thaiWords],
  ['English', englishWords],
  ['two characters', ['แก', 'ขา', 'go', 'up', 'น้']],
  ['rare', ['ไม่มีคำนี้', 'nothing', '1234', 'v00000000']],
];
const projects = await app.call('GET', '/api/v1/projects?limit=1', { as: admin, team: namespace });
const projectKey = String(projects.body.data[0]?.['key']);
for (const within of ['', `&projectKey=${projectKey}`]) {
  const place = within === '' ? 'team' : 'project';
  await timeAll(`${place}, no search`, [within]);
  for (const [name, words] of searches) {
    const queries = words.map((word) => `q=${encodeURIComponent(word)}${within}`);
    await timeAll(`${place}, ${name}`, queries);
  }
}

await bare.close();
await app.close();

/** The statements that one request of ours runs, as PostgreSQL sees them. */
async function statementsOf({ call }: TestApp, as: Person, team: string) {
  const spy = mock.method(pg.Client.prototype, 'query');
  // The first request of a token also records that it is used.
  await call('GET', '/api/v1/videos?limit=20', { as, team });
  spy.mock.resetCalls();
  await call('GET', '/api/v1/videos?limit=20', { as, team });
  const seen = spy.mock.calls.map(({ arguments: [sent] }) => sent as unknown as pg.QueryConfig);
  spy.mock.restore();
  const sent = seen.flatMap(({ text, values }) => (text ? [{ text, values: values ?? [] }] : []));
  if (sent.length === 0 || sent.some(({ text }) => text.includes('count('))) {
    throw new Error('the list counts, or its statements are not seen');
  }
  return sent;
}

async function startBare(url: string, statements: { text: string; values: unknown[] }[]) {
  // The setting satisfies row-level security. The pool is as large as ours, since more connections get a
  // larger share of a busy machine.
  const pool = new pg.Pool({ connectionString: url, max: 5, options: '-c kinora.team=*' });
  pool.on('error', () => undefined);
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

/** A list without a search shows what the machine itself takes. */
async function timeAll(name: string, asked: readonly string[]) {
  const times: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    times.push(await timed(app, admin, namespace, asked[n % asked.length] ?? ''));
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  console.log(`${name}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
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
