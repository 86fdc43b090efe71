import type { TeamRole } from '@kinora/contract/fields';
import { findActor, ownActor } from '../../base/actor.ts';
import type { Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import { systemScope, type TeamScope } from '../../base/request.ts';
import { createTeamDefaultRule } from '../geoblock-rules/actions.ts';
import { createPrimaryChannel } from '../playback-channels/actions.ts';
import { createPlaybackDomain } from '../playback-channels/rules.ts';
import { createSystemPresets } from '../presets/actions.ts';
import { memberAdded, teamCreated } from './events.ts';
import { hasTeams } from './queries.ts';

/**
 * A team with what every team has from its first day: its admin, the system presets, a playback
 * channel and a geo-blocking rule that lets everyone watch.
 */
export async function createTeam(
  tx: Tx,
  team: { namespace: string; name: string; adminId: string; edgeUrl: string },
): Promise<TeamScope> {
  const isFirst = !(await hasTeams(tx));
  const teamId = newId();
  const { namespace, name } = team;
  await tx.insertInto('teams').values({ id: teamId, namespace, name }).execute();
  const scope = systemScope({
    teamId,
    namespace,
    accountId: team.adminId,
    actor: findActor(tx) ?? ownActor('start'),
  });
  await addTeamMember(tx, scope, team.adminId, 'admin');
  await createSystemPresets(tx, scope);
  await createTeamDefaultRule(tx, scope);
  const channelName = namespace.replaceAll('-', '_');
  const domain = createPlaybackDomain(team.edgeUrl, { name: channelName, isFirst });
  // A namespace begins and ends with what a host may.
  const channel = { name: channelName, defaultPlaybackDomain: domain ?? namespace };
  await createPrimaryChannel(tx, scope, channel);
  await announce(tx, teamCreated, { teamId, projectId: null, key: teamId, name });
  return scope;
}

export async function addTeamMember(
  tx: Tx,
  scope: TeamScope,
  accountId: string,
  role: TeamRole,
): Promise<void> {
  await tx
    .insertInto('team_memberships')
    .values({ team_id: scope.teamId, account_id: accountId, role })
    .execute();
  await announce(tx, memberAdded, { teamId: scope.teamId, projectId: null, key: accountId });
}
