import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { toSearchText } from '../../base/search.ts';
import { announceChange, readSettings } from './actions/announce-change.ts';
import { lockChoices } from './actions/choices.ts';
import { projectCreated } from './events.ts';
import {
  proveProject,
  requireAction,
  requireProjectCreation,
  type ProjectScope,
} from './policy.ts';
import type { Choices } from './queries/choices.ts';

export type NewProject = {
  /** Whole, as it stands in addresses. */
  key: string;
  name: string;
  description: string;
  hosting: string;
  channelId: string;
  presetId: string;
  geoblockRuleId: string;
};

/** The creator becomes its first project-manager, by a listener of `project-members`. */
export async function createProject(
  tx: Tx,
  team: TeamScope,
  input: NewProject,
): Promise<ProjectScope> {
  requireProjectCreation(team);
  const id = newId();
  const { key, name, description, hosting, channelId, ...choices } = input;
  const columns = await lockChoices(tx, { team, projectId: null }, choices);
  await tx
    .insertInto('projects')
    .values({
      ...columns,
      id,
      team_id: team.teamId,
      key,
      name,
      description,
      search: toSearchText(name, key),
      hosting,
      primary_playback_channel_id: channelId,
      creator_id: team.accountId,
    })
    .execute();
  await tx
    .insertInto('project_playback_channels')
    .values({ team_id: team.teamId, project_id: id, channel_id: channelId })
    .execute();
  const { teamId, accountId: creatorId } = team;
  await announce(tx, projectCreated, { teamId, projectId: id, key: id, name, creatorId });
  const scope = proveProject(team, id, 'project-manager');
  if (!scope) throw new Error('a project-manager sees his project');
  return scope;
}

export type ProjectChange = Choices & {
  name?: string | undefined;
  description?: string | undefined;
};

/** @throws AppError forbidden, validation_failed */
export async function updateProject(
  tx: Tx,
  scope: ProjectScope,
  change: ProjectChange,
): Promise<void> {
  requireAction(scope, 'updateProject');
  const { name, description, ...choices } = change;
  const columns = await lockChoices(tx, scope, choices);
  const before = await readSettings(tx, scope);
  await tx
    .updateTable('projects')
    .set({
      ...columns,
      name,
      search: name === undefined ? name : sql<string>`${toSearchText(name)} || ' ' || key`,
      description,
      updated_at: new Date(),
    })
    .where('team_id', '=', scope.team.teamId)
    .where('id', '=', scope.projectId)
    .execute();
  await announceChange(tx, scope, before);
}
