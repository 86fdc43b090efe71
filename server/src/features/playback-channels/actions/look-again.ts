import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { announceChange, readSettings } from './announce-change.ts';
import type { Claim } from '../queries/claims.ts';
import {
  findProof,
  type Found,
  MIN_MISSING_LOOKS,
  MISSING_DAYS,
  toRecords,
} from '../rules/domain-proof.ts';

/**
 * Records what name servers said about a domain that was proven by a record. Once the record has been missing
 * for days, the domain is no longer proven, and is reserved for a while like one that was removed.
 *
 * @param found null when no server answered, which says nothing about the domain
 * @returns whether it lost its proof just now
 */
export async function recordLookAgain(tx: Tx, claim: Claim, found: Found | null): Promise<boolean> {
  if (found === null) {
    // It waits a day like the others, so that silent name servers don't take the turns of other domains.
    await tx
      .updateTable('playback_domains')
      .set({ looked_at: sql`now()` })
      .where('claim_id', '=', claim.claimId)
      .execute();
    return false;
  }
  const before = await readSettings(tx, claim.channelId);
  const isThere = findProof(claim, found) !== null;
  const { rows } = await sql<{ wasMissing: boolean; isLost: boolean }>`
    update playback_domains d set looked_at = now(),
      missing_since = case when ${isThere} then null else coalesce(d.missing_since, now()) end,
      missing_looks = case when ${isThere} then 0 else d.missing_looks + 1 end
    from playback_domains before
    where d.claim_id = ${claim.claimId} and before.claim_id = d.claim_id
      and d.proven_by in ('txt', 'cname')
    returning before.missing_since is not null as "wasMissing",
      d.missing_looks >= ${MIN_MISSING_LOOKS} and d.missing_since
        <= now() - ${MISSING_DAYS} * interval '1 day' as "isLost"`.execute(tx);
  const [look] = rows;
  if (!look) return false;
  if (look.isLost) await takeProofAway(tx, claim, found);
  // Missing as before, or there as before.
  else if (look.wasMissing === !isThere) return false;
  const hosts = look.isLost ? [claim.host] : [];
  await announceChange(tx, claim, before, hosts);
  return look.isLost;
}

async function takeProofAway(tx: Tx, { claimId, teamId, host }: Claim, found: Found) {
  await tx
    .updateTable('playback_domains')
    .set({ proven_at: null, proven_by: null, missing_since: null, missing_looks: 0 })
    .set({ check_result: 'unproven', checked_at: sql`now()` })
    .set({ found: JSON.stringify(toRecords(host, found)) })
    .where('claim_id', '=', claimId)
    .execute();
  await tx
    .updateTable('domain_owners')
    .set({ released_at: sql`now()` })
    .where('host', '=', host)
    .where('owner_id', '=', teamId)
    .execute();
}
