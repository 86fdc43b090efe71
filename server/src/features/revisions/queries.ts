import { sql } from 'kysely';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { ProcessingState, SourceProblem } from '@kinora/contract/videos';
import type { Db, Tx } from '../../base/db.ts';
import { prepared } from '../../base/prepared.ts';

/** What a video shows of a revision. */
export type RevisionFacts = {
  key: string;
  state: ProcessingState;
  fileName: string;
  sourceType: string;
  sourceSize: number;
  uploadCompletedAt: Date | null;
  probeErrorType: 'probeFileError' | 'probeError' | null;
  probeErrorReason: SourceProblem | null;
  probeDetail: string | null;
  failureReason: SourceProblem | null;
  durationMs: number | null;
  progressPercent: number;
  totalExpectedOutputs: number;
  totalCompletedOutputs: number;
  playable: boolean;
  /** Null until the source was probed. */
  hasVideo: boolean | null;
  deliveryModel: DeliveryModel | null;
  progressiveHeights: number[] | null;
  folder: string | null;
  coverWidths: number[] | null;
};

export async function listRevisionFacts(
  db: Db | Tx,
  keys: readonly string[],
): Promise<RevisionFacts[]> {
  const { rows } = await sql<RevisionFacts>`
    select r.key, r.state, r.source_file_name as "fileName", r.source_type as "sourceType",
      r.source_size_bytes as "sourceSize", r.upload_completed_at as "uploadCompletedAt",
      r.probe_error_type as "probeErrorType", r.probe_error_reason as "probeErrorReason",
      r.probe_detail as "probeDetail", r.failure_reason as "failureReason",
      r.duration_ms as "durationMs", r.progress_percent as "progressPercent",
      r.total_expected_outputs as "totalExpectedOutputs",
      r.total_completed_outputs as "totalCompletedOutputs",
      r.state in ('partiallyCompleted', 'completed') as playable,
      jsonb_array_length(r.stream -> 'video') > 0 as "hasVideo",
      r.stream ->> 'deliveryModel' as "deliveryModel",
      jsonb_path_query_array(r.stream, '$.progressive[*].height') as "progressiveHeights",
      r.stream ->> 'folder' as folder, r.stream -> 'coverWidths' as "coverWidths"
    from revisions r where r.key = any(${keys})`.execute(prepared(db, 'revision_facts'));
  return rows;
}

/** Where the smallest cover of a revision lies. */
export type RevisionCover = {
  videoKey: string;
  revisionKey: string;
  folder: string | null;
  width: number;
};

/** Of those that have a cover. */
export async function listRevisionCovers(
  db: Db | Tx,
  keys: readonly string[],
): Promise<RevisionCover[]> {
  const { rows } = await sql<RevisionCover>`
    select r.video_key as "videoKey", r.key as "revisionKey", r.stream ->> 'folder' as folder,
      (r.stream -> 'coverWidths' -> 0)::int as width
    from revisions r
    where r.key = any(${keys}) and jsonb_array_length(r.stream -> 'coverWidths') > 0`.execute(
    prepared(db, 'revision_covers'),
  );
  return rows;
}
