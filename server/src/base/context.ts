import { openStorage, type Storage } from '@kinora/storage/storage';
import { ConfigError, type Config, type Role } from './config.ts';
import { openDb, type Db } from './db.ts';
import { openLog, type Log } from './log.ts';
import { openMail, type Mailer } from './mail.ts';

/** What a process of the server works with, made at its start and passed by hand. */
export type Context = {
  config: Config;
  db: Db;
  storage: Storage;
  log: Log;
  mail: Mailer;
};

/** Most database connections of one process, within the embedded server's 100. */
const poolSizes: Record<Exclude<Role, 'edge'>, number> = { api: 20, worker: 10 };

/**
 * Opens what the role needs; `close` gives it all back.
 *
 * @throws ConfigError when no database is set: the supervisor hands its processes the address
 */
export async function openContext(
  config: Config,
  role: Exclude<Role, 'edge'>,
): Promise<{ context: Context; close: () => Promise<void> }> {
  const { databaseUrl, storageEnv } = config.secrets;
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is needed to run a single role');
  const log = openLog(role);
  const storage = await openStorage(config.storageUrl, storageEnv);
  const db = openDb(databaseUrl, { max: poolSizes[role], log });
  const mail = openMail(config, log);
  const close = async () => {
    mail.close();
    await Promise.all([db.destroy(), storage.close()]);
  };
  return { context: { config, db, storage, log, mail }, close };
}
