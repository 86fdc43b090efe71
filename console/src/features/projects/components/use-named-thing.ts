import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../base/team-scope.ts';
import { geoblockRulesQuery } from '../../geoblock-rules/data.ts';
import { channelsQuery } from '../../playback-channels/data.ts';
import { playersQuery } from '../../../base/project.ts';
import type { Use } from '../rules/use-in-project.ts';

/** The thing that a project is to use, by its name; undefined when the team has no such thing. */
export function useNamedThing({ kind, id }: Use) {
  const scope = useTeamScope();
  const channels = useQuery({ ...channelsQuery(scope), select, enabled: kind === 'channel' });
  const players = useQuery({ ...playersQuery(scope), select, enabled: kind === 'player' });
  const rules = useQuery({ ...geoblockRulesQuery(scope), select, enabled: kind === 'rule' });
  const query = { channel: channels, player: players, rule: rules }[kind];
  return { query, thing: query.data?.find((one) => one.id === id) };
}

type Named = { id: string; name: string };

const select = ({ data }: { data: readonly Named[] }): readonly Named[] => data;
