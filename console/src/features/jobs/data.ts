import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pollInterval } from '../../base/live-state.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

export const jobsPerPage = 20;
/** Nothing is asked while the tab is hidden. */
const pollMs = 5000;

/** One page of the videos with work running, waiting or failed, and the workers that are alive. */
export const jobsQuery = (scope: TeamScope, page: number) =>
  queryOptions({
    queryKey: teamKey(scope, 'jobs', page),
    queryFn: ({ signal }) => scope.api.jobs.ofTeam({ page, limit: jobsPerPage }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: () => pollInterval(pollMs),
  });
