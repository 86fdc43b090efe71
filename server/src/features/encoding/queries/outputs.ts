import { sql } from 'kysely';
import type { Output } from '@kinora/contract/videos/outputs';
import type { Db, Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';

/** Lists the outputs of several revisions, each one's in their order. */
export async function listOutputs(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<{ revisionKey: string; output: Output }[]> {
  const { rows } = await sql<Output & { revisionKey: string }>`
    select revision_key as "revisionKey", rendition_id as id, type, name, codec, width, height,
      language_code as "languageCode", average_bps as "bitRate", peak_bps as "maxBitRate",
      size_bytes as "fileSize", completed_at is not null as completed
    from outputs where revision_key = any(${revisionKeys})
    order by revision_key, position`.execute(prepared(db, 'outputs'));
  return rows.map(({ revisionKey, ...output }) => ({ revisionKey, output }));
}
