import type { Tag, Video } from '@kinora/contract/videos';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type QueryKey,
} from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';
import { isMoving } from './rules/state.ts';
import type { VideoQuery } from './rules/video-search.ts';

/** How often what moves is asked for again. */
const pollMs = 5000;

/** One page of videos, newest first; asked for again while one of them uploads or is processed. */
export const videosQuery = (scope: TeamScope, query: VideoQuery) =>
  queryOptions({
    queryKey: teamKey(scope, 'videos', query),
    queryFn: ({ signal }) => scope.api.videos.list(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? pollMs : false),
  });

/** One video by its key; 404 when the caller may not see it. */
export const videoQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'video', key),
    queryFn: ({ signal }) => scope.api.videos.get({ id: key }, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? pollMs : false),
  });

/** Tags in use, of one project or of all that the caller may see, by name; at most 100. */
export const tagsQuery = (scope: TeamScope, filter: { projectKey?: string; q?: string }) =>
  queryOptions({
    queryKey: teamKey(scope, 'video-tags', filter),
    queryFn: ({ signal }) => scope.api.videos.tags({ ...filter, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Names of tags that were seen in any list, by id: an address carries ids only. */
export function knownTags(queryClient: QueryClient, scope: TeamScope): Map<string, string> {
  const names = new Map<string, string>();
  const note = (tags: readonly Tag[]) => tags.forEach(({ id, name }) => names.set(id, name));
  const read = <T>(queryKey: QueryKey) => queryClient.getQueriesData<T>({ queryKey });
  for (const [, page] of read<{ data: Video[] }>(teamKey(scope, 'videos'))) {
    page?.data.forEach((video) => note(video.tags));
  }
  for (const [, list] of read<{ data: Tag[] }>(teamKey(scope, 'video-tags'))) {
    if (list) note(list.data);
  }
  return names;
}

export type VideoChange = Omit<Parameters<TeamScope['api']['videos']['update']>[0], 'id'>;

/** Fields left out stay. 422 names the bad ones. */
export const updateVideo = (scope: TeamScope, key: string, change: VideoChange) =>
  scope.api.videos.update({ id: key, ...change });

/** Into the recycle bin; playback stops at once. */
export const deleteVideo = (scope: TeamScope, key: string) => scope.api.videos.delete({ id: key });

/** Asks again for all that lists videos or their tags. */
export async function refreshVideos(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'videos') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'video-tags') }),
  ]);
}
