import type { AuditEvent } from '@kinora/contract/audit-events';
import type { VideoBatch } from '@kinora/contract/video-batches';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';
import { teamMembersQuery } from '../team-members/data.ts';

export type HistoryFilter = Omit<Parameters<TeamScope['api']['auditEvents']['list']>[0], 'limit'>;

/** A page of a team's history, with the present names of things that it names by id. */
export type HistoryPage = {
  data: AuditEvent[];
  names: Record<string, string>;
  next: string | null;
  previous: string | null;
};

const PER_PAGE = 50;

const readChanges = (scope: TeamScope, filter: HistoryFilter, limit: number, signal: AbortSignal) =>
  scope.api.auditEvents.list({ ...filter, limit }, { signal });

/** A page of changes, newest first. It stays as it is while someone reads it. */
export const historyQuery = (scope: TeamScope, filter: HistoryFilter) =>
  queryOptions({
    queryKey: teamKey(scope, 'history', filter),
    queryFn: ({ signal }): Promise<HistoryPage> => readChanges(scope, filter, PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Of what a filter finds, the newest changes as CSV. */
export function downloadHistory(scope: TeamScope, filter: HistoryFilter): Promise<Blob> {
  const { next: _next, ...wanted } = filter;
  return scope.api.auditEvents.download(wanted);
}

/** The newest change alone, asked for again after each change that the console is told of. */
export const newestQuery = (scope: TeamScope, filter: HistoryFilter) =>
  queryOptions({
    queryKey: teamKey(scope, 'audit-events', filter),
    queryFn: async ({ signal }) => {
      const { data } = await readChanges(scope, filter, 1, signal);
      return { id: data[0]?.id ?? null };
    },
    staleTime: 0,
  });

/** The people of the team, to filter by. */
export const peopleQuery = (scope: TeamScope) =>
  queryOptions({
    ...teamMembersQuery(scope),
    select: ({ members }) =>
      members.map(({ account }) => ({ value: account.id, label: account.name })),
  });

/** 409 `nothing_to_undo` when it was done before. */
export const takeBack = (scope: TeamScope, batchId: string): Promise<VideoBatch> =>
  scope.api.videoBatches.undo({ batchId });
