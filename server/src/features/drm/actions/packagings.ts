import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { StreamEncryption } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { prepared } from '../../../base/prepared.ts';
import { seal } from '../../../base/secrets.ts';
import { type ReplacedRendition, replaceRenditions } from '../../encoding/actions/renditions.ts';
import { getKeyDelay } from '../../key-servers/rules/tries.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { isWithheld, readParts, storedParts } from '../../revisions/queries.ts';
import type { Renditions, StreamParts } from '../../revisions/rules/stream-parts.ts';
import type { StoredKey } from '../queries.ts';
import { packageJob, sweepPackagingsJob } from '../jobs.ts';
import { getWatchSeconds, PUBLISHED_AFTER_S } from '../../revisions/rules.ts';
import { nameKeyPlace } from '../rules.ts';

export type PackagingTask = {
  teamId: string;
  target: DrmModel;
  /** of the bytes that viewers have now */
  packaging: number;
  /** of this run alone */
  number: number;
  stream: StreamParts;
  /** Viewers don't get the stream before it is protected. */
  isWithheld: boolean;
};

/** Begins a run of a packaging; null when none is wanted any more. */
export async function beginPackaging(tx: Tx, revisionKey: string): Promise<PackagingTask | null> {
  const row = await prepared(tx, 'begin_packaging')
    .selectFrom('revisions as r')
    .innerJoin('live_videos as v', 'v.key', 'r.video_key')
    .select(['r.team_id as teamId', 'r.drm_target as target', 'r.packaging'])
    .select([sql<number>`r.packaging_attempts + 1`.as('number'), storedParts])
    .select(isWithheld.as('isWithheld'))
    .where('r.key', '=', revisionKey)
    .forUpdate('r')
    .executeTakeFirst();
  const stream = readParts(row?.parts ?? null);
  if (!row?.target || !stream) return null;
  await changeRevision(tx, revisionKey, { packaging_attempts: row.number });
  const { teamId, target, packaging, number } = row;
  return { teamId, target, packaging, number, stream, isWithheld: row.isWithheld };
}

export type Packaged = {
  /** the packaging that it was made of */
  replaces: number;
  packaging: number;
  drmModel: DrmModel;
  keys: StoredKey[];
  encryption: StreamEncryption | null;
  /** The address where players ask for the new key, when the whole stream is encrypted. */
  keyUri?: string;
  renditions: Pick<Renditions, 'video' | 'audio' | 'firstRenditionId'>;
  /** by the id that it had before */
  renamed: Map<string, ReplacedRendition>;
};

/**
 * Replaces the previous packaging, whose bytes are kept for viewers who are watching it.
 *
 * @returns false when another change has been requested since
 */
export async function recordPackaging(
  tx: Tx,
  secretKey: string,
  { stream, isWithheld: isHidden }: PackagingTask,
  packaged: Packaged,
): Promise<boolean> {
  const { revisionKey, durationMs } = stream;
  const { replaces, packaging, drmModel, encryption } = packaged;
  const columns = {
    drm_model: drmModel,
    drm_target: null,
    drm_failed: false,
    packaging,
    drm_key_problem: null,
    protection: encryption && { encryption },
  };
  const guard = { where: sql<boolean>`drm_target = ${drmModel} and packaging = ${replaces}` };
  const startAfter = getWatchSeconds(durationMs, isHidden);
  const watchedUntil = isHidden ? null : Date.now() + startAfter * 1000;
  const made = { ...packaged.renditions, keyUri: packaged.keyUri, watchedUntil };
  const change = { columns, guard };
  if (!(await replaceRenditions(tx, revisionKey, made, packaged.renamed, change))) return false;
  // Their bytes are removed next.
  await tx.deleteFrom('stream_keys').where('revision_key', '=', revisionKey).execute();
  for (const { kind, keyId, key } of packaged.keys) {
    const sealed = seal(secretKey, nameKeyPlace({ revisionKey, packaging, kind }), key);
    await tx
      .insertInto('stream_keys')
      .values({ revision_key: revisionKey, packaging, kind, key_id: keyId, sealed_key: sealed })
      .execute();
  }
  const sweep = { revisionKey, replaced: replaces };
  await enqueue(tx, sweepPackagingsJob, sweep, { startAfter });
  return true;
}

/**
 * Records why no key came, and has the packaging tried again later or given up. It waits outside of the
 * queue's running jobs, so that a key server that is down for an hour delays no other packaging.
 *
 * @param failed tries so far, including this one
 */
export async function waitForKey(
  tx: Tx,
  { teamId, stream: { revisionKey } }: PackagingTask,
  problem: string,
  failed: number,
): Promise<void> {
  const where = sql<boolean>`drm_target is not null`;
  const isWanted = await changeRevision(tx, revisionKey, { drm_key_problem: problem }, { where });
  if (!isWanted) return;
  // No other try would end otherwise.
  const startAfter = problem === 'no_server' ? null : getKeyDelay(failed);
  if (startAfter === null) return giveUpPackaging(tx, revisionKey);
  const options = { group: teamId, singletonKey: revisionKey, startAfter };
  await enqueue(tx, packageJob, { revisionKey, keyTries: failed }, options);
}

/** No attempt is left: viewers keep what they have. */
export async function giveUpPackaging(tx: Tx, revisionKey: string): Promise<void> {
  const isWanted = sql<boolean>`drm_target is not null`;
  await changeRevision(tx, revisionKey, { drm_failed: true }, { where: isWanted });
  await enqueue(tx, sweepPackagingsJob, { revisionKey }, { startAfter: PUBLISHED_AFTER_S });
}
