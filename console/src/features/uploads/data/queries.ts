import { queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../../base/team-scope.ts';

/** Playback channels of the team. */
export const channelsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'playback-channels'),
    queryFn: ({ signal }) => scope.api.playbackChannels.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });
