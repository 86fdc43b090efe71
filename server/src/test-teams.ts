import type { TeamRole } from '@kinora/contract/fields';
import { listeners } from './app-events.ts';
import { actingFor, ownActor } from './base/actor.ts';
import { setListeners } from './base/events.ts';
import { systemScope } from './base/request.ts';
import { testDatabase } from './base/test-database.ts';
import { createAccount, hashPassword } from './features/accounts/actions.ts';
import { addTeamMember } from './features/team-members/actions.ts';
import { createTeam } from './features/teams/actions.ts';

// Run by e2e/src/shared-product.ts, for as long as that listens: the database of a product, and the
// teams and members that it is asked for, as no call makes one.

export type NewTeam = { namespace: string; email: string; password: string; edgeUrl: string };
/** A person with that address may have an account already. */
export type NewMember = { namespace: string; email: string; password: string; role: TeamRole };

setListeners(listeners);
const { db, url, close } = await testDatabase();
process.on('message', (asked: NewTeam | NewMember) => {
  const adding = 'role' in asked ? addMember(asked) : addTeam(asked);
  void adding.then(() => process.send?.({ namespace: asked.namespace }));
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

async function addMember({ namespace, email, password, role }: NewMember): Promise<void> {
  const passwordHash = await hashPassword(password);
  const actor = ownActor('tests');
  await actingFor(db, actor)
    .transaction()
    .execute(async (tx) => {
      const { id: teamId } = await tx
        .selectFrom('teams')
        .select('id')
        .where('namespace', '=', namespace)
        .executeTakeFirstOrThrow();
      const known = await tx
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst();
      const accountId =
        known?.id ?? (await createAccount(tx, { email, name: 'Nok', passwordHash, lang: 'th' }));
      const scope = systemScope({ teamId, namespace, accountId, actor });
      await addTeamMember(tx, scope, accountId, role);
    });
}
