import assert from 'node:assert/strict';
import { getPublishedKeysPrefix, getPublishedVideoKey } from '@kinora/contract/published';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { listStreamKeys } from './queries.ts';

/** The keys of a stream's first packaging are in no row, nor in what the edge reads, nor in the log. */
export async function keysAreNowhere(
  { db, storage, config }: Context,
  { key, revisionKey, logged }: { key: string; revisionKey: string; logged: string },
): Promise<void> {
  const keys = await listStreamKeys(db, config.secrets.secretKey, revisionKey, 1);
  assert.deepEqual(keys.map(({ kind }) => kind).toSorted(), ['audio', 'sd']);
  const tables = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(db);
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`.execute(db),
    ),
  );
  const dump = rows.flatMap(({ rows: found }) => found.map(({ row }) => row)).join('\n');
  const documents = [getPublishedVideoKey(key)];
  for await (const name of storage.list(getPublishedKeysPrefix(revisionKey))) documents.push(name);
  const read = await Promise.all(documents.map(async (name) => String(await storage.read(name))));
  const document = read.join('\n');
  for (const { keyId } of keys) assert.ok(document.includes(keyId.toString('hex')));
  assert.ok(dump.includes(String(keys[0]?.keyId.toString('hex'))), 'the dump shows what there is');
  assert.ok(logged.includes('job done'));
  for (const { key: secret } of keys) {
    for (const form of [secret.toString('hex'), secret.toString('base64')]) {
      for (const text of [dump, document, logged]) assert.ok(!text.includes(form));
    }
  }
}
