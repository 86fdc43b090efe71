import routes from '@kinora/contract/generated/routes.json';
import type { DrmModel } from '@kinora/contract/drm';
import type { Creator, VideoSummary } from '@kinora/contract/videos/summary';
import type { Tag } from '@kinora/contract/videos/tags';
import type { Video } from '@kinora/contract/videos/video';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getPollInterval } from '../../base/live-state.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';
import { uploadedVideoQuery } from '../uploads/data/queries.ts';
import { isMoving } from './rules/state.ts';
import { hasWork } from './rules/steps.ts';
import type { VideoQuery } from './rules/video-search.ts';

/** Says how often what moves is asked for again. */
const POLL_MS = 5000;
/** The interval for one shown video; there are no requests while its tab is hidden. */
const STEPS_POLL_MS = 3000;
/** The interval while the rest is made only for viewers, or when workers are idle. */
const IDLE_POLL_MS = 15_000;

/** One page of videos, newest first; asked for again while one of them uploads or is processed. */
export const videosQuery = (scope: TeamScope, query: VideoQuery) =>
  queryOptions({
    queryKey: teamKey(scope, 'videos', query),
    queryFn: ({ signal }) => scope.api.videos.list(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(isMoving) ? getPollInterval(POLL_MS) : false,
  });

/** The videos that match best what is being typed. */
export const videoMatchesQuery = (scope: TeamScope, q: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'video-matches', q),
    queryFn: ({ signal }) => scope.api.videos.match({ q }, { signal }),
  });

/** One video by its key; 404 when the caller may not see it. */
export const videoQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    ...uploadedVideoQuery(scope, key),
    refetchInterval: ({ state }) =>
      state.data && isChanging(state.data) ? getPollInterval(POLL_MS) : false,
  });

function isChanging(video: Video): boolean {
  return isMoving(video) || video.vod.drmModelChange?.state === 'running';
}

/** The steps of a video's processing; asked for again while there is something to do. */
export const videoJobsQuery = (scope: TeamScope, video: Video) =>
  queryOptions({
    queryKey: teamKey(scope, 'video-jobs', video.key, video.vod.revisionKey),
    queryFn: ({ signal }) =>
      scope.api.jobs.ofVideo({ id: video.key, revisionKey: video.vod.revisionKey }, { signal }),
    refetchInterval: ({ state }) => {
      const jobs = state.data?.jobs ?? [];
      if (isMoving(video) || hasWork(jobs, video.vod.deliveryModel))
        return getPollInterval(STEPS_POLL_MS);
      return jobs.some((job) => job.state === 'waiting') ? getPollInterval(IDLE_POLL_MS) : false;
    },
  });

/** Tries what failed once more; 409 `nothing_to_retry` when nothing has failed any more. */
export const retryVideo = (scope: TeamScope, key: string) => scope.api.jobs.retry({ id: key });

/** 409 `drm_not_for_classic`, `drm_not_for_key_server`, or `video_not_ready` while something is still encoded. */
export const setDrmModel = (scope: TeamScope, { key, vod }: Video, drmModel: DrmModel) =>
  scope.api.drm.setModel({ id: key, vodId: vod.id, drmModel });

export const rotateKeys = (scope: TeamScope, { key, vod }: Video) =>
  scope.api.drm.rotateKeys({ id: key, vodId: vod.id });

/** 409 `url_signing_key_missing`; 422 at `expiresAt` and `urlSigningKeyId`. */
export const signLinks = (
  scope: TeamScope,
  key: string,
  input: { expiresAt: string; urlSigningKeyId?: string },
) => scope.api.signedLinks.create({ id: key, ...input });

/** Asks again for a video and its steps, and for the lists that it is in. */
export async function refreshVideo(
  queryClient: QueryClient,
  scope: TeamScope,
  key: string,
): Promise<void> {
  const names = [['video', key], ['video-jobs', key], ['videos'], ['jobs']];
  await Promise.all(
    names.map((name) => queryClient.invalidateQueries({ queryKey: teamKey(scope, ...name) })),
  );
}

/** The creators of videos in one project, or in all that the caller may see, by name. */
export const creatorsQuery = (scope: TeamScope, filter: { projectKey?: string; q?: string }) =>
  queryOptions({
    queryKey: teamKey(scope, 'video-creators', filter),
    queryFn: ({ signal }) => scope.api.videos.creators({ ...filter, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Names of tags that were seen in any list, by id: an address carries ids only. */
export function getKnownTags(queryClient: QueryClient, scope: TeamScope): Map<string, string> {
  return getKnownNames(queryClient, scope, 'video-tags', ({ tags }) => tags);
}

/** Names of the creators seen in any list, by id. */
export function getKnownCreators(queryClient: QueryClient, scope: TeamScope): Map<string, string> {
  return getKnownNames(queryClient, scope, 'video-creators', ({ creator }) => [creator]);
}

function getKnownNames(
  queryClient: QueryClient,
  scope: TeamScope,
  ownList: string,
  listNamed: (video: VideoSummary) => readonly (Tag | Creator)[],
): Map<string, string> {
  const read = <T>(name: string) =>
    queryClient
      .getQueriesData<{ data: T[] }>({ queryKey: teamKey(scope, name) })
      .flatMap(([, list]) => list?.data ?? []);
  const named = [...read<VideoSummary>('videos').flatMap(listNamed), ...read<Tag>(ownList)];
  return new Map(named.map(({ id, name }) => [id, name]));
}

/** Into the recycle bin; playback stops at once. */
export const deleteVideo = (scope: TeamScope, key: string) => scope.api.videos.delete({ id: key });

/** Out of the recycle bin, within 30 days. */
/** Names the call by which a program takes a deleted video back. */
export function getRestoreCall(key = '{videoKey}'): string {
  const [method, path = ''] = routes.videos.restore;
  return `${method} ${path.replace('{videoKey}', key)}`;
}

export const restoreVideo = (scope: TeamScope, key: string) =>
  scope.api.videos.restore({ videoKey: key });
