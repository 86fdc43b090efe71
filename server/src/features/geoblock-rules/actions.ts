import type { Tx } from '../../base/db.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { teamDefaultName } from './rules.ts';

/** No allow and no deny list: everyone may watch. */
export async function createTeamDefaultRule(tx: Tx, scope: TeamScope): Promise<void> {
  await tx
    .insertInto('geoblock_rules')
    .values({ id: newId(), team_id: scope.teamId, name: teamDefaultName, is_team_default: true })
    .execute();
}
