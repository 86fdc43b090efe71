import type { Video } from '@kinora/contract/videos';
import { streamFolder, type VideoFile } from '@kinora/manifests/addresses';
import type { TeamScope } from '../../../base/request.ts';
import { playbackOrigin, playbackUrl, viewerUrl } from '../../playback-channels/rules.ts';
import { projectActions } from '../../projects/policy.ts';
import type { VideoRow } from '../queries/rows.ts';
import { isStaleUpload, uploadPercent } from '../../revisions/rules.ts';

/** The API's shape of a video. `labels` are the names of the built-in fields in the reader's language. */
export function answerOf(
  row: VideoRow,
  team: TeamScope,
  options: { edgeUrl: string; now: Date; publishedDateLabel: string },
): Video {
  const origin = playbackOrigin(options.edgeUrl, row.playbackDomain);
  const preview = { kind: 'multivariantPlaylist', videoKey: row.key } as const;
  return {
    id: row.key,
    key: row.key,
    title: row.title,
    description: row.description,
    tags: row.tags,
    duration: row.durationMs === null ? null : row.durationMs / 1000,
    playable: row.playable,
    playbackUrls: row.playable ? playbackUrls(origin, row) : null,
    previewUrl: row.playable ? viewerUrl(origin, preview) : null,
    coverImage: coverImage(origin, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    project: row.project,
    overlayPresetId: row.overlayPresetId,
    creator: row.creator,
    actions: { updateVideo: projectActions(team.role, row.role)?.updateVideo ?? false },
    uploadingInfo: uploadingInfo(row, options.now),
    vod: vod(row),
    additionalVideoMetaData: {
      fields: [
        {
          fieldName: 'publishedDate',
          displayName: options.publishedDateLabel,
          // Sent as a day, held as midnight UTC (specification 3, section 3).
          value: row.publishedDate === null ? null : `${row.publishedDate}T00:00:00.000Z`,
        },
      ],
      genres: [],
    },
  };
}

function playbackUrls(origin: string, row: VideoRow): Video['playbackUrls'] {
  const { key: videoKey } = row;
  const of = (file: VideoFile) => ({ url: playbackUrl(origin, { ...file, videoKey }) });
  // The classic model is HLS alone.
  const hasDash = row.deliveryModel !== null && row.deliveryModel !== 'classic';
  return {
    primaryPlaybackUrl: {
      hls: [of({ kind: 'multivariantPlaylist' })],
      dash: hasDash ? [of({ kind: 'dashManifest' })] : [],
      mp4Playlist: (row.progressiveHeights ?? []).map((height) =>
        of({ kind: 'progressiveFile', height }),
      ),
    },
    embeddedUrl: playbackUrl(origin, { kind: 'embedPage', videoKey }),
  };
}

function coverImage(origin: string, row: VideoRow): Video['coverImage'] {
  if (!row.coverWidths || row.coverWidths.length === 0) return null;
  const { key: videoKey } = row;
  const folder = streamFolder(row);
  const sizes = row.coverWidths.map((width) => {
    const url = viewerUrl(origin, { kind: 'revisionCover', videoKey, folder, width });
    return { width, url };
  });
  return { sizes };
}

function uploadingInfo(row: VideoRow, now: Date): Video['uploadingInfo'] {
  const isUploaded = row.uploadCompletedAt !== null;
  const uploadedSize = isUploaded ? row.sourceSize : (row.uploadedSize ?? 0);
  const open = row.uploadedSize === null ? 'queued' : 'uploading';
  return {
    state: isUploaded ? 'uploaded' : open,
    progress: uploadPercent(uploadedSize, row.sourceSize),
    uploadedSize,
    totalSize: row.sourceSize,
    uploadCompleteTime: row.uploadCompletedAt?.toISOString() ?? null,
    isStale: isStaleUpload(row.uploadCompletedAt, row.state, row.probeErrorType, now),
  };
}

function vod(row: VideoRow): Video['vod'] {
  return {
    id: row.revisionKey,
    revisionKey: row.revisionKey,
    deliveryModel: row.deliveryModel,
    drmModel: row.drmModel,
    drmModelChange:
      row.drmTarget === null
        ? null
        : { drmModel: row.drmTarget, state: row.drmFailed ? 'failed' : 'running' },
    processingInfo: {
      state: row.state,
      totalExpectedOutputs: row.totalExpectedOutputs,
      totalCompletedOutputs: row.totalCompletedOutputs,
      progress: row.progressPercent,
      failureReason: row.failureReason,
    },
    source: {
      fileName: row.fileName,
      type: row.sourceType,
      size: row.sourceSize,
      probeErrorType: row.probeErrorType,
      probeErrorDetail: row.probeErrorReason,
      probeDetail: row.probeDetail,
    },
    outputs: row.outputs,
  };
}
