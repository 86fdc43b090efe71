import { MAX_DOMAINS } from '@kinora/contract/bounds';
import type { Tx } from '../../../base/db.ts';
import { AppError, type ErrorData } from '../../../base/errors.ts';
import { announce } from '../../../base/events.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { getChangeFacts, lockChannel, requireNoLicenceHost } from '../actions.ts';
import { channelChanged } from '../events.ts';
import { listHosts } from '../queries.ts';
import { isOurHost } from '../rules.ts';

type Own = { edgeUrl: string; publicUrl: string };

/**
 * A host belongs to one channel, over all teams: who has it first keeps it.
 *
 * @throws AppError not_found, limit_reached, validation_failed
 */
export async function addDomains(
  tx: Tx,
  permit: TeamPermit,
  { id, domains, own }: { id: string; domains: readonly string[]; own: Own },
): Promise<void> {
  await lockChannel(tx, permit, id);
  const fields: ErrorData['fields'] = [];
  for (const [index, host] of domains.entries()) {
    if (isOurHost(host, own) || !(await addDomain(tx, permit, id, host))) {
      const message = 'Already in use';
      fields.push({ path: `domains.${index}`, code: 'domain_taken', message });
    }
  }
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  // The default one stands among them.
  if ((await listHosts(tx, id)).length > MAX_DOMAINS + 1) throw new AppError('limit_reached');
  await announce(tx, channelChanged, await getChangeFacts(tx, permit.team, id));
}

async function addDomain(tx: Tx, { team }: TeamPermit, id: string, host: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('playback_domains')
    .values({ host, team_id: team.teamId, channel_id: id })
    // Another team's rows aren't seen, but they stand in the way.
    .onConflict((conflict) => conflict.column('host').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Those that the channel has not are none of it already. @throws AppError not_found, media_service_in_use */
export async function removeDomains(
  tx: Tx,
  permit: TeamPermit,
  { id, domains }: { id: string; domains: readonly string[] },
): Promise<void> {
  await lockChannel(tx, permit, id);
  if (domains.length === 0) return;
  const removed = await tx
    .deleteFrom('playback_domains')
    .where('channel_id', '=', id)
    .where('host', 'in', domains)
    .returning('host')
    .execute();
  const hosts = removed.map(({ host }) => host);
  await requireNoLicenceHost(tx, permit.team, hosts);
  await announce(tx, channelChanged, await getChangeFacts(tx, permit.team, id, hosts));
}
