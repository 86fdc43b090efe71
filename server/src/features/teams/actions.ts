import { findActor, ownActor } from '../../base/actor.ts';
import type { Tx } from '../../base/db.ts';
import { diff } from '../../base/changes.ts';
import { invalidField } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import { systemScope, type TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { toFacts } from '../../base/team-rows.ts';
import { createTeamDefaultRule } from '../geoblock-rules/actions.ts';
import { createPrimaryChannel } from '../playback-channels/actions.ts';
import { createPlaybackDomain } from '../playback-channels/rules.ts';
import { createSystemPresets } from '../presets/actions.ts';
import { addTeamMember } from '../team-members/actions.ts';
import { teamChanged, teamCreated } from './events.ts';
import { hasTeams } from './queries.ts';

/**
 * A team with what every team has from its first day: its admin, the system presets, a playback
 * channel and a geo-blocking rule that lets everyone watch.
 *
 * @throws AppError validation_failed when another team has the namespace
 */
export async function createTeam(
  tx: Tx,
  team: { namespace: string; name: string; adminId: string; edgeUrl: string },
): Promise<TeamScope> {
  const isFirst = !(await hasTeams(tx));
  const teamId = newId();
  const { namespace, name } = team;
  const created = await tx
    .insertInto('teams')
    .values({ id: teamId, namespace, name })
    .onConflict((conflict) => conflict.column('namespace').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) throw invalidField('namespace', 'taken', 'Another team has this namespace');
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

/** Viewers see the name on watch pages. */
export async function renameTeam(tx: Tx, { team }: TeamPermit, name: string): Promise<void> {
  const before = await lockTeam(tx, team);
  const changes = diff(before, { name });
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('teams').set({ name }).where('id', '=', team.teamId).execute();
  await announce(tx, teamChanged, { ...toFacts(team, team.teamId, before.name), changes });
}

function lockTeam(tx: Tx, { teamId }: TeamScope): Promise<{ name: string }> {
  return tx
    .selectFrom('teams')
    .select('name')
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
