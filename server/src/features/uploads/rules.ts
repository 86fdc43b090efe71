import { STALE_UPLOAD_MS } from '@kinora/contract/uploads';
import { UploadSource } from '@kinora/contract/video-sources';

/** Largest upload in bytes, as `POST /videos` takes them. */
export const MAX_UPLOAD_BYTES = UploadSource.shape.size.maxValue ?? Number.MAX_SAFE_INTEGER;

export type UploadTimes = {
  /** A writer that did not renew its lease for this long is taken to be dead. */
  leaseMs: number;
  /** How often a writer renews its lease; also the longest that it waits for bytes. */
  renewMs: number;
  /** A writer of this process that waits this long for bytes is preempted by another request. */
  preemptAfterMs: number;
  /** A request without a byte for this long is ended. */
  stallMs: number;
  /** How often it is checked that those who write still may. */
  rightsMs: number;
  /** How often the arrived bytes are recorded for workers. */
  arrivalMs: number;
};

export const UPLOAD_TIMES: UploadTimes = {
  leaseMs: 10_000,
  renewMs: 3_000,
  // Below the first retry of the console (7 s), so that it finds the way free.
  preemptAfterMs: 5_000,
  stallMs: 60_000,
  rightsMs: 500,
  arrivalMs: 250,
};

/** All source files of a video lie below it. */
export const getSourcesPrefix = (videoKey: string) => `sources/${videoKey}/`;

/** Storage key of a revision's source file; opaque, nothing that users typed is in it. */
export function sourceKey(videoKey: string, revisionKey: string): string {
  return `${getSourcesPrefix(videoKey)}${revisionKey}`;
}

/** Says whether it can be a key or id of ours at all; others are not even looked up. */
export function isKeyLike(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/**
 * Says whether a new upload may take the place of an unfinished one of the same video. A client that
 * lost the address of its upload must not wait a week for it to expire, so its own account may
 * replace it; a colleague may once it got no byte for a day.
 */
export function mayReplace(
  existing: { accountId: string; idleMs: number },
  accountId: string,
): boolean {
  return existing.accountId === accountId || existing.idleMs >= STALE_UPLOAD_MS;
}
