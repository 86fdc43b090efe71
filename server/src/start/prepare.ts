import { jobs } from '../app-jobs.ts';
import { readRoleConfig } from '../base/config.ts';
import { ignoresPolicies, openDb } from '../base/db.ts';
import { installQueues, queueSweep } from '../base/jobs.ts';
import { openLog } from '../base/log.ts';
import { migrate } from '../base/migrate.ts';
import { bootstrap } from '../bootstrap.ts';
import { notifyExpiriesJob } from '../features/drm-configs/jobs.ts';
import { sweepDomainsJob } from '../features/playback-channels/jobs.ts';
import { sweepPiecesJob, sweepEncodersJob } from '../features/encoding/jobs.ts';
import { sweepImagesJob } from '../features/images/jobs.ts';
import { keepPartitionsJob } from '../features/audit-events/jobs.ts';
import { sweepNotificationsJob } from '../features/notifications/jobs.ts';
import { sweepChangesJob, sweepPublicationsJob } from '../features/publishing/jobs.ts';
import { sweepUploadsJob } from '../features/uploads/jobs.ts';
import { waitForBegin, notifySupervisor } from './messages.ts';

const POLICIES_IGNORED =
  'The user of DATABASE_URL is a superuser or has BYPASSRLS: row-level security does not hold it.';

/**
 * Brings the database to this version, once before the API and the workers: tables, queues, and,
 * where an API starts on an empty database, the first account, its team and the sample. Safe to race and to repeat.
 */
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1));
const { databaseUrl } = await waitForBegin();
const config = readRoleConfig(databaseUrl);
const log = openLog('prepare');
try {
  const url = databaseUrl ?? '';
  for (const name of await migrate(url)) log.info({ migration: name }, 'migration applied');
  await installQueues(url, jobs);
  const db = openDb(url, { max: 1, log, pooling: config.databasePooling });
  if (await ignoresPolicies(db)) log.warn(POLICIES_IGNORED);
  // A worker waits for an API to do it, and needs no password for that.
  const signIn = config.roles.includes('api') ? await bootstrap(config, db) : null;
  const sweeps = [
    sweepUploadsJob,
    sweepImagesJob,
    sweepPiecesJob,
    sweepPublicationsJob,
    sweepDomainsJob,
    sweepChangesJob,
    sweepEncodersJob,
    notifyExpiriesJob,
    keepPartitionsJob,
    sweepNotificationsJob,
  ];
  for (const job of sweeps) {
    await db.transaction().execute((tx) => queueSweep(tx, job));
  }
  notifySupervisor({ type: 'prepared', signIn });
  await db.destroy();
} catch (error) {
  log.fatal({ err: error }, 'database could not be prepared');
  notifySupervisor({
    type: 'unable',
    reason: error instanceof Error ? error.message : String(error),
  });
}
process.disconnect();
