import { join } from 'node:path';
import { readPostgresUrl } from '@kinora/postgres/start-postgres';
import { listeners } from '../app-events.ts';
import { actingFor, ownActor } from '../base/actor.ts';
import { type Config, readConfig } from '../base/config.ts';
import { type Db, openDb } from '../base/db.ts';
import { setListeners } from '../base/events.ts';
import { hideSecrets, openLog } from '../base/log.ts';

/**
 * Runs a command of operators, with the settings that Kinora is started with, while Kinora runs.
 *
 * @param change returns what became of it, and throws what the operator should know
 */
export async function runCommand(
  name: string,
  change: (db: Db, config: Config) => Promise<string>,
): Promise<void> {
  try {
    console.log(await withDatabase(name, change));
  } catch (error) {
    console.error(hideSecrets(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
}

async function withDatabase(
  name: string,
  change: (db: Db, config: Config) => Promise<string>,
): Promise<string> {
  const config = readConfig();
  const { dataDir, databasePooling, secrets } = config;
  const url = secrets.databaseUrl ?? (await readPostgresUrl(join(dataDir, 'postgres')));
  if (url === null) throw new Error(`There is no database in ${dataDir} and no DATABASE_URL.`);
  setListeners(listeners);
  const options = { max: 1, log: openLog(name), pooling: databasePooling };
  const db = actingFor(openDb(url, options), ownActor(name));
  try {
    return await change(db, config);
  } finally {
    await db.destroy();
  }
}
