import type { Tx } from '../../../base/db.ts';
import { invalidField } from '../../../base/errors.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { lockChannel } from '../../playback-channels/actions.ts';
import { listHosts } from '../../playback-channels/queries.ts';
import { listActiveChannels } from '../queries.ts';
import { lockServices, setColumns } from './services.ts';

/**
 * Sets the host at which the team's players ask for licences. It must stay a domain of a channel that gives
 * licences, so neither can be removed before another host is chosen.
 *
 * @throws AppError validation_failed
 */
export async function setMediaService(
  tx: Tx,
  permit: TeamPermit,
  hostname: string | null,
): Promise<void> {
  await lockServices(tx, permit);
  const host = hostname === '' ? null : hostname;
  if (host !== null) await requireLicenceHost(tx, permit, host);
  await setColumns(tx, permit, { licence_host: host });
}

async function requireLicenceHost(tx: Tx, permit: TeamPermit, host: string): Promise<void> {
  for (const { id } of await listActiveChannels(tx, permit.team)) {
    await lockChannel(tx, permit, id);
    if ((await listHosts(tx, id)).includes(host)) return;
  }
  throw invalidField('hostname', 'unknown', 'No playback domain of a channel that gives licences');
}
