import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { keyNeeded, workChanged } from '../events.ts';

/** Announces that a piece of this revision began or ended. */
export async function announceWork(tx: Tx, revisionKey: string): Promise<void> {
  const facts = await findFacts(tx, revisionKey);
  if (facts) await announce(tx, workChanged, facts);
}

/** Announces that the segments of this revision can't be stored without a key. */
export async function announceKeyNeeded(tx: Tx, revisionKey: string): Promise<void> {
  const facts = await findFacts(tx, revisionKey);
  if (facts) await announce(tx, keyNeeded, { ...facts, revisionKey });
}

function findFacts(tx: Tx, revisionKey: string) {
  return tx
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select(['v.key', 'v.team_id as teamId', 'v.project_id as projectId'])
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
}
