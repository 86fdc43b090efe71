import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StorageError } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { AppError } from '../../../base/errors.ts';
import { write } from '../../../base/write.ts';
import { readBody, type Body } from '../adapter.ts';
import type { Sender } from '../queries.ts';
import type { UploadTimes } from '../rules.ts';
import { storedLayout } from '../rules/layout.ts';
import type { Checksum } from '../rules/headers.ts';
import type { Arrivals } from './arrival.ts';
import { keepLease, releaseLease, settle, type KeptLease, type Lease } from './lease.ts';
import type { Room } from './room.ts';
import { toStorageProblem } from './storage-problem.ts';
import { completeUpload, type Writable } from './uploads.ts';
import type { Writers } from './writers.ts';

export type Receiver = {
  app: Context;
  times: UploadTimes;
  writers: Writers;
  arrivals: Arrivals;
  room: Room;
};

export type Received = { offset: number; /** Null: complete. */ expiresAt: Date | null };

/**
 * Appends a request's body to an upload. In every case, durable bytes are recorded and the lease is given
 * back before this answers or throws. The body doesn't count at all when its checksum is wrong or it exceeds
 * the declared size.
 *
 * @throws AppError checksum_mismatch, upload_too_large, upload_conflict, upload_locked, storage_full,
 *   unavailable; malformed_request when the client broke off
 */
export async function receive(
  receiver: Receiver,
  lease: Lease,
  upload: Writable,
  part: { body: Readable; checksum: Checksum | null; sender: Sender },
): Promise<Received> {
  const { app, times } = receiver;
  const hash = part.checksum ? createHash(part.checksum.algorithm) : null;
  const controller = new AbortController();
  const abort = (reason: AppError) => controller.abort(reason);
  // The two know each other: bytes go on only under the lease, which is renewed while bytes come.
  const kept: KeptLease = keepLease(app, lease, times, {
    isBusy: () => body.waitedMs() <= times.renewMs,
    onLost: abort,
  });
  const body: Body = readBody(part.body, {
    admit: (bytes) => waitForBoth(kept.assure(), receiver.room.admit(bytes)),
    onChunk: hash && ((chunk) => hash.update(chunk)),
  });
  const watch = setInterval(() => {
    if (body.waitedMs() > times.stallMs) abort(brokenOffError(new Error('No byte for too long')));
  }, times.renewMs);
  const leave = receiver.writers.enter(upload.id, {
    sender: part.sender,
    isEnding: () => part.body.destroyed,
    waitedMs: body.waitedMs,
    abort,
  });
  try {
    const checksum = hash && part.checksum ? { hash, digest: part.checksum.digest } : null;
    return await append(receiver, kept, upload, { body, checksum, signal: controller.signal });
  } catch (error) {
    throw toStorageProblem(await recover(app, lease, upload, error).catch(() => error));
  } finally {
    clearInterval(watch);
    kept.stop();
    leave();
  }
}

function waitForBoth(one: Promise<void> | null, other: Promise<void> | null): Promise<void> | null {
  return one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other);
}

type Incoming = {
  body: Body;
  checksum: { hash: Hash; digest: Buffer } | null;
  signal: AbortSignal;
};

/** Each step demands the lease in its own statement, so a writer that lost it changes nothing. */
async function append(
  receiver: Receiver,
  kept: KeptLease,
  upload: Writable,
  { body, checksum, signal }: Incoming,
): Promise<Received> {
  const { app } = receiver;
  const { appendables } = app.storage;
  const { storageKey, offset, sizeBytes } = upload;
  if (offset === 0) await appendables.create(storageKey, storedLayout(upload));
  const arrival = receiver.arrivals.follow(kept.lease, upload);
  const appended = await appendables
    .append(storageKey, {
      offset,
      maxSize: sizeBytes,
      source: body,
      signal,
      // Bytes that a wrong checksum takes back must not be reported before.
      ...(checksum
        ? {}
        : { checkpoint: (size) => checkpoint(kept, size), arrived: arrival.arrived }),
    })
    .finally(arrival.stop);
  if (checksum && !(appended.complete && checksum.hash.digest().equals(checksum.digest))) {
    await kept.renew();
    await appendables.truncate(storageKey, offset);
    await write({ app }, kept.lease, (tx) => settle(tx, kept.lease, offset));
    throw appended.complete ? new AppError('checksum_mismatch') : brokenOffError(appended.cause);
  }
  if (appended.size < sizeBytes) {
    const expiresAt = await write({ app }, kept.lease, (tx) =>
      settle(tx, kept.lease, appended.size),
    );
    if (!appended.complete) throw brokenOffError(appended.cause);
    return { offset: appended.size, expiresAt };
  }
  // The offset first: once finished, there is no appendable any more to go on from.
  await kept.renew(appended.size);
  await completeUpload(app, kept.lease, upload);
  return { offset: appended.size, expiresAt: null };
}

/** A database that is away for a moment only delays the record. */
async function checkpoint(kept: KeptLease, size: number): Promise<void> {
  try {
    await kept.renew(size);
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
}

function brokenOffError(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError('malformed_request', {}, { cause });
}

/** Sets the row to what storage has, and gives the lease back. @returns the error for the client */
async function recover(
  app: Context,
  lease: Lease,
  upload: Writable,
  error: unknown,
): Promise<unknown> {
  const kind = error instanceof StorageError ? error.kind : null;
  const record = (offset: number) => write({ app }, lease, (tx) => settle(tx, lease, offset));
  switch (kind) {
    case 'too_large':
      await record(upload.offset);
      return new AppError('upload_too_large');
    // Bytes that were there are gone, so the client learns from HEAD how far to go back.
    case 'not_found':
    case 'bad_offset': {
      const size = (await app.storage.appendables.size(upload.storageKey)) ?? 0;
      await record(Math.min(size, upload.offset));
      return new AppError('upload_conflict', {}, { cause: error });
    }
    default:
      await write({ app }, lease, (tx) => releaseLease(tx, lease));
      return error;
  }
}
