import { sql } from 'kysely';
import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { projectChanged } from '../events.ts';
import type { ProjectScope } from '../policy.ts';
import { CHOICES } from '../queries/choices.ts';

type Settings = Readonly<Record<string, unknown>> & { name: string };

/** Locks a project and reads it before a change, for what `announceChange` says. */
export async function readSettings(tx: Tx, { team, projectId }: ProjectScope): Promise<Settings> {
  return tx
    .selectFrom('projects as p')
    .select(['p.name', 'p.description', 'p.primary_playback_channel_id'])
    .select(CHOICES.map(({ column }) => `p.${column}` as const))
    .select(
      sql`array(select c.channel_id from project_playback_channels c where c.project_id = p.id
        order by c.channel_id)`.as('playback_channel_ids'),
    )
    .where('p.team_id', '=', team.teamId)
    .where('p.id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function announceChange(tx: Tx, scope: ProjectScope, before: Settings): Promise<void> {
  const { team, projectId } = scope;
  const after = await readSettings(tx, scope);
  await announce(tx, projectChanged, {
    teamId: team.teamId,
    projectId,
    key: projectId,
    name: after.name,
    changes: diff(before, after),
  });
}
