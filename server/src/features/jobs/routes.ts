import { AppError, notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { requireAction } from '../projects/policy.ts';
import { requireVideo } from '../projects/queries/visible-videos.ts';
import { retryVideo } from '../encoding/actions/retry-video.ts';
import { teamJobs } from './queries/team-jobs.ts';
import { videoJobs } from './queries/video-jobs.ts';
import { aliveWorkers } from './queries/workers.ts';

const ofVideo = os.jobs.ofVideo.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  const found = await videoJobs(context, scope, input.id, input.revisionKey);
  if (!found) throw notFound('video');
  return found;
});

const retry = os.jobs.retry.handler(async ({ input, context }) => {
  const scope = await requireVideo(context, input.id);
  requireAction(scope, 'updateVideo');
  const video = { teamId: scope.team.teamId, videoKey: input.id };
  const isRetried = await write(context, scope, (tx) => retryVideo(tx, video));
  if (!isRetried) throw new AppError('nothing_to_retry');
});

const ofTeam = os.jobs.ofTeam.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  const [{ data, total }, workers] = await Promise.all([
    teamJobs(db, team, input),
    aliveWorkers(db),
  ]);
  const lastPage = Math.max(1, Math.ceil(total / input.limit));
  return { data, total, currentPage: input.page, lastPage, perPage: input.limit, workers };
});

export const jobsRoutes = { ofVideo, retry, ofTeam };
