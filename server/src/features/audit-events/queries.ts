import type { AuditEvent } from '@kinora/contract/audit-events';
import type { Db } from '../../base/db.ts';
import { listUndoable } from '../video-batches/queries.ts';
import { CHANGE_VIDEOS } from '../video-batches/rules.ts';
import type { HistoryScope } from './policy.ts';
import { type Names, readNames } from './queries/names.ts';
import { type AuditRow, listRows, type Place, type Wanted } from './queries/rows.ts';

type Page = {
  data: AuditEvent[];
  names: Record<string, string>;
  next: Place | null;
  previous: Place | null;
};

/** Lists a page of what the caller may read of a team's history, newest first. */
export async function listAuditEvents(
  db: Db,
  scope: HistoryScope,
  wanted: Wanted,
  { place, limit }: { place: Place | null; limit: number },
): Promise<Page> {
  const isBackward = place?.direction === 'previous';
  const found = await listRows(db, scope, wanted, { place, limit: limit + 1 });
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackward) rows.reverse();
  const names = await readNames(db, scope.team, rows);
  const batchIds = new Set(rows.flatMap((row) => findBatchId(row) ?? []));
  const undoable = await listUndoable(db, scope.team, [...batchIds]);
  const data = rows.map((row) => toAuditEvent(row, names, undoable));
  const [first, last] = [data[0], data.at(-1)];
  const placeOf = (direction: Place['direction'], event: AuditEvent | undefined) =>
    event ? { direction, at: event.at, id: event.id } : null;
  return {
    data,
    names: names.names,
    next: isBackward || hasMore ? placeOf('next', last) : null,
    previous: (isBackward ? hasMore : place !== null) ? placeOf('previous', first) : null,
  };
}

/** The actor of a long work is the work itself. */
function findBatchId({ actor }: AuditRow): string | null {
  return actor.kind === 'job' && actor.name === CHANGE_VIDEOS ? actor.id : null;
}

function toAuditEvent(
  row: AuditRow,
  { findKey }: Names,
  undoable: ReadonlySet<string>,
): AuditEvent {
  const batchId = findBatchId(row);
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    projectId: row.project_id,
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      name: row.subject_name,
      key: findKey(row.subject_type, row.subject_id),
    },
    changes: row.changes ?? {},
    undoableBatchId: batchId !== null && undoable.has(batchId) ? batchId : null,
  };
}
