import { listeners } from './app-events.ts';
import { actingFor, ownActor } from './base/actor.ts';
import { setListeners } from './base/events.ts';
import { testDatabase } from './base/test-database.ts';
import { createAccount, hashPassword } from './features/accounts/actions.ts';
import { createTeam } from './features/teams/actions.ts';

// Run by e2e/src/shared-product.ts, for as long as that listens: the database of a product, and the
// teams that it is asked for, as no call makes one.

export type NewTeam = { namespace: string; email: string; password: string; edgeUrl: string };

setListeners(listeners);
const { db, url, close } = await testDatabase();
process.on('message', (team: NewTeam) => {
  void addTeam(team).then(() => process.send?.({ namespace: team.namespace }));
});
process.once('disconnect', () => void close());
process.send?.({ url });

async function addTeam({ namespace, email, password, edgeUrl }: NewTeam): Promise<void> {
  const passwordHash = await hashPassword(password);
  const acting = actingFor(db, ownActor('tests'));
  await acting.transaction().execute(async (tx) => {
    const adminId = await createAccount(tx, { email, name: 'Admin', passwordHash, lang: 'th' });
    await createTeam(tx, { namespace, name: namespace, adminId, edgeUrl });
  });
}
