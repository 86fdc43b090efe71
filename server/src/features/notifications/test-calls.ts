import { sql } from 'kysely';
import type { Scene, TestCalls } from '../../test-calls.ts';

/** A line that the call marks. */
async function addLine({ app, admin }: Scene) {
  await sql`insert into notifications (id, team_id, account_id, kind, total, failed)
    select gen_random_uuid(), team_id, account_id, 'videoBatch', 1, 0
    from team_memberships where account_id = ${admin.id}`.execute(app.context.db);
  return { upTo: '2099-01-01T00:00:00Z' };
}

export const testCalls: TestCalls = {
  calls: {
    'notifications.markSeen': { fields: addLine },
    'notifications.markRead': { fields: addLine },
  },
};
