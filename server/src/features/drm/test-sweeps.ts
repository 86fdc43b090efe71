import { getStreamPrefix, type StreamPlace } from '@kinora/contract/stream';
import type { Storage } from '@kinora/storage/storage';
import { sql } from 'kysely';
import type { Db } from '../../base/db.ts';
import { sweepPackagingsJob } from './jobs.ts';

/** Ends the time of viewers of replaced packagings, so that the next sweep removes the bytes. */
export async function endTimeOfViewers(db: Db): Promise<void> {
  await sql`
    update pgboss.job set start_after = now()
    where name = ${sweepPackagingsJob.name} and state = 'created' and start_after > now()
  `.execute(db);
}

/** The ids of the renditions whose bytes are stored, sorted. */
export async function listFolders(storage: Storage, stream: StreamPlace): Promise<string[]> {
  const prefix = getStreamPrefix(stream);
  const found = new Set<string>();
  for await (const name of storage.list(prefix)) {
    const [id, ...rest] = name.slice(prefix.length).split('/');
    if (id && rest.length > 0) found.add(id);
  }
  return [...found].toSorted();
}
