import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import type { Db, Tx } from '../../base/db.ts';
import { definePublished } from '../../base/published-documents.ts';
import type { TeamScope } from '../../base/request.ts';
import { findPublishedDrm, listPublishedJwtKeys } from '../drm-configs/queries.ts';
import { listPublishedRules } from '../geoblock-rules/queries.ts';

export async function hasTeams(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').limit(1).execute()).length > 0;
}

/** Says whether an account is an administrator of the oldest team: these run the installation. */
export async function runsInstallation(
  db: Db | Tx,
  { accountId }: Pick<TeamScope, 'accountId'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('active_members')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'admin')
    .where('team_id', '=', (eb) =>
      eb.selectFrom('teams').select('id').orderBy('created_at').orderBy('id').limit(1),
    )
    .executeTakeFirst();
  return found !== undefined;
}

export function getTeam(
  db: Db | Tx,
  { teamId }: TeamScope,
): Promise<{ id: string; namespace: string; name: string }> {
  return db
    .selectFrom('teams')
    .select(['id', 'namespace', 'name'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
}

/** The team's document holds what many videos share; the feature that owns a member reads it. */
export const publishedTeam = definePublished({
  kind: 'team',
  getStorageKey: getPublishedTeamKey,
  schema: PublishedTeam,
  load: findPublishedTeam,
});

async function findPublishedTeam(tx: Tx, teamId: string): Promise<PublishedTeam | null> {
  const team = await tx
    .selectFrom('teams')
    .select('name')
    .where('id', '=', teamId)
    .executeTakeFirst();
  if (!team) return null;
  const geoblockRules = await listPublishedRules(tx, teamId);
  const jwtKeys = await listPublishedJwtKeys(tx, teamId);
  const drm = await findPublishedDrm(tx, { teamId });
  return { version: 1, teamId, name: team.name, geoblockRules, jwtKeys, ...(drm && { drm }) };
}
