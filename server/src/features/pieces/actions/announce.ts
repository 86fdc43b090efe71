import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { workChanged } from '../events.ts';

/** Announces that a piece of this revision began or ended. */
export async function announceWork(tx: Tx, revisionKey: string): Promise<void> {
  const facts = await tx
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select(['v.key', 'v.team_id as teamId', 'v.project_id as projectId'])
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
  if (facts) await announce(tx, workChanged, facts);
}
