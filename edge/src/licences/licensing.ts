import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { KeySystem } from '@kinora/manifests/addresses';
import type { Documents } from '../documents.ts';
import type { FindTeamSystems, TeamSystems } from './team-systems.ts';

/** Finds the services that a team has set up, where its channel gives their licences. */
export async function findServices(
  documents: Documents,
  findTeamSystems: FindTeamSystems,
  { host, teamId }: { host: string; teamId: string },
): Promise<TeamSystems | null> {
  const channel = await documents.findChannel(host);
  const team = channel?.hasDrm ? await documents.findTeam(teamId) : null;
  return team && findTeamSystems(team);
}

/**
 * Lists the systems that a player may ask for licences of a video at a host, so that it asks none that
 * isn't there. Rejects with DocumentUnavailable.
 */
export type ListSystems = (
  host: string,
  shown: { video: PublishedVideo; stream: StreamDescription },
) => Promise<readonly KeySystem[]>;

export function createListSystems(
  documents: Documents,
  findTeamSystems: FindTeamSystems,
): ListSystems {
  return async (host, { video: { teamId }, stream: { encryption } }) => {
    if (encryption?.method !== 'cbcs') return [];
    const { systems } = encryption;
    if (!isOfTeam(systems)) return systems;
    const found = await findServices(documents, findTeamSystems, { host, teamId });
    return systems.filter((system) => system === 'clearkey' || found?.systems[system]);
  };
}

/** What is said of such systems depends on the team and the channel, beside the stream. */
export function isOfTeam(systems: readonly KeySystem[]): boolean {
  return systems.some((system) => system !== 'clearkey');
}
