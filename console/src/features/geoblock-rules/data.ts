import type { CountryLists } from '@kinora/contract/geoblock-rules';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** Geo-blocking rules of the team, the default one first. */
export const geoblockRulesQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'geoblock-rules'),
    queryFn: ({ signal }) => scope.api.geoblockRules.list({ limit: 100 }, { signal }),
  });

/** Says how old the file is that tells countries. */
export const countriesQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'countries'),
    queryFn: ({ signal }) => scope.api.geoblockRules.countries({}, { signal }),
    staleTime: 60_000,
  });

/** The projects and videos that have a rule: a few by name, and how many there are. */
export const ruleUsesQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'geoblock-rule-uses', id),
    queryFn: ({ signal }) => scope.api.geoblockRules.uses({ id }, { signal }),
    staleTime: 0,
  });

type RuleInput = CountryLists & { name: string };

export const createRule = (scope: TeamScope, input: RuleInput) =>
  scope.api.geoblockRules.create(input);

/** Fields left out stay. */
export const updateRule = (
  scope: TeamScope,
  id: string,
  change: Partial<RuleInput> & { isTeamDefault?: true },
) => scope.api.geoblockRules.update({ id, ...change });

/** 409 while a project or a video uses it, and of the team's default. */
export const deleteRule = (scope: TeamScope, id: string) => scope.api.geoblockRules.delete({ id });

export async function refreshRules(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'geoblock-rules') });
}
