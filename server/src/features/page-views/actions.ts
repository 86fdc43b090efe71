import type { Tx } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';

export async function recordPageView(tx: Tx, scope: TeamScope, path: string): Promise<void> {
  await tx
    .insertInto('page_views')
    .values({ team_id: scope.teamId, account_id: scope.accountId, path })
    .execute();
}
