/** Path of the tus 1.0 endpoint; an upload is at `{tusPath}{uploadId}`. */
export const tusPath = '/api/upload/v1/tus/videos/';
/** The same endpoint as clients also write it. */
export const tusBarePath = '/api/upload/v1/tus/videos';

export const tusExtensions = [
  'creation',
  'creation-with-upload',
  'termination',
  'checksum',
  'expiration',
] as const;

export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/**
 * On the answer to OPTIONS, and to a creation: bytes may be sent in another order than they have
 * in the file. A client whose creation did not return that sends the file from its beginning.
 */
export const uploadLayoutHeader = 'kinora-upload-layout';
export const uploadLayoutVersion = '1';

/** Bytes from `start` up to, and without, `end`. */
export type ByteRange = { start: number; end: number };

/** The ranges of a file in the order in which they are sent; every byte is in one of them. */
export type UploadLayout = readonly ByteRange[];

export const maxLayoutRanges = 8;

/** `layout` in `Upload-Metadata` has the form `start-end,start-end`. */
export function formatLayout(layout: UploadLayout): string {
  return layout.map(({ start, end }) => `${start}-${end}`).join(',');
}

/** An upload that is not finished is kept this long after its last byte. */
export const uploadLifetimeMs = 7 * 24 * 60 * 60 * 1000;

// The console's uploader keeps to these limits (specification 2, sections 4 and 9).
export const chunkSizeBytes = 100_000_000;
export const tusRetryDelaysMs = [7, 7, 11, 11, 15, 15, 20, 20, 30, 30].map((s) => s * 1000);
export const concurrentUploads = 3;
export const firstRetryDelayMs = 5000;
export const failedAtRetryDelayMs = 160_000;
export const fileCheckPollMs = 20_000;
export const fileCheckDeadlineMs = 240_000;
export const staleUploadMs = 24 * 60 * 60 * 1000;
