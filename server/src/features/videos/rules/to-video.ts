import type { Language } from '@kinora/contract/fields';
import type { SourceFacts } from '@kinora/contract/video-sources';
import type { VideoSummary } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import { getStreamFolder, type VideoFile } from '@kinora/manifests/addresses';
import type { Config } from '../../../base/config.ts';
import type { SenderScope } from '../../../base/request.ts';
import {
  openViewerLicences,
  openViewerUrls,
  toPlaybackOrigin,
  toPlaybackUrl,
  type ToViewerUrl,
} from '../../playback-channels/rules.ts';
import { getProjectActions } from '../../projects/policy.ts';
import type { PartContext, PartVideo } from '../../video-parts/parts.ts';
import type { PageFields, SummaryFields } from '../parts.ts';
import type { VideoRow } from '../queries/rows.ts';

/** The surroundings of an answer, besides the video. */
export type PresenterContext = PartContext & {
  edgeUrl: string;
  toViewerUrl: ToViewerUrl;
  toViewerLicence: (videoKey: string) => string;
};

export function createPresenterContext(
  config: Pick<Config, 'edgeUrl' | 'secrets'>,
  lang: Language,
  now: Date,
): PresenterContext {
  return {
    edgeUrl: config.edgeUrl,
    toViewerUrl: openViewerUrls(config, now),
    toViewerLicence: openViewerLicences(config, now),
    now,
    lang,
  };
}

export function toVideoSummary(
  row: Row,
  added: SummaryFields,
  team: SenderScope,
  { edgeUrl, toViewerUrl }: PresenterContext,
): VideoSummary {
  const { revision } = row;
  const hasVideo = revision.hasVideo ?? !revision.sourceType.startsWith('audio/');
  return {
    id: row.key,
    key: row.key,
    title: row.title,
    ...added.video,
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
    actions: { updateVideo: getProjectActions(team, row)?.updateVideo ?? false },
    vod: { ...toVod(row), ...added.vod },
  };
}

function choosePreview({ revision }: Row, isProtected: boolean) {
  // The console's own policy forbids requests to a customer's key server; the policy of the embed page allows
  // them.
  if (revision.hasKeyServer) return 'embedPage';
  // Browsers decrypt by the MPD.
  return isProtected ? 'dashManifest' : 'multivariantPlaylist';
}

export function toVideo(
  row: Row & { description: string },
  summary: VideoSummary,
  added: PageFields,
  { toViewerUrl, toViewerLicence }: PresenterContext,
): Video {
  const isProtected = added.vod.drmModel !== 'none';
  const kind = choosePreview(row, isProtected);
  return {
    ...summary,
    description: row.description,
    previewUrl: summary.playable
      ? toViewerUrl(row.playbackDomain, { kind, videoKey: row.key })
      : null,
    previewLicenseToken: summary.playable && isProtected ? toViewerLicence(row.key) : null,
    ...added.video,
    vod: {
      ...summary.vod,
      ...added.vod,
      source: { ...summary.vod.source, facts: toSourceFacts(row) },
    },
  };
}

type Row = VideoRow & PartVideo;

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
