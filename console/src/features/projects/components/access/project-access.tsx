import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { geoblockRulesQuery } from '../../../geoblock-rules/data.ts';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { findDefaultModel } from '../../../playback-channels/rules.ts';
import { AccessCard } from '../../../playback-channels/components/access/access-card.tsx';

/** Says who may watch the videos of a project that have no rules of their own. */
export function ProjectAccess({ project }: { project: Project }) {
  const scope = useTeamScope();
  const channels = useQuery(channelsQuery(scope)).data?.data;
  const rules = useQuery(geoblockRulesQuery(scope)).data?.data;
  const countries = rules?.find(({ id }) => id === project.geoblockRuleId);
  if (channels === undefined || countries === undefined) return null;
  const defaults = paths.projectDefaults(scope.teamName, project.key);
  const model = findDefaultModel(channels, project);
  return (
    <AccessCard
      project={project}
      channels={channels}
      of={{
        countries,
        encryption: project.keyServerId === null ? model : 'keyServer',
        isProject: true,
        places: { countries: defaults, encryption: defaults },
        watchUrl: null,
      }}
    />
  );
}
