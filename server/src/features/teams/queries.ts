import { sql } from 'kysely';
import type { TeamRole } from '@kinora/contract/fields';
import { getPublishedTeamKey, PublishedTeam } from '@kinora/contract/published';
import type { Db, Tx } from '../../base/db.ts';
import { definePublished } from '../../base/published-documents.ts';
import { memberScope, type TeamScope } from '../../base/request.ts';
import { findPublishedDrm, listPublishedJwtKeys } from '../drm-configs/queries.ts';
import { listPublishedRules } from '../geoblock-rules/queries.ts';

export async function hasTeams(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').limit(1).execute()).length > 0;
}

/** Reads a member's present state, for work that goes on after the request; null after they left the team. */
export async function findMember(
  db: Db | Tx,
  teamId: string,
  accountId: string,
): Promise<TeamScope | null> {
  const row = await db
    .selectFrom('active_members as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['t.namespace', 'm.name', sql<TeamRole>`m.role`.as('role')])
    .where('m.team_id', '=', teamId)
    .where('m.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const { name, ...member } = row;
  return memberScope({
    teamId,
    accountId,
    ...member,
    actor: { kind: 'account', id: accountId, name },
  });
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
