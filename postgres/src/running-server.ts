import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildLaunch, type SystemAccount } from './account.ts';
import { getServerEnvironment, type Programs } from './cluster.ts';

export type RunningServer = {
  pid: number;
  /** Settles when the server has ended for whatever reason, with its last words. */
  ended: Promise<string>;
  /** Ends the server by a fast shutdown: open connections are closed, files are clean. */
  stop: () => Promise<void>;
};

/** A cold start that replays a long log takes minutes; a server that hangs is given up. */
const START_TIMEOUT_MS = 300_000;

export type Launch = {
  folder: string;
  account: SystemAccount | null;
  settings: Record<string, string>;
  /** False for a throwaway folder, which is deleted when this process ends. */
  isDurable: boolean;
};

/** Runs the server of a folder's cluster and waits until it accepts connections. */
export async function launchServer(
  { postgres }: Programs,
  { folder, account, settings, isDurable }: Launch,
): Promise<RunningServer> {
  const data = join(folder, 'data');
  const logPath = join(folder, 'server.log');
  await rename(logPath, `${logPath}.old`).catch(() => undefined);
  const args = ['-D', data];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const launch = await buildLaunch(account, postgres, args, data);
  const log = await open(logPath, 'a', 0o600);
  const server = spawn(launch.command, launch.args, {
    ...launch.account,
    detached: true,
    cwd: folder,
    env: getServerEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = describeEnd(server, logPath);
  if (server.pid === undefined) throw new Error(`PostgreSQL could not be run: ${await ended}`);
  const guard = startGuard(server.pid, isDurable ? null : folder);
  void ended.then(() => guard.kill('SIGKILL'));
  // Both leave an otherwise idle process free to exit: the guard ends the server then.
  server.unref();
  await waitUntilReady(data, server, ended);
  return { pid: server.pid, ended, stop: () => stopServer(server, ended) };
}

async function describeEnd(server: ChildProcess, logPath: string): Promise<string> {
  const words = await new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  const log = await readFile(logPath, 'utf8').catch(() => '');
  return `PostgreSQL ended with ${words}.\n${log.trim().split('\n').slice(-10).join('\n')}`;
}

/**
 * Stops the server when this process is gone, however it ended: its end of the pipe closes, the
 * shell reads the end of its input and requests a fast shutdown.
 */
function startGuard(pid: number, throwaway: string | null): ChildProcess {
  const stop = 'read x; kill -INT "$0"';
  const script = throwaway ? `${stop}; sleep 3; kill -KILL "$0"; rm -rf "$1"` : stop;
  const guard = spawn('/bin/sh', ['-c', script, String(pid), ...(throwaway ? [throwaway] : [])], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: getServerEnvironment(),
  });
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

async function waitUntilReady(data: string, server: ChildProcess, ended: Promise<string>) {
  const pidFile = join(data, 'postmaster.pid');
  const end = Date.now() + START_TIMEOUT_MS;
  let failure: string | null = null;
  void ended.then((words) => (failure = words));
  while (failure === null) {
    // postmaster.pid: line 1 the process, line 8 the status. Ready is "ready" padded.
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return;
    if (Date.now() > end) {
      server.kill('SIGQUIT');
      throw new Error(`PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} s.`);
    }
    await sleep(5);
  }
  throw new Error(failure);
}

async function stopServer(server: ChildProcess, ended: Promise<string>) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  server.kill('SIGINT');
  // An immediate shutdown loses nothing: the next start replays the log.
  const timer = setTimeout(() => server.kill('SIGQUIT'), 8000);
  await ended;
  clearTimeout(timer);
}
