import { getStreamFolder } from '@kinora/manifests/addresses';
import type { Db } from '../../../base/db.ts';
import type { ToViewerUrl } from '../../playback-channels/rules.ts';
import { listRevisionFacts } from '../../revisions/queries.ts';

/** Facts about a video, besides its work, that rows of jobs show. */
export type JobVideoFacts = {
  coverUrl: string | null;
  duration: number | null;
  isAudioOnly: boolean;
};

/** Stands in for a video that was deleted after its row was read. */
export const UNKNOWN: JobVideoFacts = { coverUrl: null, duration: null, isAudioOnly: false };

type Row = { revisionKey: string; videoKey: string; playbackDomain: string };

/** By the keys of their revisions. */
export async function getJobVideos(
  db: Db,
  rows: readonly Row[],
  toViewerUrl: ToViewerUrl,
): Promise<Map<string, JobVideoFacts>> {
  const keys = rows.map(({ revisionKey }) => revisionKey);
  const found = keys.length === 0 ? [] : await listRevisionFacts(db, keys);
  const revisions = new Map(found.map((one) => [one.key, one]));
  const facts = rows.flatMap(({ revisionKey, videoKey, playbackDomain }) => {
    const revision = revisions.get(revisionKey);
    if (!revision) return [];
    const { coverWidths, durationMs, hasVideo, sourceType, folder } = revision;
    const [width] = coverWidths ?? [];
    const target = { videoKey, folder: getStreamFolder({ revisionKey, folder }) };
    const own: JobVideoFacts = {
      coverUrl:
        width === undefined
          ? null
          : toViewerUrl(playbackDomain, { kind: 'revisionCover', ...target, width }),
      duration: durationMs === null ? null : durationMs / 1000,
      isAudioOnly: !(hasVideo ?? !sourceType.startsWith('audio/')),
    };
    return [[revisionKey, own] as const];
  });
  return new Map(facts);
}
