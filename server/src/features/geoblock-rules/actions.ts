import type { Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { geoblockRuleCreated } from './events.ts';
import { TEAM_DEFAULT_NAME } from './rules.ts';

/** No allow and no deny list: everyone may watch. */
export async function createTeamDefaultRule(tx: Tx, { teamId }: TeamScope): Promise<void> {
  const id = newId();
  await tx
    .insertInto('geoblock_rules')
    .values({ id, team_id: teamId, name: TEAM_DEFAULT_NAME, is_team_default: true })
    .execute();
  await announce(tx, geoblockRuleCreated, { teamId, projectId: null, key: id });
}
