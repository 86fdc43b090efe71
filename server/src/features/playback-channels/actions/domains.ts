import { MAX_DOMAINS } from '@kinora/contract/bounds';
import type { Tx } from '../../../base/db.ts';
import { AppError, type ErrorData } from '../../../base/errors.ts';
import { enqueue } from '../../../base/jobs.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { lockChannel, requireNoLicenceHost } from '../actions.ts';
import { announceSeenChange, readSettings } from './announce-change.ts';
import { proveDomainJob } from '../jobs.ts';
import { countClaims } from '../queries/claims.ts';
import { isOurHost } from '../rules.ts';
import { isPublicSuffix } from '../rules/domain-proof.ts';

type Own = { edgeUrl: string; publicUrl: string };

/**
 * Claims domains for a channel. Other teams may claim the same; a domain takes effect for the first team that
 * proves it.
 *
 * @throws AppError not_found, limit_reached, validation_failed
 */
export async function addDomains(
  tx: Tx,
  permit: TeamPermit,
  { id, domains, own }: { id: string; domains: readonly string[]; own: Own },
): Promise<void> {
  await lockChannel(tx, permit, id);
  const before = await readSettings(tx, id);
  const fields: ErrorData['fields'] = [];
  for (const [index, host] of domains.entries()) {
    const path = `domains.${index}`;
    if (isPublicSuffix(host)) {
      fields.push({ path, code: 'public_suffix', message: 'Nobody has this name for himself' });
    } else if (isOurHost(host, own) || !(await addDomain(tx, permit, id, host))) {
      fields.push({ path, code: 'domain_taken', message: 'Already in use' });
    }
  }
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  if ((await countClaims(tx, id)) > MAX_DOMAINS) throw new AppError('limit_reached');
  await announceSeenChange(tx, { teamId: permit.team.teamId, channelId: id }, before);
}

/** @returns false when a channel of the team has it already */
async function addDomain(tx: Tx, { team }: TeamPermit, id: string, host: string): Promise<boolean> {
  const row = await tx
    .insertInto('playback_domains')
    .values({ host, team_id: team.teamId, channel_id: id })
    .onConflict((conflict) => conflict.columns(['team_id', 'host']).doNothing())
    .returning('claim_id')
    .executeTakeFirst();
  if (!row) return false;
  await enqueue(tx, proveDomainJob, { claimId: row.claim_id }, { group: team.teamId });
  return true;
}

/**
 * Removes domains from a channel; unknown ones are ignored. @throws AppError not_found, media_service_in_use
 */
export async function removeDomains(
  tx: Tx,
  permit: TeamPermit,
  { id, domains }: { id: string; domains: readonly string[] },
): Promise<void> {
  await lockChannel(tx, permit, id);
  if (domains.length === 0) return;
  const before = await readSettings(tx, id);
  const removed = await tx
    .deleteFrom('playback_domains')
    .where('channel_id', '=', id)
    .where('host', 'in', domains)
    .returning('host')
    .execute();
  const hosts = removed.map(({ host }) => host);
  await requireNoLicenceHost(tx, permit.team, hosts);
  await announceSeenChange(tx, { teamId: permit.team.teamId, channelId: id }, before, hosts);
}
