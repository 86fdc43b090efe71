import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import type { DocumentName } from '../../../base/published-documents.ts';

/** The sweep publishes a change that waits longer. */
const DUE_SECONDS = 60;

/** Records changes that viewers see and that are to be published; each key once. */
export async function recordChanges(tx: Tx, names: readonly DocumentName[]): Promise<void> {
  if (names.length === 0) return;
  const [kinds, keys] = [names.map(({ kind }) => kind), names.map(({ key }) => key)];
  // All keep to one order, so that two can't wait for each other.
  await sql`
    insert into publications as p (kind, key)
    select kind, key from unnest(${kinds}::text[], ${keys}::text[]) n (kind, key)
    order by kind, key
    on conflict (kind, key) do update set version = p.version + 1,
      changed_at = case when p.published_version < p.version then p.changed_at else now() end
  `.execute(tx);
}

/**
 * Records that this version is stored. Changes made since are newer than this transaction, so their time is
 * now.
 */
export async function recordPublished(
  tx: Tx,
  { kind, key }: DocumentName,
  version: number,
): Promise<void> {
  await sql`
    update publications set published_version = greatest(published_version, ${version}),
      changed_at = case when version > ${version} then now() else changed_at end
    where kind = ${kind} and key = ${key}
  `.execute(tx);
}

/** Publishes a document once more, since the stored one may be older than recorded. */
export async function markUnconfirmed(tx: Tx, { kind, key }: DocumentName): Promise<void> {
  await sql`
    update publications set version = version + 1, changed_at = now()
    where kind = ${kind} and key = ${key} and published_version = version
  `.execute(tx);
}

/** Takes documents with unpublished changes, longest untried first and each at most once a minute. */
export async function takeUnpublished(tx: Tx, limit: number): Promise<DocumentName[]> {
  const { rows } = await sql<DocumentName>`
    update publications p set swept_at = now()
    from (
      select kind, key from publications
      where published_version < version
        and changed_at <= now() - ${DUE_SECONDS} * interval '1 second'
        and swept_at <= now() - ${DUE_SECONDS - 5} * interval '1 second'
      order by swept_at limit ${limit} for update skip locked
    ) due
    where p.kind = due.kind and p.key = due.key
    returning p.kind, p.key
  `.execute(tx);
  return rows;
}
