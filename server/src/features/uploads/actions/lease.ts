import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { UPLOAD_LIFETIME_MS } from '@kinora/contract/uploads';
import type { Actor } from '../../../base/actor.ts';
import type { Context } from '../../../base/context.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { AppError } from '../../../base/errors.ts';
import { announce } from '../../../base/events.ts';
import { write } from '../../../base/write.ts';
import { uploadProgressed } from '../events.ts';
import type { UploadPermit } from '../policy.ts';
import type { UploadTimes } from '../rules.ts';

declare const proven: unique symbol;

/** The right to write to one upload's bytes, until another takes it after it ran out. */
export type Lease = {
  readonly [proven]: true;
  uploadId: string;
  leaseId: string;
  /** Null where a job writes. */
  actor: Actor | null;
  /** Says when the statement was sent, by this process's monotonic clock. */
  takenAtMs: number;
};

/** Another writer has the upload, or took it over. */
export function lockedError(): AppError {
  return new AppError('upload_locked', { retryAfterSeconds: 3 });
}

export const afterMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** A lease that the row is created with. */
export function newLease({ actor }: UploadPermit, uploadId: string): Lease {
  return { uploadId, leaseId: randomUUID(), actor, takenAtMs: performance.now() } as Lease;
}

/**
 * Takes an unfinished upload for writing. `expire` makes it count as expired from now on, so that
 * a termination that is broken off is brought to its end by the sweep.
 *
 * @returns the lease and the offset as it is now; null when another writer has it
 */
export async function takeLease(
  db: Db,
  permit: UploadPermit,
  uploadId: string,
  options: { leaseMs: number; expire?: boolean },
): Promise<{ lease: Lease; offset: number } | null> {
  const lease = newLease(permit, uploadId);
  const row = await db
    .updateTable('uploads')
    .set((row) => ({
      lease_id: lease.leaseId,
      lease_until: afterMs(options.leaseMs),
      // Bytes beyond the offset were never durable, and will be written again.
      arrived_bytes: row.ref('offset_bytes'),
    }))
    .$if(options.expire === true, (query) => query.set({ expires_at: sql<Date>`now()` }))
    .where('id', '=', uploadId)
    .where('team_id', '=', permit.teamId)
    .where('completed_at', 'is', null)
    .where(sql<boolean>`coalesce(lease_until <= now(), true)`)
    .returning('offset_bytes as offset')
    .executeTakeFirst();
  return row ? { lease, offset: row.offset } : null;
}

/**
 * Records the bytes that are durable and gives the lease back.
 *
 * @returns when the upload expires
 * @throws AppError upload_locked when another writer took over; nothing is recorded then
 */
export async function settle(tx: Tx, lease: Lease, offset: number): Promise<Date> {
  const row = await updateLeased(tx, lease)
    .set({
      offset_bytes: offset,
      arrived_bytes: offset,
      expires_at: afterMs(UPLOAD_LIFETIME_MS),
      lease_id: null,
      lease_until: null,
    })
    .returning(['expires_at as expiresAt', 'video_key as key', 'team_id as teamId', projectId])
    .executeTakeFirst();
  if (!row) throw lockedError();
  const { expiresAt, ...facts } = row;
  await announce(tx, uploadProgressed, facts);
  return expiresAt;
}

const projectId = sql<string>`(select project_id from videos v where v.key = uploads.video_key)`.as(
  'projectId',
);

/** The row of an upload, if the lease on it is still ours. */
export function updateLeased(tx: Tx, lease: Lease) {
  return tx
    .updateTable('uploads')
    .where('id', '=', lease.uploadId)
    .where('lease_id', '=', lease.leaseId);
}

/** Gives the lease back and changes nothing else; one that was lost is no matter. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await updateLeased(tx, lease).set({ lease_id: null, lease_until: null }).execute();
}

export type KeptLease = {
  lease: Lease;
  /** Null while the lease surely runs, else a promise that renews it or rejects. */
  assure: () => Promise<void> | null;
  /** @throws AppError upload_locked when another writer took over */
  renew: (offset?: number) => Promise<void>;
  stop: () => void;
};

/**
 * Renews a lease every `renewMs` as long as `isBusy`. A writer that was stopped by the system and
 * goes on finds by its own clock that its lease ran out, and writes no more before it is renewed.
 */
export function keepLease(
  app: Pick<Context, 'db'>,
  lease: Lease,
  times: UploadTimes,
  { isBusy, onLost }: { isBusy: () => boolean; onLost: (error: AppError) => void },
): KeptLease {
  // A tenth less than the row says, for the time between a look at the clock and a write.
  const surelyMs = times.leaseMs * 0.9;
  let surelyUntil = lease.takenAtMs + surelyMs;

  async function renew(offset?: number): Promise<void> {
    const sentAt = performance.now();
    const progress =
      offset === undefined
        ? {}
        : {
            offset_bytes: offset,
            arrived_bytes: sql<number>`greatest(arrived_bytes, ${offset})`,
            expires_at: afterMs(UPLOAD_LIFETIME_MS),
          };
    await write({ app }, lease, async (tx) => {
      const row = await updateLeased(tx, lease)
        .set({ lease_until: afterMs(times.leaseMs), ...progress })
        .returning(['video_key as key', 'team_id as teamId', projectId])
        .executeTakeFirst();
      if (!row) throw lockedError();
      if (offset !== undefined) await announce(tx, uploadProgressed, row);
    });
    surelyUntil = sentAt + surelyMs;
  }
  const timer = setInterval(() => {
    if (!isBusy()) return;
    // A database that is away for a moment costs nothing: `assure` renews again when it must.
    renew().catch((error: unknown) => error instanceof AppError && onLost(error));
  }, times.renewMs);
  return {
    lease,
    renew,
    assure: () => (performance.now() < surelyUntil ? null : renew().catch(unavailable)),
    stop: () => clearInterval(timer),
  };
}

function unavailable(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('unavailable', {}, { cause: error });
}
