import { toPagedList } from '@kinora/contract/lists';
import { AppError, notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { openViewerUrls } from '../playback-channels/rules.ts';
import { requireAction } from '../projects/policy.ts';
import { requireVideo } from '../projects/queries/visible-videos.ts';
import { retryPackaging } from '../drm/actions/default-protection.ts';
import { retryVideo } from '../encoding/actions/retry-video.ts';
import { teamJobs } from './queries/team-jobs.ts';
import { videoJobs } from './queries/video-jobs.ts';
import { completedJobs } from './queries/completed-jobs.ts';
import { listRetriable } from './queries/retriable.ts';
import { countWorkers } from './queries/workers.ts';

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
  const isRetried = await write(
    context,
    scope,
    async (tx) => (await retryVideo(tx, video)) || (await retryPackaging(tx, video)),
  );
  if (!isRetried) throw new AppError('nothing_to_retry');
});

const ofTeam = os.jobs.ofTeam.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  const [{ data, total, failed }, workers] = await Promise.all([
    teamJobs(db, team, { ...input, toViewerUrl: openViewerUrls(context.app.config, new Date()) }),
    countWorkers(db, team),
  ]);
  return { ...toPagedList(data, total, input), failed, workers };
});

const completed = os.jobs.completed.handler(async ({ input, context }) => {
  const team = await requireTeam(context);
  const toViewerUrl = openViewerUrls(context.app.config, new Date());
  const found = await completedJobs(context.app.db, team, { ...input, toViewerUrl });
  return toPagedList(found.data, found.total, input);
});

const retryAll = os.jobs.retryAll.handler(async ({ context }) => {
  const team = await requireTeam(context);
  const { teamId } = team;
  let retried = 0;
  for (const { videoKey, scope } of await listRetriable(context.app.db, team)) {
    // Each video has its own transaction: retries stay even if later ones fail, and no lock is held for long.
    const isRetried = await write(context, scope, (tx) => retryVideo(tx, { teamId, videoKey }));
    if (isRetried) retried += 1;
  }
  return { retried };
});

export const jobsRoutes = { ofVideo, retry, ofTeam, completed, retryAll };
