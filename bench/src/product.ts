import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@kinora/contract/test-port';

export const signIn = { email: 'bench@kinora.test', password: 'a long enough one', team: 'bench' };

export type Product = {
  url: string;
  edgeUrl: string;
  startMs: number;
  /** npm's process, which started all the others. */
  pid: number;
  stop: () => Promise<void>;
};

/**
 * Runs `npm start` on free ports. `startMs` is the time to `/readyz` 200.
 *
 * @param dataDir kept from an earlier start, else a new one that `stop` removes
 */
export async function startProduct(
  dataDir?: string,
  env: Record<string, string> = {},
): Promise<Product> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'kinora-bench-')));
  const [port, edgePort] = [await findFreePort(), await findFreePort()];
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...env,
      DATA_DIR: folder,
      PORT: String(port),
      EDGE_PORT: String(edgePort),
      ADMIN_EMAIL: signIn.email,
      ADMIN_PASSWORD: signIn.password,
      TEAM: signIn.team,
      SAMPLE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await sleep(20);
  }
  const startMs = performance.now() - begun;
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  };
  return { url, edgeUrl: `http://localhost:${edgePort}`, startMs, pid: child.pid ?? 0, stop };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer?.status === 200;
}
