import { sql } from 'kysely';
import type { DomainCheck, DomainRecord } from '@kinora/contract/playback-channels';
import type { Tx } from '../../../base/db.ts';
import { announceChange, readSettings } from './announce-change.ts';
import type { Claim } from '../queries/claims.ts';
import { findProof, type Found, KEPT_DAYS, toRecords } from '../rules/domain-proof.ts';

type Prover = 'txt' | 'cname' | 'operator';

/**
 * Records what name servers said about an unproven domain. It goes to its team when they prove it and no
 * other team has it.
 *
 * @param found null when no server answered
 * @returns null when the claim is gone or has been proven in the meantime
 */
export async function recordLook(
  tx: Tx,
  claim: Claim,
  found: Found | null,
): Promise<DomainCheck | null> {
  const open = await tx
    .selectFrom('playback_domains')
    .select('check_result')
    .select(sql<DomainRecord[]>`found`.as('found'))
    .where('claim_id', '=', claim.claimId)
    .where('proven_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return null;
  const before = await readSettings(tx, claim.channelId);
  const proof = found && findProof(claim, found);
  const result = proof
    ? await takeHost(tx, claim, proof)
    : found === null
      ? 'noNameServer'
      : 'unproven';
  if (proof && result === 'proven') await setProven(tx, claim, proof);
  await storeCheck(tx, claim, { result, found: found ? toRecords(claim.host, found) : [] });
  await announceCheck(tx, claim, before, result);
  return result;
}

/** Keeps the result of a check, for later visits to the page. */
export async function recordCheck(tx: Tx, claim: Claim, check: Check): Promise<void> {
  const before = await readSettings(tx, claim.channelId);
  await storeCheck(tx, claim, check);
  await announceCheck(tx, claim, before, check.result);
}

type Check = { result: DomainCheck; found: readonly DomainRecord[] };

async function storeCheck(tx: Tx, { claimId }: Claim, { result, found }: Check): Promise<void> {
  await tx
    .updateTable('playback_domains')
    .set({ check_result: result, checked_at: sql`now()`, found: JSON.stringify(found) })
    .where('claim_id', '=', claimId)
    .execute();
}

/** Viewers get something else at a domain only when it is proven. */
const announceCheck = (
  tx: Tx,
  claim: Claim,
  before: Awaited<ReturnType<typeof readSettings>>,
  result: DomainCheck,
) => announceChange(tx, claim, before, result === 'proven' ? [claim.host] : []);

/** The first team that proves a host has it; of two at once, the second waits for the first here. */
async function takeHost(
  tx: Tx,
  { host, teamId }: Claim,
  proof: Prover,
): Promise<'proven' | 'provenElsewhere' | 'kept'> {
  const { rows } = await sql`
    insert into domain_owners as o (host, owner_id) values (${host}, ${teamId})
    on conflict (host) do update set owner_id = excluded.owner_id, released_at = null
    where o.owner_id = excluded.owner_id or ${proof === 'operator'}
      or o.released_at < now() - ${KEPT_DAYS} * interval '1 day'
      or (o.released_at is not null and ${proof === 'txt'})
    returning host`.execute(tx);
  if (rows.length > 0) return 'proven';
  const other = await tx
    .selectFrom('domain_owners')
    .select('released_at')
    .where('host', '=', host)
    .executeTakeFirst();
  return other?.released_at ? 'kept' : 'provenElsewhere';
}

async function setProven(tx: Tx, { claimId }: Claim, proof: Prover): Promise<void> {
  await tx
    .updateTable('playback_domains')
    .set({ proven_at: sql`now()`, proven_by: proof, missing_since: null, missing_looks: 0 })
    .where('claim_id', '=', claimId)
    .execute();
}

/**
 * Gives a domain to a team that has named it, as an operator says so. Another team that had it keeps its
 * claim, which is proven no more.
 *
 * @returns false when the team has not named it
 */
export async function giveDomain(
  tx: Tx,
  { host, namespace }: { host: string; namespace: string },
): Promise<boolean> {
  const { rows } = await sql<Claim>`
    select d.claim_id as "claimId", d.team_id as "teamId", d.channel_id as "channelId", d.host
    from playback_domains d join teams t on t.id = d.team_id
    where d.host = ${host} and t.namespace = ${namespace} for update of d`.execute(tx);
  const [claim] = rows;
  if (!claim) return false;
  const before = await readSettings(tx, claim.channelId);
  const losing = await listLosing(tx, claim);
  await sql`
    update playback_domains set proven_at = null, proven_by = null,
      missing_since = null, missing_looks = 0,
      check_result = 'provenElsewhere', checked_at = now(), found = '[]'
    where host = ${host} and team_id <> ${claim.teamId} and proven_at is not null`.execute(tx);
  await takeHost(tx, claim, 'operator');
  await setProven(tx, claim, 'operator');
  await storeCheck(tx, claim, { result: 'proven', found: [] });
  await announceCheck(tx, claim, before, 'proven');
  for (const loser of losing) await announceChange(tx, loser, loser.before, []);
  return true;
}

/** Locks the claims of teams that lose a domain. */
async function listLosing(tx: Tx, { host, teamId }: Claim) {
  const { rows } = await sql<Pick<Claim, 'teamId' | 'channelId'>>`
    select team_id as "teamId", channel_id as "channelId" from playback_domains
    where host = ${host} and team_id <> ${teamId} and proven_at is not null
    for update`.execute(tx);
  const losing = [];
  for (const row of rows) losing.push({ ...row, before: await readSettings(tx, row.channelId) });
  return losing;
}
