import { sql, type RawBuilder } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Output, ProcessingState, SourceProblem, Tag } from '@kinora/contract/videos';
import type { TeamScope } from '../../../base/request.ts';
import { coverWidths, fileHeights } from '../../revisions/queries.ts';

/** A video as one statement reads it; `answer.ts` makes the API's shape of it. */
export type VideoRow = {
  key: string;
  title: string;
  description: string;
  publishedDate: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** `created_at` to the microsecond, for page tokens. */
  position: string;
  project: { id: string; key: string; name: string };
  overlayPresetId: string | null;
  creator: { id: string; name: string };
  role: ProjectRole | null;
  playbackDomain: string;
  tags: Tag[];
  revisionKey: string;
  state: ProcessingState;
  fileName: string;
  sourceType: string;
  sourceSize: number;
  uploadedSize: number | null;
  uploadCompletedAt: Date | null;
  probeErrorType: 'probeFileError' | 'probeError' | null;
  probeErrorReason: SourceProblem | null;
  probeDetail: string | null;
  failureReason: SourceProblem | null;
  durationMs: number | null;
  coverWidths: number[] | null;
  folder: string | null;
  deliveryModel: 'classic' | 'model-k' | 'model-c' | null;
  progressiveHeights: number[] | null;
  drmModel: DrmModel;
  drmTarget: DrmModel | null;
  drmFailed: boolean;
  progressPercent: number;
  totalExpectedOutputs: number;
  totalCompletedOutputs: number;
  playable: boolean;
  outputs: Output[];
};

// Rows of a page are chosen first (`chosen`: key and position), and only those are read whole.
// The inner json_agg run once a row, each by a primary key or an index.
export function videoRows(team: TeamScope, chosen: RawBuilder<unknown>): RawBuilder<VideoRow> {
  return sql<VideoRow>`
    select v.key, v.title, v.description, v.published_date as "publishedDate",
      v.overlay_preset_id as "overlayPresetId",
      v.created_at as "createdAt", v.updated_at as "updatedAt",
      (v.created_at at time zone 'utc')::text as position,
      json_build_object('id', p.id, 'key', p.key, 'name', p.name) as project,
      json_build_object('id', a.id, 'name', a.name) as creator,
      m.role, c.default_playback_domain as "playbackDomain",
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
        from video_tags vt join tags t on t.id = vt.tag_id where vt.video_key = v.key
      ), '[]') as tags,
      r.key as "revisionKey", r.state, r.source_file_name as "fileName",
      r.source_type as "sourceType", r.source_size_bytes as "sourceSize",
      r.upload_completed_at as "uploadCompletedAt",
      (select u.offset_bytes from uploads u where u.video_key = v.key
        order by u.created_at desc limit 1) as "uploadedSize",
      r.probe_error_type as "probeErrorType", r.probe_error_reason as "probeErrorReason",
      r.probe_detail as "probeDetail", r.failure_reason as "failureReason",
      r.duration_ms as "durationMs", ${coverWidths} as "coverWidths", r.folder,
      r.drm_model as "drmModel", r.drm_target as "drmTarget", r.drm_failed as "drmFailed",
      r.delivery_model as "deliveryModel", ${fileHeights} as "progressiveHeights",
      r.progress_percent as "progressPercent",
      r.total_expected_outputs as "totalExpectedOutputs",
      r.total_completed_outputs as "totalCompletedOutputs",
      r.state in ('partiallyCompleted', 'completed') as playable,
      coalesce((
        select json_agg(json_build_object(
          'id', o.rendition_id, 'type', o.type, 'name', o.name, 'codec', o.codec,
          'width', o.width, 'height', o.height, 'languageCode', o.language_code,
          'bitRate', o.average_bps, 'maxBitRate', o.peak_bps, 'fileSize', o.size_bytes,
          'completed', o.completed_at is not null) order by o.position)
        from outputs o where o.revision_key = r.key
      ), '[]') as outputs
    from (${chosen}) chosen
    join videos v on v.key = chosen.key
    join revisions r on r.key = v.current_revision_key
    join projects p on p.id = v.project_id
    join accounts a on a.id = v.creator_id
    join playback_channels c on c.id = p.primary_playback_channel_id
    left join project_memberships m on m.project_id = p.id and m.account_id = ${team.accountId}`;
}

/** Videos that are not deleted, of projects that the caller may see. Every read starts here. */
export function visibleVideos(team: TeamScope): RawBuilder<unknown> {
  const own = sql`v.team_id = ${team.teamId} and v.deleted_at is null`;
  return team.role === 'admin'
    ? own
    : sql`${own} and v.project_id in (
        select o.project_id from project_memberships o where o.account_id = ${team.accountId})`;
}
