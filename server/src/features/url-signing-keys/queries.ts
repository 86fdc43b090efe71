import { sql } from 'kysely';
import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { type Channels, channelsOfKey, isKeyOfChannel } from '../playback-channels/queries/keys.ts';
import type { ProjectScope } from '../projects/policy.ts';

const domains = channelsOfKey(sql`k.id`);

export async function listUrlSigningKeys(
  db: Db,
  scope: TeamScope,
  { page, limit, q }: { page: number; limit: number; q?: string | undefined },
): Promise<{ rows: UrlSigningKey[]; total: number }> {
  let matching = db.selectFrom('url_signing_keys as k').where('k.team_id', '=', scope.teamId);
  if (q) matching = matching.where(containsText(sql`lower(k.key_id)`, q));
  const rows = await matching
    .select(['k.id', 'k.key_id', 'k.created_at', domains.as('domains')])
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const counted = await matching
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: counted.total,
    rows: rows.map((row) => ({
      id: row.id,
      keyId: row.key_id,
      domains: row.domains,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** The sealed secret of a key; null when the team has no such key. */
export async function findSealedSecret(
  db: Db,
  scope: TeamScope,
  id: string,
): Promise<{ keyId: string; sealed: Buffer } | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('url_signing_keys')
    .select(['key_id', 'sealed_secret'])
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { keyId: row.key_id, sealed: row.sealed_secret } : null;
}

/** A key that signs for the primary channel of a project: the one of either id, or the oldest. */
export async function findProjectKey(
  db: Db,
  { team, projectId }: ProjectScope,
  id: string | undefined,
): Promise<{ id: string; keyId: string; sealed: Buffer } | null> {
  let signing = db
    .selectFrom('live_projects as p')
    .innerJoin('url_signing_keys as k', 'k.team_id', 'p.team_id')
    .select(['k.id', 'k.key_id as keyId', 'k.sealed_secret as sealed'])
    .where('p.team_id', '=', team.teamId)
    .where('p.id', '=', projectId)
    .where(isKeyOfChannel(sql`k.id`, sql`p.primary_playback_channel_id`));
  if (id !== undefined)
    signing = signing.where(sql<boolean>`(k.id::text = ${id.toLowerCase()} or k.key_id = ${id})`);
  const row = await signing.orderBy('k.created_at').orderBy('k.id').limit(1).executeTakeFirst();
  return row ?? null;
}

/** The playback channels that use a key. */
export async function listChannelsOf(tx: Tx, scope: TeamScope, id: string): Promise<Channels> {
  const key = await tx
    .selectFrom('url_signing_keys as k')
    .select(domains.as('domains'))
    .where('k.team_id', '=', scope.teamId)
    .where('k.id', '=', id)
    .executeTakeFirst();
  return key?.domains ?? [];
}
