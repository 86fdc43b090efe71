import type { IncomingMessage } from 'node:http';
import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { KeySystem, Licensing } from '@kinora/manifests/addresses';
import { TEAM_MARK } from '@kinora/playback-rules/signature-forms';
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
 * Finds the addresses for licences of a video at a host, and for which key systems, so that players ask only
 * existing ones. Rejects with DocumentUnavailable.
 */
export type FindLicensing = (
  request: Pick<IncomingMessage, 'headers' | 'url'>,
  shown: { video: PublishedVideo; stream: StreamDescription },
) => Promise<Licensing>;

export const NO_LICENCES: Licensing = { systems: [], origin: '', ruleHost: null };

export function createFindLicensing(
  documents: Documents,
  { findTeamSystems, scheme }: { findTeamSystems: FindTeamSystems; scheme: 'http' | 'https' },
): FindLicensing {
  return async ({ headers, url }, { video: { teamId }, stream: { encryption } }) => {
    if (encryption?.method !== 'cbcs') return NO_LICENCES;
    const host = (headers.host ?? '').toLowerCase();
    // The console's own policy lets it ask no domain of a team's but the one that it plays by.
    const isForConsole = url?.includes(TEAM_MARK);
    const team = isForConsole ? null : await documents.findTeam(teamId);
    const licenceHost = team?.drm?.licenceHost ?? host;
    const origin = `${scheme}://${licenceHost}`;
    const ruleHost = licenceHost === host ? null : host;
    const { systems } = encryption;
    if (!isOfTeam(systems)) return { systems, origin, ruleHost };
    const found = await findServices(documents, findTeamSystems, { host, teamId });
    const given = systems.filter((system) => system === 'clearkey' || found?.systems[system]);
    return { systems: given, origin, ruleHost };
  };
}

/** Such systems depend on the team and the channel as well as on the stream. */
function isOfTeam(systems: readonly KeySystem[]): boolean {
  return systems.some((system) => system !== 'clearkey');
}
