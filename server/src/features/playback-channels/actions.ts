import type { DrmModel } from '@kinora/contract/drm';
import { type AccessPolicy, MAX_CHANNELS } from '@kinora/contract/playback-channels';
import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, requireRoom, toFacts } from '../../base/team-rows.ts';
import { findUses, isUsed } from '../../base/uses.ts';
import { announceSeenChange, readSettings } from './actions/announce-change.ts';
import { channelCreated, channelDeleted } from './events.ts';
import { findLicenceHost, listHosts } from './queries.ts';
import { createPlaybackDomain } from './rules.ts';
import { KEPT_DAYS } from './rules/domain-proof.ts';

type NewChannel = { name: string; defaultPlaybackDomain: string; isPrimary: boolean };

async function addChannel(tx: Tx, { teamId }: TeamScope, channel: NewChannel): Promise<string> {
  const id = newId();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('playback_channels')
    .values({
      id,
      team_id: teamId,
      name: channel.name,
      default_playback_domain: channel.defaultPlaybackDomain,
      is_primary: channel.isPrimary,
    })
    // The label may be in use by another team, whose rows this one can't see.
    .onConflict((conflict) => conflict.column('default_playback_domain').doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw labelTaken();
  const place = { teamId, projectId: null, key: id, name: channel.name };
  await announce(tx, channelCreated, { ...place, hosts: [channel.defaultPlaybackDomain] });
  return id;
}

export async function createPrimaryChannel(
  tx: Tx,
  scope: TeamScope,
  channel: Omit<NewChannel, 'isPrimary'>,
): Promise<void> {
  await addChannel(tx, scope, { ...channel, isPrimary: true });
}

/** @throws AppError limit_reached, validation_failed */
export async function createChannel(
  tx: Tx,
  { team }: TeamPermit,
  { name, edgeUrl }: { name: string; edgeUrl: string },
): Promise<string> {
  await requireRoom(tx, 'playback_channels', team, MAX_CHANNELS);
  const defaultPlaybackDomain = createPlaybackDomain(edgeUrl, { name, isFirst: false });
  if (defaultPlaybackDomain === null)
    throw invalidField('name', 'invalid_format', 'Needs a letter or digit');
  if (await isKept(tx, team, defaultPlaybackDomain)) throw labelTaken();
  return addChannel(tx, team, { name, defaultPlaybackDomain, isPrimary: false });
}

/** Says whether another team's channel was played there until lately, and may still be asked for. */
async function isKept(tx: Tx, { teamId }: TeamScope, host: string): Promise<boolean> {
  const row = await tx
    .selectFrom('domain_owners')
    .select('host')
    .where('host', '=', host)
    .where('owner_id', '!=', teamId)
    .where('released_at', '>', sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`)
    .executeTakeFirst();
  return row !== undefined;
}

const labelTaken = () => invalidField('name', 'taken', 'Leads to a domain in use');

/**
 * Locks a channel until the transaction ends, so that changes of it come one after the other.
 *
 * @throws AppError not_found
 */
export async function lockChannel(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
): Promise<{ name: string; isPrimary: boolean; isSignatureRequired: boolean }> {
  const columns = ['name', 'is_primary', 'signed_url_required'] as const;
  const item = 'playbackChannel';
  const row = await lockRow(tx, 'playback_channels', team, { id, item, columns });
  const { name, is_primary: isPrimary, signed_url_required: isSignatureRequired } = row;
  return { name, isPrimary, isSignatureRequired };
}

type Columns = Partial<{
  name: string;
  website_policy: AccessPolicy;
  allow_domains: string[];
  deny_domains: string[];
  allow_no_referrer: boolean;
  signed_url_required: boolean;
  accepts_ark_v2: boolean | undefined;
  default_drm_model: DrmModel;
  has_drm: boolean;
}>;

/** Changes a locked channel. */
export async function changeChannel(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  columns: Columns,
): Promise<void> {
  const before = await readSettings(tx, id);
  await tx
    .updateTable('playback_channels')
    .set({ ...columns, updated_at: new Date() })
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .execute();
  await announceSeenChange(tx, { teamId: team.teamId, channelId: id }, before);
}

/** Turns the licences of the team's DRM services on or off for channels. */
export async function setChannelsDrm(
  tx: Tx,
  permit: TeamPermit,
  ids: readonly string[],
  hasDrm: boolean,
): Promise<void> {
  for (const id of ids) {
    await lockChannel(tx, permit, id);
    await changeChannel(tx, permit, id, { has_drm: hasDrm });
  }
}

/**
 * Refuses to take away hosts at which players ask for licences. Their channel is locked, so that none of them
 * is chosen in the meantime.
 *
 * @throws AppError media_service_in_use
 */
export async function requireNoLicenceHost(
  tx: Tx,
  team: TeamScope,
  hosts: readonly string[],
): Promise<void> {
  const chosen = await findLicenceHost(tx, team);
  if (chosen !== null && hosts.includes(chosen)) throw new AppError('media_service_in_use');
}

/** @throws AppError not_found, primary_playback_channel, playback_channel_in_use, media_service_in_use */
export async function deleteChannel(tx: Tx, permit: TeamPermit, id: string): Promise<void> {
  const { team } = permit;
  const { name, isPrimary } = await lockChannel(tx, permit, id);
  if (isPrimary) throw new AppError('primary_playback_channel');
  const playing = sql`from live_projects u where exists (select from project_playback_channels c
    where c.project_id = u.id and c.channel_id = ${id})`;
  const uses = await findUses(tx, team, [{ kind: 'project', from: playing }]);
  if (isUsed(uses)) throw new AppError('playback_channel_in_use', { members: { uses } });
  const hosts = await listHosts(tx, id);
  await requireNoLicenceHost(tx, team, hosts);
  await tx.deleteFrom('playback_channels').where('id', '=', id).execute();
  await announce(tx, channelDeleted, { ...toFacts(team, id, name), hosts });
}
