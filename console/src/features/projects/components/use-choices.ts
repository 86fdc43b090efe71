import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../base/team-scope.ts';
import { presetsQuery } from '../../presets/data.ts';
import { geoblockRulesQuery } from '../../geoblock-rules/data.ts';
import { hostingsQuery } from '../data.ts';

/** Queries what the steps offer; some may have just one option. */
export function useChoices() {
  const scope = useTeamScope();
  return {
    hostings: useQuery(hostingsQuery(scope)),
    presets: useQuery(presetsQuery(scope)),
    rules: useQuery(geoblockRulesQuery(scope)),
  };
}

export type Choices = ReturnType<typeof useChoices>;
