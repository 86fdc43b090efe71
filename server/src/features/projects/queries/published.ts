import { getPublishedProjectKey, PublishedProject } from '@kinora/contract/published';
import type { Tx } from '../../../base/db.ts';
import { definePublished } from '../../../base/published-documents.ts';

/** The project's document holds what its videos share. */
export const publishedProject = definePublished({
  kind: 'project',
  getStorageKey: getPublishedProjectKey,
  schema: PublishedProject,
  load: findPublishedProject,
});

async function findPublishedProject(tx: Tx, projectId: string): Promise<PublishedProject | null> {
  const row = await tx
    .selectFrom('projects')
    .select(['team_id', 'geoblock_rule_id', 'player_id'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!row) return null;
  const channels = await tx
    .selectFrom('project_playback_channels')
    .select('channel_id')
    .where('project_id', '=', projectId)
    .orderBy('channel_id')
    .execute();
  return {
    version: 1,
    projectId,
    teamId: row.team_id,
    channelIds: channels.map(({ channel_id }) => channel_id),
    geoblockRuleId: row.geoblock_rule_id,
    playerId: row.player_id,
  };
}
