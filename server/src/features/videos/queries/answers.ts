import type { VideoSummary } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import type { Db, Tx } from '../../../base/db.ts';
import type { SenderScope } from '../../../base/request.ts';
import { loadParts, PAGE_PARTS, PARTS, presentParts, SUMMARY_PARTS } from '../parts.ts';
import { toVideo, toVideoSummary, type PresenterContext } from '../rules/to-video.ts';
import { listVideosByKey } from './detail.ts';
import type { VideoRow } from './rows.ts';

/** Reads what lists show of the rows of a page. */
export async function readSummaries(
  db: Db | Tx,
  team: SenderScope,
  rows: readonly VideoRow[],
  context: PresenterContext,
): Promise<VideoSummary[]> {
  const videos = await loadParts(db, team, SUMMARY_PARTS, rows);
  return videos.map((video) =>
    toVideoSummary(video, presentParts(SUMMARY_PARTS, video, context), team, context),
  );
}

/** Reads whole videos in the order of `keys`; those that the caller may not see are left out. */
export async function readVideos(
  db: Db | Tx,
  team: SenderScope,
  keys: readonly string[],
  context: PresenterContext,
): Promise<Video[]> {
  const videos = await loadParts(db, team, PARTS, await listVideosByKey(db, team, keys));
  return videos.map((video) => {
    const summary = presentParts(SUMMARY_PARTS, video, context);
    return toVideo(
      video,
      toVideoSummary(video, summary, team, context),
      presentParts(PAGE_PARTS, video, context),
      context,
    );
  });
}
