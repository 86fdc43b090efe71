import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';

/** A domain that a team has named for a channel. */
export type Claim = {
  claimId: string;
  teamId: string;
  channelId: string;
  host: string;
  defaultPlaybackDomain: string;
  isProven: boolean;
  ageMs: number;
};

export async function findClaim(
  db: Db | Tx,
  wanted: { claimId: string } | { teamId: string; channelId: string; host: string },
): Promise<Claim | null> {
  const isWanted =
    'claimId' in wanted
      ? sql`d.claim_id = ${wanted.claimId}`
      : sql`d.team_id = ${wanted.teamId} and d.channel_id = ${wanted.channelId}
          and d.host = ${wanted.host}`;
  const { rows } = await sql<Claim>`
    select d.claim_id as "claimId", d.team_id as "teamId", d.channel_id as "channelId", d.host,
      c.default_playback_domain as "defaultPlaybackDomain", d.proven_at is not null as "isProven",
      (1000 * extract(epoch from now() - d.created_at))::float8 as "ageMs"
    from playback_domains d join playback_channels c on c.id = d.channel_id
    where ${isWanted}`.execute(db);
  return rows[0] ?? null;
}

/** Domains that a channel has named, proven or not. */
export async function countClaims(tx: Tx, channelId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('playback_domains')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  return total;
}
