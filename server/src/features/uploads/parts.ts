import type { UploadingInfo } from '@kinora/contract/video-sources';
import { getUploadPercent, isStaleUpload } from '../revisions/rules.ts';
import { definePart, type PartVideo } from '../video-parts/parts.ts';
import { listReceivedBytes, type Received } from './queries.ts';

/** How far the file of a video is. */
export const uploadPart = definePart({
  name: 'uploadingInfo',
  at: 'video',
  by: 'revisionKey',
  concerns: ({ revision }) => revision.uploadCompletedAt === null,
  load: async (db, _team, revisionKeys) => {
    const received = await listReceivedBytes(db, revisionKeys);
    return new Map(received.map((one) => [one.revisionKey, one]));
  },
  // No upload was begun, or the file is there.
  absent: null,
  present: (received: Received | null, video, { now }) => ({
    uploadingInfo: toUploadingInfo(received, video, now),
  }),
});

function toUploadingInfo(
  received: Received | null,
  { revision }: PartVideo,
  now: Date,
): UploadingInfo {
  const { uploadCompletedAt, sourceSize, state, probeErrorType } = revision;
  const isUploaded = uploadCompletedAt !== null;
  const uploadedSize = isUploaded ? sourceSize : (received?.bytes ?? 0);
  const open = received === null ? 'queued' : 'uploading';
  return {
    state: isUploaded ? 'uploaded' : open,
    progress: getUploadPercent(uploadedSize, sourceSize),
    uploadedSize,
    totalSize: sourceSize,
    uploadCompleteTime: uploadCompletedAt?.toISOString() ?? null,
    isInterrupted: received?.isInterrupted ?? false,
    isStale: isStaleUpload(uploadCompletedAt, state, probeErrorType, now),
  };
}
