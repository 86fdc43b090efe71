import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import type { DocumentName } from '../../base/published-documents.ts';

/** The version that has to be published; 0 when no change of it is known. */
export async function getChangedVersion(tx: Tx, { kind, key }: DocumentName): Promise<number> {
  const row = await tx
    .selectFrom('publications')
    .select('version')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Seconds for which the oldest change has waited to be published; 0 when none waits. */
export async function getPublicationLag(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(changed_at))::float8 as seconds
    from publications where published_version < version
  `.execute(db);
  return rows[0]?.seconds ?? 0;
}
