import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';

/** An edge asks its storage this often. */
const FRESH_MS = 1000;
const folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
const [PORT, EDGE_PORT] = [String(await findFreePort()), String(await findFreePort())];
const running = new Set<Kinora>();
after(async () => {
  for (const kinora of running) kinora.child.kill('SIGKILL');
  await until('everything to end', async () => (await processesOf(folder)).length === 0);
  await rm(folder, { recursive: true });
});

type Kinora = ReturnType<typeof start>;

const program = join(import.meta.dirname, 'all.ts');

function start(settings: Record<string, string> = {}, command = [process.execPath, program]) {
  const [first = '', ...rest] = command;
  const child = spawn(first, rest, {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT, EDGE_PORT, SAMPLE: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const kinora = { child, exit, said: () => said };
  running.add(kinora);
  return kinora;
}

const isReady = async (port: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.status === 200;
};
const ready = () => until('readiness', async () => (await isReady(PORT)) && isReady(EDGE_PORT));

/** Processes of a run: those with its DATA_DIR in their environment, and its PostgreSQL's. */
async function processesOf(dataDir: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const [environment, command] = await Promise.all([read('environ'), read('cmdline')]);
      const isOurs = environment.includes(`DATA_DIR=${dataDir}\0`) || command.includes(dataDir);
      return isOurs ? [{ pid: Number(pid), command }] : [];
    }),
  );
  return found.flat();
}

async function processOf(role: string): Promise<number> {
  const found = (await processesOf(folder)).find(({ command }) => command.includes(`/${role}.ts`));
  return found?.pid ?? assert.fail(`no ${role} runs`);
}

/** No other account lists or reads anything in DATA_DIR; root's PostgreSQL passes through it. */
async function onlyOurs() {
  const isRoot = process.getuid?.() === 0;
  const modes = { '.': isRoot ? 0o711 : 0o700, objects: 0o700, 'objects/.tmp': 0o700 };
  for (const [name, mode] of Object.entries(modes)) {
    assert.equal((await stat(join(folder, name))).mode & 0o777, mode, name);
  }
  for (const entry of await readdir(join(folder, 'objects'), { recursive: true })) {
    assert.equal((await stat(join(folder, 'objects', entry))).mode & 0o077, 0, entry);
  }
}

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' };

test('wrong settings stop the start with a line that names them', async () => {
  const kinora = start({ PORT: 'eighty', TEAM: 'A b' });
  assert.equal(await kinora.exit, 1);
  assert.match(kinora.said(), /^PORT must be[^]*^TEAM must be/m);
});

test(
  'a start prints the addresses and the first sign-in, and Ctrl-C ends all of it',
  onLinux,
  async () => {
    // Another program may have made the folders with these rights.
    await mkdir(join(folder, 'objects'));
    await chmod(join(folder, 'objects'), 0o755);
    await chmod(folder, 0o755);
    const kinora = start();
    await ready();
    await until('the greeting', async () => kinora.said().includes('Ctrl-C'));
    await onlyOurs();
    const kept = await readFile(join(folder, 'first-sign-in.txt'), 'utf8');
    const password = /^password: (.+)$/m.exec(kept)?.[1] ?? '';
    assert.ok(password && kinora.said().includes(password));
    assert.ok(kinora.said().includes(`http://localhost:${PORT}`));
    // Without writes no file can be uploaded; stored ones play on.
    await rm(join(folder, 'objects/.tmp'), { recursive: true });
    // Both look once a second at most.
    await until('the API to be not ready', async () => !(await isReady(PORT)));
    await sleep(FRESH_MS);
    assert.equal(await isReady(EDGE_PORT), true);
    kinora.child.kill('SIGINT');
    assert.equal(await kinora.exit, 0);
    assert.deepEqual(await processesOf(folder), []);
  },
);

test(
  'a person reads a few lines, of which the addresses and the first sign-in are the last',
  onLinux,
  async () => {
    const kinora = start({ LOG_FORMAT: 'text' });
    await ready();
    await until('the greeting', async () => kinora.said().includes('Ctrl-C'));
    // Both have been asked by now, and log nothing about it.
    await fetch(`http://127.0.0.1:${PORT}/api/v1/me`);
    await fetch(`http://127.0.0.1:${EDGE_PORT}/watch/none`);
    kinora.child.kill('SIGINT');
    assert.equal(await kinora.exit, 0);
    const [before = '', after = ''] = kinora.said().split('Kinora is running');
    assert.doesNotMatch(kinora.said(), /[{}]/);
    assert.ok(before.trim().split('\n').length <= 3, before);
    assert.match(after, /Console +http[^]*Playback +http[^]*API +http[^]*Sign in/);
    assert.match(after, /Ctrl-C stops it\.\n\nStopping …\n$/);
  },
);

test(
  'each role and PostgreSQL come back when they are killed, and the edge never stops',
  onLinux,
  async () => {
    const kinora = start();
    await ready();
    for (const role of ['api', 'worker']) {
      const pid = await processOf(role);
      process.kill(pid, 'SIGKILL');
      await until(`another ${role}`, async () => {
        const now = (await processesOf(folder)).find(({ command }) =>
          command.includes(`/${role}.ts`),
        );
        return now !== undefined && now.pid !== pid;
      });
      assert.ok(await isReady(EDGE_PORT));
    }
    const pidFile = join(folder, 'postgres/data/postmaster.pid');
    process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL');
    await until('the loss', async () => kinora.said().includes('PostgreSQL ended'));
    assert.ok(await isReady(EDGE_PORT));
    await ready();
    kinora.child.kill('SIGKILL');
    await kinora.exit;
  },
);

test(
  'after kill -9 of the supervisor nothing stays, and the next start is at once possible',
  onLinux,
  async () => {
    const next = start();
    await ready();
    await until('the greeting', async () => next.said().includes('Ctrl-C'));
    for (const { pid } of await processesOf(folder)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // PostgreSQL's processes take each other along.
      }
    }
    await next.exit;
    const last = start();
    await ready();
    last.child.kill('SIGKILL');
    await last.exit;
    await until('the processes to end', async () => (await processesOf(folder)).length === 0);
  },
);

test('what npm started ends when npm is killed', onLinux, async () => {
  const asNpm = ['sh', '-c', '"$0" "$1" --with-parent & wait', process.execPath, program];
  const npm = start({}, asNpm);
  await ready();
  npm.child.kill('SIGKILL');
  await until('the processes to end', async () => (await processesOf(folder)).length === 0);
});

/** PATH with all of this machine's programs but bubblewrap. */
async function pathWithoutCage(): Promise<string> {
  const programs = join(folder, 'programs');
  await mkdir(programs, { recursive: true });
  for (const name of await readdir('/usr/bin')) {
    if (name === 'bwrap') continue;
    await symlink(join('/usr/bin', name), join(programs, name)).catch(isThere);
  }
  return `${programs}:/usr/sbin:/sbin`;
}

function isThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

test(
  'without a cage for ffmpeg no worker starts, the others do, and it is said how to mend that',
  onLinux,
  async () => {
    const PATH = await pathWithoutCage();
    const kinora = start({ PATH });
    await ready();
    await until('the greeting', async () => kinora.said().includes('Ctrl-C'));
    const [refusal, ...again] = kinora.said().match(/^The worker is not started\..*$/gm) ?? [];
    assert.match(refusal ?? '', /bubblewrap \(bwrap\) is not installed.*ALLOW_NO_SANDBOX=1/);
    assert.deepEqual(again, []);
    assert.match(kinora.said(), /Worker +is not started/);
    await until('the end of the worker', async () => !(await hasWorker()));
    assert.ok((await isReady(PORT)) && (await isReady(EDGE_PORT)));
    kinora.child.kill('SIGINT');
    assert.equal(await kinora.exit, 0);
  },
);

const hasWorker = async () =>
  (await processesOf(folder)).some(({ command }) => command.includes('/worker.ts'));

test('a lack of the cage ends a start of nothing else with its own code', onLinux, async () => {
  const kinora = start({ PATH: await pathWithoutCage(), ROLES: 'worker' });
  assert.equal(await kinora.exit, 78);
  assert.match(kinora.said(), /The worker is not started/);
  assert.deepEqual(await processesOf(folder), []);
});

test('an operator who allows it has a worker without a cage, and a warning', onLinux, async () => {
  const kinora = start({ PATH: await pathWithoutCage(), ALLOW_NO_SANDBOX: '1' });
  await ready();
  await until('the greeting', async () => kinora.said().includes('Ctrl-C'));
  const line = kinora
    .said()
    .split('\n')
    .find((text) => text.includes('no sandbox works here'));
  const { level, sandbox } = JSON.parse(line ?? '{}') as Record<string, unknown>;
  assert.deepEqual([level, sandbox], ['warn', 'none']);
  assert.match(kinora.said(), /Worker +waits for videos/);
  kinora.child.kill('SIGINT');
  assert.equal(await kinora.exit, 0);
});

test('a port that another program keeps is named', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const kinora = start({ EDGE_PORT: String(port), ROLES: 'edge' });
  assert.equal(await kinora.exit, 1);
  assert.match(kinora.said(), new RegExp(`EDGE_PORT ${port} is taken`));
  holder.close();
});
