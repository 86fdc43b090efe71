import { MAX_CSV_CHANGES } from '@kinora/contract/bounds';
import { findPrincipal } from '../../../base/actor.ts';
import { toCsvLine } from '../../../base/csv.ts';
import type { Db } from '../../../base/db.ts';
import type { HistoryScope } from '../policy.ts';
import { type AuditRow, listRows, type Place, type Wanted } from './rows.ts';

const ROWS_AT_ONCE = 1000;

const COLUMNS: Record<string, (row: AuditRow) => string | null> = {
  time: ({ at }) => at.toISOString(),
  person: ({ actor }) => findPrincipal(actor)?.name ?? null,
  person_id: ({ actor }) => findPrincipal(actor)?.id ?? null,
  by: ({ actor }) => actor.kind,
  by_name: ({ actor }) => actor.name,
  action: ({ action }) => action,
  thing: ({ subject_type: type }) => type,
  thing_id: ({ subject_id: id }) => id,
  thing_name: ({ subject_name: name }) => name,
  project_id: ({ project_id: id }) => id,
  changes: ({ changes }) => (changes === null ? null : JSON.stringify(changes)),
};

/** Writes the newest of the wanted changes as CSV, read a part at a time. */
export async function writeCsv(db: Db, scope: HistoryScope, wanted: Wanted): Promise<string[]> {
  // Spreadsheets read UTF-8 by this mark alone.
  const parts = [`\u{feff}${toCsvLine(Object.keys(COLUMNS))}`];
  let place: Place | null = null;
  for (let count = 0; count < MAX_CSV_CHANGES; count += ROWS_AT_ONCE) {
    const rows: AuditRow[] = await listRows(db, scope, wanted, { place, limit: ROWS_AT_ONCE });
    parts.push(
      rows.map((row) => toCsvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join(''),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) break;
    place = { direction: 'next', at: last.at.toISOString(), id: last.id };
  }
  return parts;
}
