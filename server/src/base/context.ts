import { openStorage, type Storage } from '@kinora/storage/storage';
import { ConfigError, type Config, type Role } from './config.ts';
import { openDb, openTenantDbs, type Db } from './db.ts';
import { openLog, type Log } from './log.ts';
import { openMail, type Mailer } from './mail.ts';
import type { Tenant } from './tenant.ts';

/** A process of the server makes this at its start and passes it by hand. */
export type Context = {
  config: Config;
  /** The system's, which sees every team; a request gets one in its place that sees its team alone. */
  db: Db;
  /** A database that shows what its tenant may see. */
  tenantDb: (tenant: Tenant) => Db;
  storage: Storage;
  log: Log;
  mail: Mailer;
};

/**
 * Most database connections of one process, within the embedded server's 100. Publishing in an API
 * may keep six of the system's for as long as storage takes.
 */
const POOL_SIZES = { api: { system: 11, tenant: 14 }, worker: { system: 11, tenant: 1 } };

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
  const { system, tenant: tenantMax } = POOL_SIZES[role];
  const pooling = config.databasePooling;
  const db = openDb(databaseUrl, { max: system, log, pooling });
  const requests = openTenantDbs(databaseUrl, { max: tenantMax, log, pooling });
  const mail = openMail(config, log);
  const close = async () => {
    mail.close();
    await Promise.all([db.destroy(), requests.close(), storage.close()]);
  };
  const { tenantDb } = requests;
  return { context: { config, db, tenantDb, storage, log, mail }, close };
}
