import { lockReferenced } from '../../../base/referenced-rows.ts';
import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { AppError } from '../../../base/errors.ts';
import { announce } from '../../../base/events.ts';
import type { TeamScope } from '../../../base/request.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { requireNoLicenceHost, setChannelsDrm } from '../../playback-channels/actions.ts';
import { listHosts } from '../../playback-channels/queries.ts';
import { drmConfigChanged } from '../events.ts';
import { canPlayMultiDrm, countStranded, listActiveChannels } from '../queries.ts';
import { lockServices, requireNoDefault } from './services.ts';

/** @throws AppError drm_not_set_up, validation_failed */
export async function activateChannels(
  tx: Tx,
  permit: TeamPermit,
  channelIds: readonly string[],
): Promise<void> {
  const services = await lockServices(tx, permit);
  await requireChannels(tx, permit, channelIds);
  if (!Object.values(services).some(Boolean)) throw new AppError('drm_not_set_up');
  await setChannels(tx, permit, channelIds, true);
}

/**
 * Ends licences on channels. Videos that need them keep at least one channel that gives them.
 *
 * @throws AppError drm_in_use, drm_is_default, media_service_in_use, validation_failed
 */
export async function deactivateChannels(
  tx: Tx,
  permit: TeamPermit,
  channelIds: readonly string[],
): Promise<void> {
  await lockServices(tx, permit);
  await requireChannels(tx, permit, channelIds);
  await requireNoDefault(tx, permit.team, channelIds);
  for (const id of channelIds) {
    await requireNoLicenceHost(tx, permit.team, await listHosts(tx, id));
  }
  await requireNoneStranded(tx, { teamId: permit.team.teamId }, channelIds);
  await setChannels(tx, permit, channelIds, false);
}

async function requireNoneStranded(
  tx: Tx,
  place: { teamId: string; projectId?: string },
  channelIds: readonly string[],
): Promise<void> {
  const videoCount = await countStranded(tx, place, channelIds);
  if (videoCount > 0) throw new AppError('drm_in_use', { members: { videoCount } });
}

/**
 * Lets a project leave channels only while its multi-DRM videos keep one that gives licences. The services
 * are locked, so that no video becomes multi-DRM and no other channel ends at the same time.
 *
 * @throws AppError drm_in_use
 */
export async function requireLicencesLeft(
  tx: Tx,
  { team, projectId }: { team: TeamScope; projectId: string },
  channelIds: readonly string[],
): Promise<void> {
  await lockServices(tx, { team });
  await requireNoneStranded(tx, { teamId: team.teamId, projectId }, channelIds);
}

async function setChannels(
  tx: Tx,
  permit: TeamPermit,
  channelIds: readonly string[],
  hasDrm: boolean,
): Promise<void> {
  const { teamId } = permit.team;
  const listIds = async () => (await listActiveChannels(tx, permit.team)).map(({ id }) => id);
  const before = { channel_ids: await listIds() };
  await setChannelsDrm(tx, permit, channelIds, hasDrm);
  // The configuration names them.
  const changes = diff(before, { channel_ids: await listIds() });
  await announce(tx, drmConfigChanged, { teamId, projectId: null, key: teamId, changes });
}

async function requireChannels(
  tx: Tx,
  { team }: TeamPermit,
  channelIds: readonly string[],
): Promise<void> {
  const known = await lockReferenced(tx, 'playback_channels', team, channelIds);
  const fields = channelIds.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : { path: `playbackChannelIds.${index}`, code: 'unknown', message: 'No such channel' },
  );
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
}

/**
 * Lets a channel protect new videos by multi-DRM only where it gives its licences.
 *
 * @throws AppError drm_not_set_up
 */
export async function requireChannelDrm(tx: Tx, permit: TeamPermit, id: string): Promise<void> {
  await lockServices(tx, permit);
  const active = await listActiveChannels(tx, permit.team);
  if (!active.some((channel) => channel.id === id.toLowerCase()))
    throw new AppError('drm_not_set_up');
}

/**
 * Lets a video use multi-DRM only where viewers could then watch it.
 *
 * @throws AppError drm_not_set_up
 */
export async function requireMultiDrm(
  tx: Tx,
  place: { teamId: string; projectId: string },
): Promise<void> {
  if (!(await canPlayMultiDrm(tx, place))) throw new AppError('drm_not_set_up');
}
