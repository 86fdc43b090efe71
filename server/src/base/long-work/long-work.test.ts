import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, beforeEach, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { findMember } from '../../features/team-members/queries.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import type { Tx } from '../db.ts';
import { installQueues } from '../jobs.ts';
import type { TeamScope } from '../request.ts';
import { startWorker } from '../worker.ts';
import { cancelWork, retryFailed, startWork, undoWork } from './start.ts';
import { COUNTED, counting, createCounting } from './test-counting.ts';
import { findTurn, finishWork, takeNextTurn } from './test-turns.ts';

let app: TestApp;
let siam: TeamScope;
let lanna: TeamScope;
let isan: TeamScope;
const work = createCounting();

before(async () => {
  app = await startTestApp();
  await COUNTED.execute(app.context.db);
  await installQueues(app.databaseUrl, [counting.job]);
  [siam, lanna, isan] = [await addTeam('siam'), await addTeam('lanna'), await addTeam('isan')];
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('long_works').execute();
  await sql`truncate counted`.execute(app.context.db);
});

const write = <T>(change: (tx: Tx) => Promise<T>) => app.context.db.transaction().execute(change);

async function scopeOf({ teamId }: TeamScope, person: Person): Promise<TeamScope> {
  const scope = await write((tx) => findMember(tx, teamId, person.id));
  assert.ok(scope);
  return scope;
}

async function addTeam(namespace: string): Promise<TeamScope> {
  const { scope, admin } = await app.addTeam(namespace);
  return scopeOf(scope, admin);
}

/** Starts a work whose keys are `{label}-{number from 0}`; those in `failing` fail. */
async function start(team: TeamScope, label: string, count: number, failing: number[] = []) {
  const items = sql`select ${`${label}-`}::text || n,
      case when n = any(${failing}::int[]) then '{"fails":true}'::jsonb end
    from generate_series(0, ${count - 1}) n order by n`;
  const wanted = { input: { label }, projectId: null };
  return (await write((tx) => startWork(tx, team, counting, wanted, items))).id;
}

const finish = (id: string) => finishWork(app.context, work, id);

async function read(id: string) {
  const row = await app.context.db
    .selectFrom('long_works')
    .select(['state', 'total', 'done', 'failed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [row.state, row.total, row.done, row.failed];
}

async function counted() {
  const { rows } = await sql<{ label: string; key: string; forWhom: string | null }>`
    select label, key, for_whom as "forWhom" from counted order by at`.execute(app.context.db);
  return rows;
}
const keys = async () => (await counted()).map(({ key }) => key);
const keysOf = (label: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `${label}-${from + n}`);

test('items are changed in their order, some in each transaction', async () => {
  const id = await start(siam, 'a', 25);
  assert.deepEqual(await read(id), ['queued', 25, 0, 0]);
  await takeNextTurn(app.context, work, id);
  assert.deepEqual(await read(id), ['running', 25, 10, 0]);
  await finish(id);
  assert.deepEqual(await read(id), ['completed', 25, 25, 0]);
  assert.deepEqual(await keys(), keysOf('a', 0, 25));
});

test('a work without items has ended', async () => {
  assert.deepEqual(await read(await start(siam, 'a', 0)), ['completed', 0, 0, 0]);
});

test('a turn that comes twice changes nothing', async () => {
  const id = await start(siam, 'a', 25);
  const turn = await findTurn(app.context, id);
  assert.ok(turn);
  const run = { signal: new AbortController().signal, token: { id: '', retryCount: 0 } };
  await work.handle(app.context, turn, run);
  await work.handle(app.context, turn, run);
  await work.giveUp?.(app.context, turn);
  assert.deepEqual(await read(id), ['running', 25, 10, 0]);
});

test('a turn of a work that is not the first queues one of the first', async () => {
  const { db } = app.context;
  const first = await start(siam, 'a', 5);
  const second = await start(siam, 'b', 5);
  await sql`delete from pgboss.job where name = ${counting.name}`.execute(db);
  const run = { signal: new AbortController().signal, token: { id: '', retryCount: 0 } };
  const turn = { teamId: siam.teamId, workId: second, position: 0 };
  await work.handle(app.context, turn, run);
  const { rows } = await sql<{ workId: string }>`select data ->> 'workId' as "workId"
    from pgboss.job where name = ${counting.name}`.execute(db);
  assert.deepEqual(rows, [{ workId: first }]);
  assert.deepEqual(await keys(), []);
});

test('what fails again and again is passed over, and what failed is tried once more', async () => {
  const id = await start(siam, 'a', 25, [3, 21]);
  const turn = await findTurn(app.context, id);
  assert.ok(turn);
  await work.giveUp?.(app.context, turn);
  await finish(id);
  assert.deepEqual(await read(id), ['completed', 25, 14, 11]);
  assert.equal(await write((tx) => retryFailed(tx, lanna, counting, id)), false);
  assert.equal(await write((tx) => retryFailed(tx, siam, counting, id)), true);
  assert.deepEqual(await read(id), ['queued', 25, 14, 0]);
  await finish(id);
  assert.deepEqual(await read(id), ['completed', 25, 23, 2]);
  const once = [...keysOf('a', 0, 25)].filter((key) => key !== 'a-3' && key !== 'a-21');
  assert.deepEqual((await keys()).toSorted(), once.toSorted());
});

test('a cancelled work ends where it is, and the next one of its team goes on', async () => {
  const first = await start(siam, 'a', 25);
  const second = await start(siam, 'b', 5);
  await takeNextTurn(app.context, work, first);
  assert.equal(await write((tx) => cancelWork(tx, lanna, counting, first)), false);
  assert.equal(await write((tx) => cancelWork(tx, siam, counting, first)), true);
  await finish(second);
  assert.deepEqual(await read(first), ['cancelled', 25, 10, 0]);
  assert.deepEqual(await keys(), [...keysOf('a', 0, 10), ...keysOf('b', 0, 5)]);
  assert.equal(await write((tx) => cancelWork(tx, siam, counting, first)), false);
});

test('an undo stops a work, takes back what it has changed, and is made once', async () => {
  const id = await start(siam, 'a', 25, [3]);
  await takeNextTurn(app.context, work, id);
  assert.equal(await write((tx) => undoWork(tx, lanna, counting, id)), null);
  const tries = [1, 2].map(() => write((tx) => undoWork(tx, siam, counting, id)));
  const [undo, ...more] = (await Promise.all(tries)).filter((one) => one !== null);
  assert.ok(undo && more.length === 0);
  await finish(undo.id);
  assert.deepEqual(await read(id), ['cancelled', 25, 9, 1]);
  assert.deepEqual(await read(undo.id), ['completed', 9, 9, 0]);
  assert.deepEqual(await keys(), []);
  assert.equal(await write((tx) => undoWork(tx, siam, counting, undo.id)), null);
});

test('a large work of two teams does not hold up a small one of a third', async () => {
  const large = [await start(siam, 'a', 5000), await start(lanna, 'b', 5000)];
  const worker = await startWorker([work], app.context);
  try {
    await until(
      'both to run',
      async () => new Set((await counted()).map((one) => one.label)).size === 2,
    );
    const small = await start(isan, 'c', 10);
    await until('the small one’s end', async () => (await read(small))[0] === 'completed');
    for (const id of large) assert.equal((await read(id))[0], 'running');
  } finally {
    await worker.stop(1000);
  }
});

test('works of a team are done one after the other, each for who started it', async () => {
  const colleague = await scopeOf(siam, await app.addPerson(siam, 'user'));
  const [first, second] = [await start(siam, 'a', 25), await start(colleague, 'b', 25)];
  const worker = await startWorker([work], app.context);
  try {
    await until('both ends', async () => (await read(second))[0] === 'completed');
  } finally {
    await worker.stop(1000);
  }
  assert.deepEqual(await read(first), ['completed', 25, 25, 0]);
  assert.deepEqual(await keys(), [...keysOf('a', 0, 25), ...keysOf('b', 0, 25)]);
  const forWhom = (label: string, rows: Awaited<ReturnType<typeof counted>>) =>
    new Set(rows.filter((row) => row.label === label).map((row) => row.forWhom));
  const rows = await counted();
  assert.deepEqual(forWhom('a', rows), new Set([siam.accountId]));
  assert.deepEqual(forWhom('b', rows), new Set([colleague.accountId]));
});

test('a work whose worker is killed by kill -9 goes on, and changes each item once', async () => {
  const id = await start(siam, 'a', 25);
  const program = join(import.meta.dirname, 'test-worker.ts');
  const { dataDir } = app.context.config;
  const child = spawn(process.execPath, [program, app.databaseUrl, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, 'in the second turn');
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  assert.deepEqual(await read(id), ['running', 25, 10, 0]);
  const worker = await startWorker([work], app.context);
  try {
    await until('its end', async () => (await read(id))[0] === 'completed');
  } finally {
    await worker.stop(1000);
  }
  assert.deepEqual(await read(id), ['completed', 25, 25, 0]);
  assert.deepEqual(await keys(), keysOf('a', 0, 25));
});
