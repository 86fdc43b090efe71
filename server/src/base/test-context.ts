import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@kinora/storage/storage';
import { readConfig } from './config.ts';
import type { Context } from './context.ts';
import { openLog } from './log.ts';
import { openMail } from './mail.ts';
import { testDatabase } from './test-database.ts';

/**
 * A whole context on a database and a data folder of its own, with a silent log: `const { context,
 * close } = await openTestContext({ SAMPLE: '0' })`, and `after(close)`.
 *
 * @param settings environment variables that differ from the defaults
 */
export async function openTestContext(settings: Record<string, string> = {}) {
  const [{ db, tenantDb, url, close: closeDatabase }, folder] = await Promise.all([
    testDatabase(),
    mkdtemp(join(tmpdir(), 'kinora-test-')),
  ]);
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url, ...settings });
  const log = openLog('test');
  log.level = 'silent';
  const storage = await openStorage(config.storageUrl, config.secrets.storageEnv);
  const mail = openMail(config, log);
  const context: Context = { config, db, tenantDb, storage, log, mail };
  const close = async () => {
    mail.close();
    await Promise.all([closeDatabase(), storage.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { context, close };
}
