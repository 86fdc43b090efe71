import type { Language } from '@kinora/contract/fields';
import type { SourceFacts } from '@kinora/contract/video-sources';
import type { VideoSummary } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };
import { getStreamFolder, type VideoFile } from '@kinora/manifests/addresses';
import type { TeamScope } from '../../../base/request.ts';
import { getRuleName } from '../../geoblock-rules/rules.ts';
import {
  toPlaybackOrigin,
  toPlaybackUrl,
  type ToViewerUrl,
} from '../../playback-channels/rules.ts';
import { getProjectActions } from '../../projects/policy.ts';
import { isStaleUpload, getUploadPercent } from '../../revisions/rules.ts';
import type { SummaryParts, VideoParts } from '../parts.ts';
import type { DetailRow, VideoRow } from '../queries/rows.ts';

/** An answer depends on these beside the video. */
export type Surroundings = {
  team: TeamScope;
  edgeUrl: string;
  toViewerUrl: ToViewerUrl;
  toViewerLicence: (videoKey: string) => string;
  now: Date;
  /** The names of the built-in fields in the reader's language. */
  publishedDateLabel: string;
  lang: Language;
};

export function toVideoSummary(
  row: VideoRow & SummaryParts,
  {
    team,
    edgeUrl,
    toViewerUrl,
    now,
  }: Omit<Surroundings, 'publishedDateLabel' | 'lang' | 'toViewerLicence'>,
): VideoSummary {
  const { revision } = row;
  const hasVideo = revision.hasVideo ?? !revision.sourceType.startsWith('audio/');
  return {
    id: row.key,
    key: row.key,
    title: row.title,
    tags: row.tags,
    duration: revision.durationMs === null ? null : revision.durationMs / 1000,
    isAudioOnly: !hasVideo,
    playable: revision.playable,
    ...toAddresses(row, edgeUrl),
    requiresSignedUrl: row.isSignatureRequired,
    coverImage: toCoverImage(toViewerUrl, row),
    previewStoryboardUrl: toStoryboardUrl(toViewerUrl, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    project: { id: row.projectId, key: row.projectKey, name: row.projectName },
    creator: { id: row.creatorId, name: row.creatorName },
    actions: { updateVideo: getProjectActions(team.role, row.role)?.updateVideo ?? false },
    uploadingInfo: toUploadingInfo(row, now),
    vod: toVod(row),
  };
}

function choosePreview({ revision }: SummaryParts, isProtected: boolean) {
  // The console's own policy lets nobody ask a customer's server; that of the video's page does.
  if (revision.hasKeyServer) return 'embedPage';
  // Browsers decrypt by the MPD.
  return isProtected ? 'dashManifest' : 'multivariantPlaylist';
}

export function toVideo(row: DetailRow & VideoParts, surroundings: Surroundings): Video {
  const summary = toVideoSummary(row, surroundings);
  const isProtected = row.drm.drmModel !== 'none';
  return {
    ...summary,
    description: row.description,
    previewUrl: summary.playable
      ? surroundings.toViewerUrl(row.playbackDomain, {
          kind: choosePreview(row, isProtected),
          videoKey: row.key,
        })
      : null,
    previewLicenseToken:
      summary.playable && isProtected ? surroundings.toViewerLicence(row.key) : null,
    overlayPresetId: row.overlayPresetId,
    geoblockPolicy: toGeoblockPolicy(row, surroundings.lang),
    vod: {
      ...summary.vod,
      ...row.drm,
      outputs: row.outputs,
      keyProblem: row.revision.keyProblem,
      source: { ...summary.vod.source, facts: toSourceFacts(row) },
    },
    additionalVideoMetaData: {
      fields: [
        {
          fieldName: 'publishedDate',
          displayName: surroundings.publishedDateLabel,
          // Sent as a day, kept as midnight UTC (specification 3, section 3).
          value: row.publishedDate === null ? null : `${row.publishedDate}T00:00:00.000Z`,
        },
      ],
      genres: [],
    },
  };
}

const NAMES = { en, th };

function toGeoblockPolicy({ geoblock }: DetailRow, lang: Language): Video['geoblockPolicy'] {
  const { ruleId, allow, deny, rule } = geoblock;
  if (allow !== null) {
    const appliedRule = { allowCountryCodes: allow, denyCountryCodes: deny ?? [] };
    return { type: 'customRule', ruleId: null, name: NAMES[lang].customRule, appliedRule };
  }
  return {
    type: ruleId === null ? 'none' : 'existingRule',
    ruleId,
    name: getRuleName(rule, lang),
    appliedRule: { allowCountryCodes: rule.allow, denyCountryCodes: rule.deny },
  };
}

type Row = VideoRow & SummaryParts;

export type Addresses = Pick<VideoSummary, 'watchUrl' | 'playbackUrls'>;

/** The addresses of a video that are handed out. */
export function toAddresses(row: Row, edgeUrl: string): Addresses {
  const origin = toPlaybackOrigin(edgeUrl, row.playbackDomain);
  return {
    watchUrl: toPlaybackUrl(origin, { kind: 'watchPage', videoKey: row.key }),
    playbackUrls: row.revision.playable ? listPlaybackUrls(origin, row) : null,
  };
}

function listPlaybackUrls(origin: string, { key, revision }: Row): VideoSummary['playbackUrls'] {
  // The classic model is HLS alone.
  const hasDash = revision.deliveryModel !== null && revision.deliveryModel !== 'classic';
  const of = (file: VideoFile) => ({ url: toPlaybackUrl(origin, { ...file, videoKey: key }) });
  return {
    primaryPlaybackUrl: {
      hls: [of({ kind: 'multivariantPlaylist' })],
      dash: hasDash ? [of({ kind: 'dashManifest' })] : [],
      mp4Playlist: (revision.progressiveHeights ?? []).map((height) =>
        of({ kind: 'progressiveFile', height }),
      ),
    },
    embeddedUrl: toPlaybackUrl(origin, { kind: 'embedPage', videoKey: key }),
  };
}

function toCoverImage(
  toViewerUrl: ToViewerUrl,
  { key, revision, playbackDomain }: Row,
): VideoSummary['coverImage'] {
  const { coverWidths } = revision;
  if (!coverWidths || coverWidths.length === 0) return null;
  const folder = getStreamFolder({ revisionKey: revision.key, folder: revision.folder });
  const sizes = coverWidths.map((width) => {
    const cover = { kind: 'revisionCover', videoKey: key, folder, width } as const;
    return { width, url: toViewerUrl(playbackDomain, cover) };
  });
  return { sizes };
}

function toStoryboardUrl(
  toViewerUrl: ToViewerUrl,
  { key, revision, playbackDomain }: Row,
): string | null {
  if (!revision.playable || !revision.hasStoryboard) return null;
  const folder = getStreamFolder({ revisionKey: revision.key, folder: revision.folder });
  const storyboard = { kind: 'storyboard', format: 'json', videoKey: key, folder } as const;
  return toViewerUrl(playbackDomain, storyboard);
}

function toUploadingInfo({ revision, received }: Row, now: Date): VideoSummary['uploadingInfo'] {
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

function toSourceFacts({ revision: { probed, sourceSize } }: Row): SourceFacts | null {
  if (!probed) return null;
  const { video, audio, durationMs } = probed;
  return {
    videoCodec: video?.codec ?? null,
    audioCodec: audio[0]?.codec ?? null,
    frameRate: video ? toFrameRate(video.frameRate) : null,
    isFrameRateVariable: video?.variableFrameRate ?? false,
    bitRate: durationMs > 0 ? Math.round((sourceSize * 8000) / durationMs) : null,
    dynamicRange: video?.transfer ?? null,
    leftOut: probed.leftOut ?? [],
  };
}

/** To the thousandth, as 23.976. */
const toFrameRate = ({ numerator, denominator }: { numerator: number; denominator: number }) =>
  Math.round((1000 * numerator) / denominator) / 1000;

function toVod({ revision }: Row): VideoSummary['vod'] {
  return {
    id: revision.key,
    revisionKey: revision.key,
    deliveryModel: revision.deliveryModel,
    processingInfo: {
      state: revision.state,
      totalExpectedOutputs: revision.totalExpectedOutputs,
      totalCompletedOutputs: revision.totalCompletedOutputs,
      progress: revision.progressPercent,
      failureReason: revision.failureReason,
    },
    protecting: revision.protecting,
    isEncrypted: revision.isEncrypted,
    source: {
      fileName: revision.fileName,
      type: revision.sourceType,
      size: revision.sourceSize,
      width: revision.probed?.video?.displayWidth ?? null,
      height: revision.probed?.video?.displayHeight ?? null,
      probeErrorType: revision.probeErrorType,
      probeErrorDetail: revision.probeErrorReason,
      probeDetail: revision.probeDetail,
    },
  };
}
