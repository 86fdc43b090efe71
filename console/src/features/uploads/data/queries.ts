import { queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../../base/team-scope.ts';

// What the upload page shows before it begins.

export const rulesQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'uploads', 'geoblock-rules'),
    queryFn: ({ signal }) => scope.api.geoblockRules.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });

export const channelsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'uploads', 'playback-channels'),
    queryFn: ({ signal }) => scope.api.playbackChannels.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });

/** Tags in use in a project, to choose from while typing. */
export const tagsQuery = (scope: TeamScope, projectKey: string, q: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'uploads', 'tags', projectKey, q),
    queryFn: ({ signal }) =>
      scope.api.videos.tags({ projectKey, limit: 20, ...(q !== '' && { q }) }, { signal }),
    staleTime: 60_000,
  });
