import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import pg from 'pg';
import { startPostgres } from './start-postgres.ts';

// The folder has 0700, as from mktemp -d: the server's account, unlike root, can't enter it by
// itself.
const parent = await mkdtemp(join(tmpdir(), 'kinora-postgres-'));
const folder = join(parent, 'postgres');
const pidFile = join(folder, 'data/postmaster.pid');
const children = new Set<ChildProcess>();
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(parent, { recursive: true });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A server that another process started. */
async function startOwner(where: string, kind: 'durable' | 'throwaway') {
  const program = join(import.meta.dirname, 'test-owner.ts');
  const owner = spawn(process.execPath, [program, where, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(owner);
  const [line] = (await once(createInterface(owner.stdout), 'line')) as [string];
  const { pid, url } = JSON.parse(line) as { pid: number; url: string };
  const die = async () => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  };
  return { owner, pid, url, die };
}

async function gone(pid: number) {
  await until(`the end of process ${pid}`, async () => {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    return state === null || /\) Z /.test(state);
  });
}

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' };

test('the first start makes a cluster that listens on this machine only', async () => {
  const server = await startPostgres({ folder });
  await query(server.url, 'create extension pg_trgm; create table kept (n int)');
  const [row] = await query(
    server.url,
    `select current_setting('is_superuser') as super, current_setting('server_encoding') as encoding,
       current_setting('listen_addresses') as addresses, show_trgm('วิดีโอ') as trigrams,
       'ก' < 'ข' collate "th-x-icu" as sorts`,
  );
  const { super: isSuper, encoding, addresses, trigrams, sorts } = row ?? {};
  assert.deepEqual([isSuper, encoding, addresses, sorts], ['off', 'UTF8', '127.0.0.1', true]);
  assert.ok((trigrams as string[]).length > 3);
  assert.equal((await stat(join(folder, 'credentials.json'))).mode & 0o777, 0o600);
  await server.stop();
  assert.match(await server.ended, /code 0/);
});

test('the next start finds the data at the same port', async () => {
  const first = await startPostgres({ folder });
  await first.stop();
  const second = await startPostgres({ folder });
  assert.equal(second.url, first.url);
  assert.deepEqual(await query(second.url, 'select count(*)::int as n from kept'), [{ n: 0 }]);
  await second.stop();
});

test('two that look for the same port at once both start', async () => {
  const folders = [join(parent, 'one'), join(parent, 'other')];
  const servers = await Promise.all(folders.map((each) => startPostgres({ folder: each })));
  await Promise.all(servers.map((each) => each.stop()));
  const taken = new URL(servers[0]?.url ?? '').port;
  const path = join(parent, 'other', 'credentials.json');
  const credentials = JSON.parse(await readFile(path, 'utf8')) as { port: number };
  await writeFile(path, JSON.stringify({ ...credentials, port: Number(taken) }));
  const again = await Promise.all(folders.map((each) => startPostgres({ folder: each })));
  const ports = again.map(({ url }) => new URL(url).port);
  assert.ok(ports.includes(taken) && ports[0] !== ports[1], `${taken} ${ports}`);
  for (const { url } of again) await query(url, 'select 1');
  await Promise.all(again.map((each) => each.stop()));
});

test('a role that was let past row-level security is bound by it again at the next start', async () => {
  const first = await startPostgres({ folder });
  const ignores = async (url: string) => {
    const isBypassing =
      'select rolsuper or rolbypassrls as ignores from pg_roles where rolname = current_user';
    return (await query(url, isBypassing))[0]?.['ignores'];
  };
  assert.equal(await ignores(first.url), false);
  const { adminPassword } = JSON.parse(
    await readFile(join(folder, 'credentials.json'), 'utf8'),
  ) as { adminPassword: string };
  const admin = new URL(first.url);
  [admin.username, admin.password] = ['postgres', adminPassword];
  for (const right of ['superuser', 'bypassrls']) {
    await query(
      admin.href,
      `alter role kinora nosuperuser nobypassrls; alter role kinora ${right}`,
    );
    assert.equal(await ignores(first.url), true, right);
  }
  await first.stop();
  const second = await startPostgres({ folder });
  assert.equal(await ignores(second.url), false);
  await second.stop();
});

test('a second start on a folder in use is refused and names who uses it', onLinux, async () => {
  const { owner, url, die } = await startOwner(folder, 'durable');
  const refusal = { message: new RegExp(`already runs .* \\(process ${owner.pid}\\)`) };
  await assert.rejects(startPostgres({ folder }), refusal);
  await query(url, 'insert into kept values (1)');
  await die();
});

test('the server ends soon after its process was killed, and the data stays', onLinux, async () => {
  const { pid, url, die } = await startOwner(folder, 'durable');
  await query(url, 'insert into kept values (2)');
  await die();
  await gone(pid);
  const next = await startPostgres({ folder });
  assert.deepEqual(await query(next.url, 'select sum(n)::int as n from kept'), [{ n: 3 }]);
  await next.stop();
});

test('a server whose process and guard were killed is taken over', onLinux, async () => {
  const { owner, pid, die } = await startOwner(folder, 'durable');
  const path = `/proc/${owner.pid}/task/${owner.pid}/children`;
  const [, guard] = (await readFile(path, 'utf8')).trim().split(' ').map(Number);
  assert.match(await readFile(`/proc/${guard}/cmdline`, 'utf8'), /kill -INT/);
  process.kill(guard ?? 0, 'SIGKILL');
  await die();
  process.kill(pid, 0);
  const next = await startPostgres({ folder });
  assert.notEqual(next.pid, pid);
  await next.stop();
});

test('a killed server reports it, and starts again while its last processes still end', async () => {
  const server = await startPostgres({ folder });
  const client = new pg.Client(server.url);
  client.on('error', () => undefined);
  await client.connect();
  process.kill(server.pid, 'SIGKILL');
  assert.match(await server.ended, /SIGKILL/);
  const next = await startPostgres({ folder });
  await query(next.url, 'select 1');
  await next.stop();
});

test('a killed server that is not reaped counts as gone', onLinux, async () => {
  const { owner, pid, die } = await startOwner(folder, 'durable');
  owner.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  assert.match(await readFile(`/proc/${pid}/stat`, 'utf8'), /\) Z /);
  const next = await startPostgres({ folder });
  await query(next.url, 'select 1');
  await next.stop();
  await die();
});

test('a pid file that names another process or none does not stop the start', async () => {
  for (const text of [`${process.pid}\n${folder}/data\n`, '']) {
    await writeFile(pidFile, text);
    const server = await startPostgres({ folder });
    await server.stop();
  }
});

test('a throwaway folder goes with the process that made it', onLinux, async () => {
  const throwaway = join(parent, 'throwaway');
  const { pid, die } = await startOwner(throwaway, 'throwaway');
  await die();
  await gone(pid);
  await until('the folder to go', async () => {
    const error = await stat(throwaway).catch((found: NodeJS.ErrnoException) => found);
    return 'code' in error && error.code === 'ENOENT';
  });
});

test('lost credentials and a damaged cluster stop the start with a message, and lose nothing', async () => {
  const credentials = join(folder, 'credentials.json');
  await rename(credentials, `${credentials}.aside`);
  await assert.rejects(startPostgres({ folder }), /credentials\.json is missing/);
  await rename(`${credentials}.aside`, credentials);
  const control = join(folder, 'data/global/pg_control');
  await rename(control, `${control}.aside`);
  await assert.rejects(startPostgres({ folder }), /code \d[^]*pg_control/);
  await rename(`${control}.aside`, control);
  const server = await startPostgres({ folder });
  assert.deepEqual(await query(server.url, 'select sum(n)::int as n from kept'), [{ n: 3 }]);
  await server.stop();
});
