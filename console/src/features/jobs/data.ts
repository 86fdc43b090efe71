import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPollInterval } from '../../base/live-state.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

export const JOBS_PER_PAGE = 20;
/** Nothing is asked while the tab is hidden. */
const POLL_MS = 5000;

/** One page of the videos with work running, waiting or failed, and the workers that are alive. */
export const jobsQuery = (scope: TeamScope, page: number) =>
  queryOptions({
    queryKey: teamKey(scope, 'jobs', page),
    queryFn: ({ signal }) => scope.api.jobs.ofTeam({ page, limit: JOBS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: () => getPollInterval(POLL_MS),
  });

/** One page of the videos that were processed whole in the last 24 hours. */
export const completedJobsQuery = (scope: TeamScope, page: number) =>
  queryOptions({
    queryKey: teamKey(scope, 'jobs', 'completed', page),
    queryFn: ({ signal }) => scope.api.jobs.completed({ page, limit: JOBS_PER_PAGE }, { signal }),
    refetchInterval: () => getPollInterval(POLL_MS),
  });
