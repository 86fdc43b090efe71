import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { invalidField } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { toSearchText } from '../../base/search.ts';
import { holdKeyServer } from '../presets/queries.ts';
import { announceChange, readSettings } from './actions/announce-change.ts';
import { projectCreated } from './events.ts';
import {
  proveProject,
  requireAction,
  requireProjectCreation,
  type ProjectScope,
} from './policy.ts';

export type NewProject = {
  /** Whole, as it stands in addresses. */
  key: string;
  name: string;
  description: string;
  hosting: string;
  presetId: string;
  geoblockRuleId: string;
  channelId: string;
};

/** The creator becomes its first project-manager. */
export async function createProject(
  tx: Tx,
  team: TeamScope,
  input: NewProject,
): Promise<ProjectScope> {
  requireProjectCreation(team);
  const id = newId();
  const { key } = input;
  await tx
    .insertInto('projects')
    .values({
      id,
      team_id: team.teamId,
      key,
      name: input.name,
      description: input.description,
      search: toSearchText(input.name, key),
      hosting: input.hosting,
      preset_id: input.presetId,
      geoblock_rule_id: input.geoblockRuleId,
      primary_playback_channel_id: input.channelId,
      creator_id: team.accountId,
    })
    .execute();
  await tx
    .insertInto('project_playback_channels')
    .values({ team_id: team.teamId, project_id: id, channel_id: input.channelId })
    .execute();
  await tx
    .insertInto('project_memberships')
    .values({
      team_id: team.teamId,
      project_id: id,
      account_id: team.accountId,
      role: 'project-manager',
      added_by: team.accountId,
    })
    .execute();
  await announce(tx, projectCreated, { teamId: team.teamId, projectId: id, key: id });
  const scope = proveProject(team, id, 'project-manager');
  if (!scope) throw new Error('a project-manager sees his project');
  return scope;
}

export type ProjectChange = {
  name?: string | undefined;
  description?: string | undefined;
  presetId?: string | undefined;
  geoblockRuleId?: string | undefined;
  playerId?: string | null | undefined;
  keyServerId?: string | null | undefined;
};

/**
 * Locks the key server that a project chooses, so that it isn't ended meanwhile. The project keeps one
 * that has become inactive; a new choice has to be active.
 *
 * @throws AppError validation_failed
 */
async function requireKeyServer(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const isActive = await holdKeyServer(tx, scope.team, id);
  if (isActive === null) {
    throw invalidField('keyServerId', 'key_server_not_found', 'There is no such key server');
  }
  if (isActive) return;
  const before = await tx
    .selectFrom('projects')
    .select('key_server_id')
    .where('team_id', '=', scope.team.teamId)
    .where('id', '=', scope.projectId)
    .executeTakeFirst();
  if (before?.key_server_id !== id.toLowerCase()) {
    throw invalidField('keyServerId', 'key_server_inactive', 'This key server isn’t active');
  }
}

/** @throws AppError forbidden, validation_failed */
export async function updateProject(
  tx: Tx,
  scope: ProjectScope,
  change: ProjectChange,
): Promise<void> {
  requireAction(scope, 'updateProject');
  const { name, keyServerId } = change;
  if (typeof keyServerId === 'string') await requireKeyServer(tx, scope, keyServerId);
  const before = await readSettings(tx, scope);
  await tx
    .updateTable('projects')
    .set({
      // Kysely leaves out columns whose value is undefined.
      name,
      search: name === undefined ? name : sql<string>`${toSearchText(name)} || ' ' || key`,
      description: change.description,
      preset_id: change.presetId,
      geoblock_rule_id: change.geoblockRuleId,
      player_id: change.playerId,
      key_server_id: change.keyServerId,
      updated_at: new Date(),
    })
    .where('team_id', '=', scope.team.teamId)
    .where('id', '=', scope.projectId)
    .execute();
  await announceChange(tx, scope, before);
}
