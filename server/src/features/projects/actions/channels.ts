import { lockReferenced } from '../../../base/referenced-rows.ts';
import type { Tx } from '../../../base/db.ts';
import { AppError, invalidField, notFound } from '../../../base/errors.ts';
import { isUuid } from '../../../base/ids.ts';
import { requireLicencesLeft } from '../../drm-configs/actions/channels.ts';
import { requireAction, type ProjectScope } from '../policy.ts';
import { announceChange, readSettings } from './announce-change.ts';

/**
 * Lets the videos of a project play on further channels; those it has already are kept.
 *
 * @throws AppError forbidden, not_found, validation_failed
 */
export async function addChannels(
  tx: Tx,
  scope: ProjectScope,
  channelIds: readonly string[],
): Promise<void> {
  await lockPrimary(tx, scope);
  const known = await lockReferenced(tx, 'playback_channels', scope.team, channelIds);
  const fields = channelIds.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : {
          path: `playbackChannelIds.${index}`,
          code: 'unknown',
          message: 'There is no such channel',
        },
  );
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  const before = await readSettings(tx, scope);
  const { team, projectId } = scope;
  const rows = [...known].map((id) => ({
    team_id: team.teamId,
    project_id: projectId,
    channel_id: id,
  }));
  await tx
    .insertInto('project_playback_channels')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['project_id', 'channel_id']).doNothing())
    .execute();
  await announceChange(tx, scope, before);
}

/** @throws AppError forbidden, not_found, primary_playback_channel, drm_in_use */
export async function removeChannels(
  tx: Tx,
  scope: ProjectScope,
  channelIds: readonly string[],
): Promise<void> {
  requireAction(scope, 'updateProject');
  const known = channelIds.filter(isUuid);
  // Videos that are moved lock the services before the project, too.
  await requireLicencesLeft(tx, scope, known);
  const primary = await lockPrimary(tx, scope);
  if (known.includes(primary)) throw new AppError('primary_playback_channel');
  if (known.length === 0) return;
  const before = await readSettings(tx, scope);
  await tx
    .deleteFrom('project_playback_channels')
    .where('team_id', '=', scope.team.teamId)
    .where('project_id', '=', scope.projectId)
    .where('channel_id', 'in', known)
    .execute();
  await announceChange(tx, scope, before);
}

/**
 * Sets which of the project's channels gives the addresses that are handed out.
 *
 * @throws AppError forbidden, not_found, validation_failed
 */
export async function setPrimaryChannel(
  tx: Tx,
  scope: ProjectScope,
  channelId: string,
): Promise<void> {
  await lockPrimary(tx, scope);
  const before = await readSettings(tx, scope);
  const { team, projectId } = scope;
  const row = !isUuid(channelId)
    ? undefined
    : await tx
        .updateTable('projects as p')
        .set({ primary_playback_channel_id: channelId, updated_at: new Date() })
        .where('p.team_id', '=', team.teamId)
        .where('p.id', '=', projectId)
        .where((where) =>
          where.exists(
            where
              .selectFrom('project_playback_channels as c')
              .select('c.channel_id')
              .whereRef('c.project_id', '=', 'p.id')
              .where('c.channel_id', '=', channelId),
          ),
        )
        .returning('p.id')
        .executeTakeFirst();
  if (!row) throw invalidField('playbackChannelId', 'unknown', 'The project does not play on it');
  await announceChange(tx, scope, before);
}

/** Locks the project, so that changes of its channels come one after the other. */
async function lockPrimary(tx: Tx, scope: ProjectScope): Promise<string> {
  requireAction(scope, 'updateProject');
  const row = await tx
    .selectFrom('projects')
    .select('primary_playback_channel_id')
    .where('team_id', '=', scope.team.teamId)
    .where('id', '=', scope.projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('project');
  return row.primary_playback_channel_id;
}
