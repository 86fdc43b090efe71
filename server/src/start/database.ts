import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../base/config.ts';
import { checkServer } from '../base/db.ts';
import { startPostgres, type RunningPostgres } from '@kinora/postgres/start-postgres';

export type DatabaseServer = { url: string; stop: () => Promise<void> };

/** Compose files and clusters start everything at once; a database takes a while. */
const OUTSIDE_PATIENCE_MS = 30_000;

/**
 * The outside server that DATABASE_URL names, or the embedded one, which is started again when it
 * dies.
 *
 * @param onMoved called when the embedded server came back at another address
 */
export async function openDatabaseServer(
  { dataDir, secrets }: Config,
  say: (line: string) => void,
  onMoved: (url: string) => void,
): Promise<DatabaseServer> {
  if (secrets.databaseUrl) return waitForOutsideServer(secrets.databaseUrl);
  const folder = join(dataDir, 'postgres');
  let running = await startPostgres({ folder });
  let isStopping = false;
  let restart: Promise<void> = Promise.resolve();
  watch(running);

  function watch({ ended }: RunningPostgres) {
    void ended.then((words) => {
      if (isStopping) return;
      say(`${words.split('\n', 1)[0]} It is started again.`);
      restart = startAgain();
    });
  }

  async function startAgain() {
    while (!isStopping) {
      try {
        const before = running.url;
        running = await startPostgres({ folder });
        watch(running);
        if (running.url !== before) onMoved(running.url);
        return;
      } catch (error) {
        say(`PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(2000);
      }
    }
  }

  return {
    url: running.url,
    stop: async () => {
      isStopping = true;
      await restart;
      await running.stop();
    },
  };
}

async function waitForOutsideServer(url: string): Promise<DatabaseServer> {
  const end = Date.now() + OUTSIDE_PATIENCE_MS;
  while (true) {
    try {
      await checkServer(url);
      return { url, stop: async () => undefined };
    } catch (error) {
      if (Date.now() > end || !isUnreachable(error)) throw error;
      await sleep(500);
    }
  }
}

function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  // 57P03: the server is starting up.
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'].includes(String(code));
}
