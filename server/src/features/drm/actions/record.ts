import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { StreamDescription, StreamEncryption } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { seal } from '../../../base/secrets.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { keyPlace, type StoredKey } from '../queries.ts';
import { sweepOptions, sweepPackagingsJob } from '../jobs.ts';

export type Packaged = {
  /** the packaging that it was made of */
  replaces: number;
  packaging: number;
  drmModel: DrmModel;
  keys: StoredKey[];
  encryption: StreamEncryption | null;
  stream: StreamDescription;
  /** by the id that it had before */
  renamed: Map<string, { id: string; sizeBytes: number; peakBps: number; averageBps: number }>;
};

/**
 * Puts a packaging in the place of the one before it.
 *
 * @returns false when another change was asked for meanwhile
 */
export async function recordPackaging(
  tx: Tx,
  secretKey: string,
  revisionKey: string,
  packaged: Packaged,
): Promise<boolean> {
  const { replaces, packaging, drmModel, stream } = packaged;
  const row = await changeRevision(
    tx,
    revisionKey,
    {
      drm_model: drmModel,
      drm_target: null,
      drm_failed: false,
      packaging,
      // Pictures that were made meanwhile stay; the renditions are the packaging's.
      stream: sql<string>`stream || ${JSON.stringify({
        video: stream.video,
        audio: stream.audio,
        encryption: packaged.encryption,
        firstRenditionId: stream.firstRenditionId,
      })}::jsonb`,
    },
    { where: sql<boolean>`drm_target = ${drmModel} and packaging = ${replaces}` },
  );
  if (!row) return false;
  // Of bytes that are removed next.
  await tx.deleteFrom('stream_keys').where('revision_key', '=', revisionKey).execute();
  for (const { kind, keyId, key } of packaged.keys) {
    const sealed = seal(secretKey, keyPlace(revisionKey, packaging, kind), key);
    await tx
      .insertInto('stream_keys')
      .values({ revision_key: revisionKey, packaging, kind, key_id: keyId, sealed_key: sealed })
      .execute();
  }
  for (const [before, { id, sizeBytes, peakBps, averageBps }] of packaged.renamed) {
    await tx
      .updateTable('outputs')
      .set({ rendition_id: id, size_bytes: sizeBytes, peak_bps: peakBps, average_bps: averageBps })
      .where('revision_key', '=', revisionKey)
      .where('rendition_id', '=', before)
      .execute();
  }
  await enqueue(tx, sweepPackagingsJob, { revisionKey }, sweepOptions);
  return true;
}

/** No attempt is left: viewers keep what they have. */
export async function giveUpPackaging(tx: Tx, revisionKey: string): Promise<void> {
  const isWanted = sql<boolean>`drm_target is not null`;
  await changeRevision(tx, revisionKey, { drm_failed: true }, { where: isWanted });
  await enqueue(tx, sweepPackagingsJob, { revisionKey }, sweepOptions);
}
