import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Max wait for processes of an earlier run to end; a fast shutdown takes well under a second. */
const MAX_WAIT_MS = 10_000;

type ProcessInfo = { parent: number; isServerOf: boolean };

/**
 * Frees a data folder after any kind of death of an earlier run. A server whose Node was killed is stopped;
 * the pid file of a killed server (dead, an unreaped zombie, or a number that another program has by now) is
 * removed once none of its processes is left.
 *
 * @param owner process id of the Node that started the server last, as recorded then
 * @throws Error when that owner still runs: two at once would share one data folder
 */
export async function clearLeftovers(data: string, owner: number | null): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const end = Date.now() + MAX_WAIT_MS;
  let isRequested = false;
  while (true) {
    const pid = await readPid(pidFile);
    if (pid === null) return;
    const found = await inspectProcess(pid, data);
    if (found?.isServerOf) {
      // The parent is the owner only while the owner lives: orphans get another one.
      if (found.parent === owner) {
        throw new Error(`Kinora already runs on ${data} (process ${owner}). Stop it first.`);
      }
      // SIGINT is PostgreSQL's fast shutdown, SIGQUIT gives up clean files for a certain end.
      if (!isRequested) signal(pid, 'SIGINT');
      else if (Date.now() > end) signal(pid, 'SIGQUIT');
      isRequested = true;
    } else if ((await listProcesses(data)).length === 0) {
      await rm(pidFile, { force: true });
      return;
    }
    if (Date.now() > end + MAX_WAIT_MS / 2) {
      throw new Error(`An earlier PostgreSQL (process ${pid}) still holds ${data}. End it first.`);
    }
    await sleep(20);
  }
}

async function readPid(pidFile: string): Promise<number | null> {
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === null) return null;
  const pid = Number.parseInt(text, 10);
  // A file cut short by a power failure names no process: 0 is never a server.
  return Number.isInteger(pid) && pid > 1 ? pid : 0;
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function inspectProcess(pid: number, data: string): Promise<ProcessInfo | null> {
  if (process.platform !== 'linux') return inspectByPs(pid, data);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // proc(5): "pid (comm) state ppid …"; comm may contain spaces and brackets.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isServerOf = state !== 'Z' && (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;
  return { parent: Number(parent), isServerOf };
}

async function inspectByPs(pid: number, data: string): Promise<ProcessInfo | null> {
  const line = await run('ps', ['-o', 'stat=,ppid=,command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  const [, state = '', parent = '', command = ''] = /^(\S+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
  if (!state) return null;
  return { parent: Number(parent), isServerOf: !state.startsWith('Z') && command.includes(data) };
}

/** Lists processes that work in the data folder, which a killed server leaves for a moment. */
async function listProcesses(data: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    names.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')),
  );
  return names.filter((_, index) => folders[index] === data).map(Number);
}
