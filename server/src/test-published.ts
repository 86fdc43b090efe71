import { sql } from 'kysely';
import { documents } from './app-documents.ts';
import type { Db, Tx } from './base/db.ts';
import { type DocumentName, getPublished } from './base/published-documents.ts';

/** Lists everything that may have a document. */
async function listNames(tx: Tx): Promise<DocumentName[]> {
  const { rows } = await sql<DocumentName>`
    select 'video' as kind, key from videos
    union all select 'host', default_playback_domain from playback_channels
    union all select 'host', host from playback_domains
    union all select 'project', id::text from projects
    union all select 'team', id::text from teams
    union all select 'player', id::text from players`.execute(tx);
  return rows;
}

/** Reads all documents as they would be written now, by their place in storage. */
export function composeAll(db: Db, only?: string): Promise<Map<string, object>> {
  return db.transaction().execute(async (tx) => {
    const all = new Map<string, object>();
    const names = only ? [{ kind: 'video', key: only }] : await listNames(tx);
    for (const { kind, key } of names) {
      const published = getPublished(documents, kind);
      const document = await published.load(tx, key);
      if (!document) continue;
      all.set(published.getStorageKey(key), document);
      const named = (await published.loadNamed?.(tx, document)) ?? [];
      for (const one of named) all.set(one.storageKey, one.document);
    }
    return all;
  });
}
