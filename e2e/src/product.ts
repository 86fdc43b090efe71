import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';
import { killAll, processesOf } from './processes.ts';

const supervisor = fileURLToPath(new URL('../../server/src/start/all.ts', import.meta.url));
const START_SECONDS = 60;
const STOP_SECONDS = 20;
const KEPT_CHARS = 200_000;

export type Product = {
  consoleUrl: string;
  edgeUrl: string;
  dataDir: string;
  team: string;
  admin: { email: string; password: string };
  /** Says what it wrote for people, and its errors. */
  troubles: () => string[];
};

/** Lets a file that has the product for itself end and restart its processes. */
export type OwnProduct = Product & {
  /** Pid of what starts the others again. */
  supervisorPid: number;
  processOf: (role: 'api' | 'worker' | 'edge') => Promise<number>;
  /** Resolves when both ports say that they are ready. */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the whole product as a person would, empty but for its first account and team.
 *
 * @param env what an operator sets besides
 */
export async function startProduct(env: Record<string, string> = {}): Promise<OwnProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'));
  const [PORT, EDGE_PORT] = [String(await findFreePort()), String(await findFreePort())];
  const admin = { email: 'nok@example.com', password: 'ข้าวเหนียวมะม่วง 3 จาน' };
  const team = 'studio';
  const child = spawn(process.execPath, [supervisor], {
    env: {
      // The folders of the test file, which are watched.
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      PORT,
      EDGE_PORT,
      SAMPLE: '0',
      // No server listens there, so that tests ask none outside.
      DNS_SERVERS: '127.0.0.1:1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      TEAM: team,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARS)));
  }
  const exited = once(child, 'exit');
  const addresses = [`http://localhost:${PORT}`, `http://localhost:${EDGE_PORT}`] as const;
  const stop = async () => {
    child.kill('SIGTERM');
    // A test may have stopped it in the middle.
    child.kill('SIGCONT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000);
    await exited;
    clearTimeout(timer);
    killAll(await processesOf(dataDir));
    await until('the processes to end', async () => (await processesOf(dataDir)).length === 0);
    await rm(dataDir, { recursive: true, force: true });
  };
  const troubles = () =>
    said
      .split('\n')
      .filter((line) => !line.startsWith('{') || /"level":"(error|fatal)"/.test(line));
  const ready = () => bothReady(addresses, () => child.exitCode === null);
  try {
    await ready();
  } catch (error) {
    await stop();
    throw new Error(`the product did not start; it said:\n${said.slice(-8000)}`, { cause: error });
  }
  return {
    consoleUrl: addresses[0],
    edgeUrl: addresses[1],
    dataDir,
    team,
    admin,
    ready,
    stop,
    troubles,
    supervisorPid: child.pid ?? 0,
    processOf: async (role) => {
      const found = await processesOf(dataDir);
      const process = found.find(({ command }) => command.includes(`/${role}.ts`));
      if (!process) throw new Error(`no ${role} runs`);
      return process.pid;
    },
  };
}

async function bothReady(addresses: readonly string[], lives: () => boolean): Promise<void> {
  for (const address of addresses) {
    await until(
      `${address} to be ready`,
      async () => {
        if (!lives()) throw new Error('the process ended');
        const answer = await fetch(`${address}/readyz`).catch(() => null);
        return answer?.ok === true;
      },
      { seconds: START_SECONDS },
    );
  }
}
