import { sql } from 'kysely';
import { formatLayout, UPLOAD_LIFETIME_MS, type UploadLayout } from '@kinora/contract/uploads';
import { StorageError } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { AppError } from '../../../base/errors.ts';
import { newKey } from '../../../base/ids.ts';
import { write } from '../../../base/write.ts';
import { countUse } from '../../quotas/actions.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { findProgress } from '../../revisions/queries.ts';
import { uploadCompleted, uploadRemoved, uploadStarted } from '../events.ts';
import type { UploadPermit } from '../policy.ts';
import type { Upload, UploadTarget } from '../queries.ts';
import { sourceKey, type UploadTimes } from '../rules.ts';
import {
  afterMs,
  updateLeased,
  keepLease,
  lockedError,
  newLease,
  settle,
  type Lease,
  takeLease,
} from './lease.ts';

/** The facts of an upload that writing to it needs. */
export type Writable = Pick<
  Upload,
  'id' | 'teamId' | 'videoKey' | 'revisionKey' | 'storageKey' | 'sizeBytes' | 'offset' | 'layout'
>;

/**
 * A new upload. Its bytes get their place in storage with the first PATCH, so nothing has to be
 * undone when the process dies here.
 *
 * @param isWriting whether the caller goes on to write: it has the lease from the start
 * @throws AppError upload_locked when another request was first, quota_reached
 */
export async function createUpload(
  tx: Tx,
  permit: UploadPermit,
  input: {
    target: UploadTarget;
    /** The file that is sent; a name where its client gives one. */
    file: { sizeBytes: number; fileName: string | null };
    accountId: string;
    metadata: string;
    layout: UploadLayout | null;
  },
  { isWriting, leaseMs }: { isWriting: boolean; leaseMs: number },
): Promise<{ upload: Writable & { expiresAt: Date }; lease: Lease }> {
  const { target, file, accountId, metadata, layout } = input;
  // 131 random bits.
  const lease = newLease(permit, newKey(22));
  await countUse(tx, accountId, 'uploadBytes', file.sizeBytes);
  const row = await tx
    .insertInto('uploads')
    .values({
      id: lease.uploadId,
      team_id: permit.teamId,
      video_key: target.videoKey,
      revision_key: target.revisionKey,
      account_id: accountId,
      storage_key: sourceKey(target.videoKey, target.revisionKey),
      size_bytes: file.sizeBytes,
      metadata,
      layout: layout && formatLayout(layout),
      expires_at: afterMs(UPLOAD_LIFETIME_MS),
      lease_id: isWriting ? lease.leaseId : null,
      lease_until: isWriting ? afterMs(leaseMs) : null,
    })
    .onConflict((conflict) => conflict.column('revision_key').doNothing())
    .returning(['id', 'team_id as teamId', 'video_key as videoKey', 'revision_key as revisionKey'])
    .returning(['storage_key as storageKey', 'size_bytes as sizeBytes'])
    .returning(['offset_bytes as offset', 'expires_at as expiresAt'])
    .returning('layout')
    .executeTakeFirst();
  if (!row) throw lockedError();
  if (target.sizeBytes === null) {
    const { sizeBytes, fileName } = file;
    await changeRevision(tx, target.revisionKey, {
      source_size_bytes: sizeBytes,
      ...(fileName === null ? {} : { source_file_name: fileName }),
    });
  }
  await announce(tx, uploadStarted, await getFacts(tx, row));
  return { upload: row, lease };
}

/**
 * Makes the bytes, which are all there, the source of the revision. Its steps may be repeated: a
 * process that is killed between them leaves `offset` = size without completion, which the next
 * HEAD or PATCH, or the sweep, brings to its end.
 *
 * @throws AppError upload_locked, or upload_conflict when the bytes are gone
 */
export async function completeUpload(app: App, lease: Lease, upload: Writable): Promise<void> {
  try {
    await app.storage.appendables.finish(upload.storageKey);
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'not_found') throw error;
    await write({ app }, lease, (tx) => settle(tx, lease, 0));
    throw new AppError('upload_conflict', {}, { cause: error });
  }
  await write({ app }, lease, async (tx) => {
    const now = sql<Date>`now()`;
    const row = await updateLeased(tx, lease)
      .set({ completed_at: now, lease_id: null, lease_until: null })
      .where('completed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw lockedError();
    await changeRevision(tx, upload.revisionKey, { upload_completed_at: now });
    await announce(tx, uploadCompleted, await getFacts(tx, upload));
  });
  const { videoKey, revisionKey, sizeBytes } = upload;
  const { title } = await findProgress(app.db, revisionKey);
  const text = `“${title}” was received (${formatSize(sizeBytes)})`;
  app.log.notice({ videoKey, revisionKey, sizeBytes, text }, 'upload completed');
}

function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${unit}`;
}

type App = Pick<Context, 'db' | 'storage' | 'log'>;

/**
 * Completes an upload that no request is writing to, and keeps the lease while it does.
 *
 * @returns false when another writer has it
 */
export async function healUpload(
  app: App,
  permit: UploadPermit,
  upload: Writable,
  times: UploadTimes,
): Promise<boolean> {
  const taken = await takeLease(app.db, permit, upload.id, times);
  if (!taken) return false;
  const kept = keepLease(app, taken.lease, times, {
    isBusy: () => true,
    onLost: () => undefined,
  });
  try {
    await completeUpload(app, taken.lease, upload);
  } finally {
    kept.stop();
  }
  return true;
}

/**
 * Frees the bytes of an unfinished upload, then forgets it. When it is killed in between, the sweep
 * does the rest.
 *
 * @returns false when another writer has it
 */
export async function terminateUpload(
  app: App,
  permit: UploadPermit,
  upload: Writable,
  { leaseMs }: Pick<UploadTimes, 'leaseMs'>,
): Promise<boolean> {
  const taken = await takeLease(app.db, permit, upload.id, { leaseMs, expire: true });
  if (!taken) return false;
  await app.storage.appendables.remove(upload.storageKey);
  await write({ app }, permit, async (tx) => {
    const row = await tx
      .deleteFrom('uploads')
      .where('id', '=', upload.id)
      .where('lease_id', '=', taken.lease.leaseId)
      .returning('completed_at')
      .executeTakeFirst();
    if (!row || row.completed_at !== null) return;
    await announce(tx, uploadRemoved, await getFacts(tx, upload));
  });
  return true;
}

async function getFacts(
  tx: Tx,
  { teamId, videoKey, revisionKey }: Pick<Writable, 'teamId' | 'videoKey' | 'revisionKey'>,
) {
  const { projectId } = await tx
    .selectFrom('videos')
    .select('project_id as projectId')
    .where('team_id', '=', teamId)
    .where('key', '=', videoKey)
    .executeTakeFirstOrThrow();
  return { teamId, projectId, key: videoKey, revisionKey };
}
