import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import samples from '@kinora/i18n/th/samples' with { type: 'json' };
import { listeners } from './app-events.ts';
import { actingFor, ownActor } from './base/actor.ts';
import { DEFAULT_ADMIN_EMAIL, type Config } from './base/config.ts';
import { lockByName, type Db } from './base/db.ts';
import { setListeners } from './base/events.ts';
import { createAccount, hashPassword } from './features/accounts/actions.ts';
import { createSample } from './features/samples/actions.ts';
import { createTeam } from './features/teams/actions.ts';
import { hasTeams } from './features/teams/queries.ts';

export type FirstSignIn = { email: string; password: string; team: string };

/**
 * On an empty database: the first admin, his team and the sample. Safe to race: one of the
 * processes does it.
 *
 * @returns the generated sign-in, which is also kept in `DATA_DIR/first-sign-in.txt` (0600);
 *   null when none was generated
 */
export async function bootstrap(config: Config, db: Db): Promise<FirstSignIn | null> {
  if (await hasTeams(db)) return null;
  setListeners(listeners);
  const given = config.secrets.adminPassword;
  const email = config.adminEmail ?? DEFAULT_ADMIN_EMAIL;
  const namespace = config.team ?? 'demo';
  const password = given ?? (await readStoredPassword(config.dataDir)) ?? generatePassword();
  // Kept before it counts: a start that is killed in between must not lock the operator out.
  if (given === null) await storeSignIn(config.dataDir, { email, password, team: namespace });
  const passwordHash = await hashPassword(password);
  const isCreated = await actingFor(db, ownActor('start'))
    .transaction()
    .execute(async (tx) => {
      await lockByName(tx, 'bootstrap');
      if (await hasTeams(tx)) return false;
      const adminId = await createAccount(tx, { email, name: 'Admin', passwordHash, lang: 'th' });
      const { edgeUrl } = config;
      const team = await createTeam(tx, { namespace, name: namespace, adminId, edgeUrl });
      if (config.isSampleWanted) await createSample(tx, team, samples);
      return true;
    });
  return isCreated && given === null ? { email, password, team: namespace } : null;
}

function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

const nameFile = (dataDir: string) => join(dataDir, 'first-sign-in.txt');

async function storeSignIn(dataDir: string, first: FirstSignIn): Promise<void> {
  const text = `email: ${first.email}\npassword: ${first.password}\nteam: ${first.team}\n`;
  await writeFile(nameFile(dataDir), text, { mode: 0o600 });
}

async function readStoredPassword(dataDir: string): Promise<string | null> {
  if (!existsSync(nameFile(dataDir))) return null;
  const text = await readFile(nameFile(dataDir), 'utf8');
  return /^password: (\S+)$/m.exec(text)?.[1] ?? null;
}
