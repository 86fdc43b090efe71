import { normaliseDomain } from '@kinora/contract/domain-names';
import { giveDomain } from '../features/playback-channels/actions/prove-domain.ts';
import { runCommand } from './command.ts';

const USAGE = `Usage: npm run give-domain -- DOMAIN TEAM

Gives a playback domain to a team that has named it, without a record that proves it, and takes it from
another team that has it. TEAM is the team's name in addresses. It takes the settings that Kinora is
started with, while Kinora runs.`;

const [typed = '', namespace = '', ...rest] = process.argv.slice(2);

await runCommand('give-domain', async (db) => {
  const host = normaliseDomain(typed);
  if (host === null || namespace === '' || rest.length > 0) throw new Error(USAGE);
  const isGiven = await db.transaction().execute((tx) => giveDomain(tx, { host, namespace }));
  if (isGiven) return `${host} is the team ${namespace}’s now, on the channel that names it.`;
  throw new Error(`No channel of a team ${namespace} names ${host}. Let the team add it first.`);
});
