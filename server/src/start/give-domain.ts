import { join } from 'node:path';
import { normaliseDomain } from '@kinora/contract/domain-names';
import { readPostgresUrl } from '@kinora/postgres/start-postgres';
import { listeners } from '../app-events.ts';
import { actingFor, ownActor } from '../base/actor.ts';
import { readConfig } from '../base/config.ts';
import { openDb } from '../base/db.ts';
import { setListeners } from '../base/events.ts';
import { hideSecrets, openLog } from '../base/log.ts';
import { giveDomain } from '../features/playback-channels/actions/prove-domain.ts';

const USAGE = `Usage: npm run give-domain -- DOMAIN TEAM

Gives a playback domain to a team that has named it, without a record that proves it, and takes it from
another team that has it. TEAM is the team's name in addresses. It takes the settings that Kinora is
started with, while Kinora runs.`;

/** A command of operators. @returns what became of it */
async function run([typed = '', namespace = '', ...rest]: readonly string[]): Promise<string> {
  const host = normaliseDomain(typed);
  if (host === null || namespace === '' || rest.length > 0) throw new Error(USAGE);
  const { dataDir, databasePooling, secrets } = readConfig();
  const url = secrets.databaseUrl ?? (await readPostgresUrl(join(dataDir, 'postgres')));
  if (url === null) throw new Error(`There is no database in ${dataDir} and no DATABASE_URL.`);
  setListeners(listeners);
  const options = { max: 1, log: openLog('give-domain'), pooling: databasePooling };
  const db = actingFor(openDb(url, options), ownActor('give-domain'));
  try {
    const isGiven = await db.transaction().execute((tx) => giveDomain(tx, { host, namespace }));
    if (isGiven) return `${host} is the team ${namespace}’s now, on the channel that names it.`;
    throw new Error(`No channel of a team ${namespace} names ${host}. Let the team add it first.`);
  } finally {
    await db.destroy();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(hideSecrets(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
