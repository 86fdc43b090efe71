import { type ChangeList } from '@kinora/contract/published';
import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import type { PublishedDocuments } from '../../../base/published-documents.ts';
import { listChangesJob } from '../jobs.ts';
import { toChangeList, type ListedChange, MAX_LISTED } from '../rules.ts';

/** An edge without a request for so long reads its documents again. */
const LISTED_MINUTES = 10;

/**
 * Runs in a transaction after that of a publication: a list that began before that ended would leave
 * it out.
 *
 * @param isForced also when nothing was published
 */
export async function queueChangeList(tx: Tx, isForced = false): Promise<void> {
  const singletonKey = isForced ? 'forced' : 'new';
  await enqueue(tx, listChangesJob, { isForced }, { singletonKey });
}

/**
 * Numbers what was published since the last list, and puts the next one together. Called by one
 * writer at a time: else a list could leave out what has a lower number and is committed later.
 *
 * @returns null when nothing was published since, unless the list `isForced`
 */
export async function composeChangeList(
  tx: Tx,
  documents: PublishedDocuments,
  isForced: boolean,
): Promise<ChangeList | null> {
  const { rows } = await sql<{ next: number }>`
    select nextval('change_list_sequence') as next
  `.execute(tx);
  const sequence = rows[0]?.next ?? 0;
  const { numAffectedRows } = await sql`
    update published_changes set sequence = ${sequence}, listed_at = clock_timestamp()
    where sequence is null
  `.execute(tx);
  if (!isForced && !numAffectedRows) return null;
  const list = toChangeList(documents, sequence, await newestChanges(tx));
  await sql`delete from published_changes where sequence < ${list.since}`.execute(tx);
  return list;
}

/** Newest first, and one more than a list takes. */
async function newestChanges(tx: Tx): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select p.kind, p.key, p.sequence,
      p.listed_at > now() - ${LISTED_MINUTES} * interval '1 minute' as "isRecent"
    from published_changes p
    where p.sequence is not null
    order by p.sequence desc limit ${MAX_LISTED + 1}
  `.execute(tx);
  return rows;
}
