import type { Tx } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';
import { countUse } from '../quotas/actions.ts';

export async function recordPageView(tx: Tx, scope: TeamScope, path: string): Promise<void> {
  await countUse(tx, scope.accountId, 'pageViews', 1);
  await tx
    .insertInto('page_views')
    .values({ team_id: scope.teamId, account_id: scope.accountId, path })
    .execute();
}
