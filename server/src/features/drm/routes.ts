import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { requireChannelDrm } from '../drm-configs/actions/channels.ts';
import { changeChannel, lockChannel } from '../playback-channels/actions.ts';
import { findPlaybackChannel } from '../playback-channels/queries.ts';
import { requireAction } from '../projects/policy.ts';
import { requireVideo } from '../projects/queries/visible-videos.ts';
import { changeDrmModel, rotateKeys } from './actions/drm-model.ts';
import { toDrm, lockDrmState } from './queries.ts';

const setModel = os.drm.setModel.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  requireAction(scope, 'updateVideo');
  return write(context, scope, async (tx) => {
    const found = await lockDrmState(tx, scope, input.id, input.vodId);
    if (!found) throw notFound('video');
    const { teamId } = scope.team;
    const wanted = { teamId, projectId: scope.projectId, drmModel: input.drmModel };
    return toDrm(await changeDrmModel(tx, found, wanted));
  });
});

const rotate = os.drm.rotateKeys.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  requireAction(scope, 'updateVideo');
  return write(context, scope, async (tx) => {
    const found = await lockDrmState(tx, scope, input.id, input.vodId);
    if (!found) throw notFound('video');
    return toDrm(await rotateKeys(tx, found, scope.team.teamId));
  });
});

const setDefault = os.playbackChannels.setDefaultDrmModel.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const { id, defaultDrmModelForNonClassicDelivery: model } = input;
  return write(context, permit, async (tx) => {
    if (model === 'multiDrm') await requireChannelDrm(tx, permit, id);
    await lockChannel(tx, permit, id);
    await changeChannel(tx, permit, id, { default_drm_model: model });
    const found = await findPlaybackChannel(tx, permit.team, id, context.lang);
    if (!found) throw notFound('playbackChannel');
    return found;
  });
});

export const drmRoutes = { setModel, rotateKeys: rotate };
/**
 * Calls whose addresses are below channels', kept here as the feature of channels does not know of protection.
 */
export const channelDrmRoutes = { setDefaultDrmModel: setDefault };
