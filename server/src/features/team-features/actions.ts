import type { TeamFeatureKey } from '@kinora/contract/bounds';
import type { Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { toFacts } from '../../base/team-rows.ts';
import { teamFeatureChanged } from './events.ts';

export async function setFeature(
  tx: Tx,
  { team }: TeamPermit,
  { key, enabled }: { key: TeamFeatureKey; enabled: boolean },
): Promise<void> {
  const { teamId } = team;
  const changed = await tx
    .insertInto('team_features')
    .values({ team_id: teamId, key, is_enabled: enabled })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'key'])
        .doUpdateSet({ is_enabled: enabled })
        .where('team_features.is_enabled', '<>', enabled),
    )
    .returning('key')
    .executeTakeFirst();
  if (!changed) return;
  const changes = { enabled: [!enabled, enabled] } as const;
  await announce(tx, teamFeatureChanged, { ...toFacts(team, key, null), changes });
}
