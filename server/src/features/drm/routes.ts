import { notFound } from '../../base/errors.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { requireAction } from '../projects/policy.ts';
import { requireVideo } from '../projects/queries/visible-videos.ts';
import { changeDrmModel, packageAnew } from './actions/drm-model.ts';
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

const anew = os.drm.packageAnew.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  requireAction(scope, 'updateVideo');
  return write(context, scope, async (tx) => {
    const found = await lockDrmState(tx, scope, input.id, input.vodId);
    if (!found) throw notFound('video');
    return toDrm(await packageAnew(tx, found, scope.team.teamId));
  });
});

export const drmRoutes = { setModel, packageAnew: anew };
