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
  /** The domain is proven by a record. One that an operator gave, or that is older than proofs, needs none. */
  needsRecord: boolean;
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
      coalesce(d.proven_by in ('txt', 'cname'), false) as "needsRecord",
      (1000 * extract(epoch from now() - d.created_at))::float8 as "ageMs"
    from playback_domains d join playback_channels c on c.id = d.channel_id
    where ${isWanted}`.execute(db);
  return rows[0] ?? null;
}

const MAX_DUE = 1000;

/** Lists domains proven by records whose last check is a day old. */
export async function listDueLooks(tx: Tx): Promise<{ claimId: string; teamId: string }[]> {
  const { rows } = await sql<{ claimId: string; teamId: string }>`
    select claim_id as "claimId", team_id as "teamId" from playback_domains
    where proven_by in ('txt', 'cname')
      and coalesce(looked_at, proven_at) < now() - interval '1 day'
    order by coalesce(looked_at, proven_at) limit ${MAX_DUE}`.execute(tx);
  return rows;
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
