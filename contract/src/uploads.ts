/** Path of the tus 1.0 endpoint; an upload is at `{tusPath}{uploadId}`. */
export const TUS_PATH = '/api/upload/v1/tus/videos/';
/** The same endpoint as clients also write it. */
export const TUS_BARE_PATH = '/api/upload/v1/tus/videos';

export const TUS_EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'termination',
  'checksum',
  'expiration',
] as const;

export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/**
 * Sent with answers to OPTIONS and to a creation: bytes may arrive in another order than in the file. A
 * client whose creation did not return that sends the file from its beginning.
 */
export const UPLOAD_LAYOUT_HEADER = 'kinora-upload-layout';
export const UPLOAD_LAYOUT_VERSION = '1';

/** Bytes from `start` up to, and without, `end`. */
export type ByteRange = { start: number; end: number };

/** The ranges of a file in the order in which they are sent; every byte is in one of them. */
export type UploadLayout = readonly ByteRange[];

export const MAX_LAYOUT_RANGES = 8;

/** `layout` in `Upload-Metadata` has the form `start-end,start-end`. */
export function formatLayout(layout: UploadLayout): string {
  return layout.map(({ start, end }) => `${start}-${end}`).join(',');
}

/** An upload that is not finished is kept this long after its last byte. */
export const UPLOAD_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

// The console's uploader keeps to these limits (specification 2, sections 4 and 9).
export const CHUNK_SIZE_BYTES = 100_000_000;
export const TUS_RETRY_DELAYS_MS = [7, 7, 11, 11, 15, 15, 20, 20, 30, 30].map((s) => s * 1000);
export const CONCURRENT_UPLOADS = 3;
export const FIRST_RETRY_DELAY_MS = 5000;
export const FAILED_AT_RETRY_DELAY_MS = 160_000;
export const FILE_CHECK_POLL_MS = 20_000;
export const FILE_CHECK_DEADLINE_MS = 240_000;
/** An upload that is not finished is interrupted after so long without a byte. */
export const INTERRUPTED_UPLOAD_MS = 5 * 60 * 1000;
export const STALE_UPLOAD_MS = 24 * 60 * 60 * 1000;
