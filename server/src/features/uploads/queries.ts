import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import {
  INTERRUPTED_UPLOAD_MS,
  UPLOAD_LIFETIME_MS,
  type UploadLayout,
} from '@kinora/contract/uploads';
import { databaseNow, type Db, type Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { prepared } from '../../base/prepared.ts';
import type { SenderScope } from '../../base/request.ts';
import { UPLOADING_ROLES } from '../projects/policy.ts';
import { permitUpload, type UploadPermit } from './policy.ts';
import { isKeyLike } from './rules.ts';
import { storedLayout } from './rules/layout.ts';

/** The arrived bytes of an incomplete file. */
export type Received = { bytes: number; isInterrupted: boolean };

export type Upload = {
  id: string;
  teamId: string;
  videoKey: string;
  revisionKey: string;
  accountId: string;
  storageKey: string;
  sizeBytes: number;
  /** Bytes that are durable. */
  offset: number;
  /** The order in which the bytes are sent, as the client wrote it; null: from the beginning. */
  layout: string | null;
  /** The header as the client sent it. */
  metadata: string;
  expiresAt: Date;
  /** The time since the client's last byte. */
  idleMs: number;
  isExpired: boolean;
  /** A writer's lease runs. */
  isLocked: boolean;
  isCompleted: boolean;
};

// Leases and expiry are judged by the database's clock alone: processes may disagree about theirs.
const UPLOAD_COLUMNS = [
  'u.id',
  'u.team_id as teamId',
  'u.video_key as videoKey',
  'u.revision_key as revisionKey',
  'u.account_id as accountId',
  'u.storage_key as storageKey',
  'u.size_bytes as sizeBytes',
  'u.offset_bytes as offset',
  'u.layout',
  'u.metadata',
  'u.expires_at as expiresAt',
  sql<number>`(${UPLOAD_LIFETIME_MS}
    - extract(epoch from u.expires_at - now()) * 1000)::float8`.as('idleMs'),
  // An upload with all of its bytes is still completed, however late.
  sql<boolean>`u.expires_at <= now() and u.offset_bytes < u.size_bytes`.as('isExpired'),
  sql<boolean>`coalesce(u.lease_until > now(), false)`.as('isLocked'),
  sql<boolean>`u.completed_at is not null`.as('isCompleted'),
] as const;

/**
 * An upload and the permit to write to it.
 *
 * @throws AppError not_found, forbidden
 */
export async function getUpload(
  db: Db,
  team: SenderScope,
  id: string,
): Promise<{ upload: Upload; permit: UploadPermit }> {
  if (!isKeyLike(id)) throw notFound('upload');
  const row = await db
    .selectFrom('uploads as u')
    .innerJoin('live_videos as v', 'v.key', 'u.video_key')
    .leftJoin('visible_projects as m', (join) =>
      join.onRef('m.id', '=', 'v.project_id').on('m.member_id', '=', team.accountId),
    )
    .select(UPLOAD_COLUMNS)
    .select(['v.project_id as projectId', sql<ProjectRole | null>`m.member_role`.as('role')])
    .where('u.id', '=', id)
    .where('u.team_id', '=', team.teamId)
    .executeTakeFirst();
  if (!row) throw notFound('upload');
  const { projectId, role, ...upload } = row;
  return { upload, permit: permitUpload(team, { projectId, role }, 'upload') };
}

export type UploadTarget = {
  videoKey: string;
  revisionKey: string;
  /** The size that was announced with the video; null: whatever is sent. */
  sizeBytes: number | null;
  hasSource: boolean;
};

/**
 * The revision that an upload is for, with its unfinished upload if there is one: the named one of those
 * that are current or prepared, or else the current one.
 *
 * @throws AppError not_found, forbidden
 */
export async function getUploadTarget(
  db: Db,
  team: SenderScope,
  { videoKey, revisionKey }: { videoKey: string; revisionKey?: string | undefined },
): Promise<{ target: UploadTarget; existing: Upload | null; permit: UploadPermit }> {
  if (!isKeyLike(videoKey)) throw notFound('video');
  const row = await db
    .selectFrom('live_videos as v')
    .innerJoin('active_revisions as r', 'r.video_key', 'v.key')
    .leftJoin('visible_projects as m', (join) =>
      join.onRef('m.id', '=', 'v.project_id').on('m.member_id', '=', team.accountId),
    )
    .select(['v.key as videoKey', 'v.project_id as projectId', 'r.key as revisionKey'])
    .select([
      sql<number | null>`case when r.source_type <> '' then r.source_size_bytes end`.as(
        'sizeBytes',
      ),
      sql<ProjectRole | null>`m.member_role`.as('role'),
      sql<boolean>`r.state <> 'sourceWaiting' or r.upload_completed_at is not null`.as('hasSource'),
    ])
    .where('v.key', '=', videoKey)
    .where('v.team_id', '=', team.teamId)
    .where('r.key', '=', revisionKey ?? sql<string>`v.current_revision_key`)
    .executeTakeFirst();
  if (!row) throw notFound('video');
  const { projectId, role, ...target } = row;
  const permit = permitUpload(team, { projectId, role }, 'video');
  const existing = await db
    .selectFrom('uploads as u')
    .select(UPLOAD_COLUMNS)
    .where('u.revision_key', '=', target.revisionKey)
    .executeTakeFirst();
  return { target, existing: existing ?? null, permit };
}

export type ArrivedFile = {
  /** A key of `storage.appendables` while it grows, of `storage` when it is complete. */
  storageKey: string;
  sizeBytes: number;
  /** Bytes in the order of `layout` that can be read; not all of them need be durable. */
  arrivedBytes: number;
  layout: UploadLayout | null;
  isComplete: boolean;
};

/** The arrived part of a revision's file; null when no upload of it was begun. */
export async function findArrivedFile(db: Db, revisionKey: string): Promise<ArrivedFile | null> {
  const row = await db
    .selectFrom('uploads')
    .select(['storage_key as storageKey', 'size_bytes as sizeBytes', 'layout'])
    .select(['arrived_bytes as arrivedBytes'])
    .select(sql<boolean>`completed_at is not null`.as('isComplete'))
    .where('revision_key', '=', revisionKey)
    .executeTakeFirst();
  return row ? { ...row, layout: storedLayout(row) } : null;
}

/** Lists how many bytes are durable of the files of revisions. */
export async function listReceivedBytes(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<({ revisionKey: string } & Received)[]> {
  return prepared(db, 'received_bytes')
    .selectFrom('uploads')
    .select(['revision_key as revisionKey', 'offset_bytes as bytes'])
    .select(
      // Bytes that a request has not acknowledged yet are recorded by its lease.
      sql<boolean>`completed_at is null and coalesce(lease_until < now(), true)
        and expires_at < now() + ${UPLOAD_LIFETIME_MS - INTERRUPTED_UPLOAD_MS}::float8
          * interval '1 millisecond'`.as('isInterrupted'),
    )
    .where(sql<boolean>`revision_key = any(${revisionKeys})`)
    .execute();
}

/** Lists uploads with all of their bytes whose completion is missing, as their process was killed. */
export async function listUnfinishedCompletions(db: Db, limit: number): Promise<Upload[]> {
  return selectLeftUploads(db, limit).whereRef('u.offset_bytes', '=', 'u.size_bytes').execute();
}

export async function listExpiredUploads(db: Db, limit: number): Promise<Upload[]> {
  return selectLeftUploads(db, limit)
    .whereRef('u.offset_bytes', '<', 'u.size_bytes')
    .where('u.expires_at', '<=', databaseNow)
    .execute();
}

/** Unfinished uploads that no writer has. */
function selectLeftUploads(db: Db, limit: number) {
  return db
    .selectFrom('uploads as u')
    .select(UPLOAD_COLUMNS)
    .where('u.completed_at', 'is', null)
    .where(sql<boolean>`coalesce(u.lease_until <= now(), true)`)
    .orderBy('u.expires_at')
    .limit(limit);
}

/** The sender of bytes: an account, or an upload form for its owner. */
export type Sender = Pick<SenderScope, 'accountId' | 'role'>;
/** An upload that is being written to. */
export type Writing = { uploadId: string; sender: Sender };

/** Lists those of the uploads whose senders have lost the right to write to them, or whose video is gone. */
export async function listRevoked(db: Db, writing: readonly Writing[]): Promise<string[]> {
  const ids = writing.map(({ uploadId }) => uploadId);
  const accounts = writing.map(({ sender }) => sender.accountId);
  const forms = writing.map(({ sender }) => sender.role === 'form');
  const { rows } = await sql<{ id: string }>`
    select w.id
    from unnest(${ids}::text[], ${accounts}::uuid[], ${forms}::boolean[]) as w (id, account, is_form)
    where not exists (
      select from uploads u
      join live_videos v on v.key = u.video_key
      join active_members a on a.team_id = u.team_id and a.account_id = w.account
      left join visible_projects p on p.id = v.project_id and p.member_id = w.account
      where u.id = w.id
        and (w.is_form or a.role = 'admin' or p.member_role = any(${UPLOADING_ROLES})))`.execute(
    prepared(db, 'revoked_uploads'),
  );
  return rows.map(({ id }) => id);
}
