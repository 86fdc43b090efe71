import { TEAM_NAMESPACE } from '@kinora/contract/bounds';
import { AppError } from '../base/errors.ts';
import { findAccountByEmail } from '../features/accounts/queries.ts';
import { createTeam } from '../features/teams/actions.ts';
import { runCommand } from './command.ts';

const USAGE = `Usage: npm run create-team -- NAMESPACE NAME EMAIL

Creates a team. NAMESPACE is its name in addresses (a-z, 0-9 and hyphens), and EMAIL the address of an
account that becomes its administrator and invites others. It takes the settings that Kinora is started with,
while Kinora runs.`;

const [namespace = '', name = '', email = '', ...rest] = process.argv.slice(2);

await runCommand('create-team', async (db, { edgeUrl }) => {
  const isComplete = name.trim() !== '' && email !== '' && rest.length === 0;
  if (!TEAM_NAMESPACE.test(namespace) || !isComplete) throw new Error(USAGE);
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  if (!account) throw new Error(`No account has the address ${email}. Invite the person first.`);
  const team = { namespace, name: name.trim(), adminId: account.id, edgeUrl };
  try {
    await db.transaction().execute((tx) => createTeam(tx, team));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`There is a team ${namespace} already.`, { cause: error });
  }
  return `${email} is the administrator of the new team ${namespace}.`;
});
