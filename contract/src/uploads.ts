/** Path of the tus 1.0 endpoint; an upload is at `{tusPath}{uploadId}`. */
export const tusPath = '/api/upload/v1/tus/videos/';

export const tusExtensions = [
  'creation',
  'creation-with-upload',
  'termination',
  'checksum',
  'expiration',
] as const;

export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** An upload that is not finished is kept this long after its last byte. */
export const uploadLifetimeMs = 7 * 24 * 60 * 60 * 1000;

// What the console's uploader keeps to (specification 2, sections 4 and 9).
export const chunkSizeBytes = 100_000_000;
export const tusRetryDelaysMs = [7, 7, 11, 11, 15, 15, 20, 20, 30, 30].map((s) => s * 1000);
export const concurrentUploads = 3;
export const firstRetryDelayMs = 5000;
export const failedAtRetryDelayMs = 160_000;
export const fileCheckPollMs = 20_000;
export const fileCheckDeadlineMs = 240_000;
export const staleUploadMs = 24 * 60 * 60 * 1000;
