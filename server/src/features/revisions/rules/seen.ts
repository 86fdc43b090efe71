import type { ProcessingState } from '@kinora/contract/videos/summary';
import type { Database } from '../../../base/database-types.ts';

/** They say how work on a revision goes, and its team sees them. Viewers may see all others. */
const UNSEEN: readonly string[] = [
  'completed_at',
  'default_rendition_id',
  'drm_key_problem',
  'drm_target',
  'failure_detail',
  'failures',
  'job_id',
  'job_retry',
  'key_server_id',
  'on_demand_ids',
  'pace',
  'packaging',
  'packaging_attempts',
  'plan',
  'planned_at',
  'probe_detail',
  'probe_error_reason',
  'progress_percent',
  'uncopyable_kinds',
  'segment_arrivals',
  'source_file_name',
  'source_size_bytes',
  'source_type',
  'total_completed_outputs',
  'total_expected_outputs',
  'upload_completed_at',
  'remux_key',
] satisfies (keyof Database['revisions'])[];

/**
 * Says whether a change of a revision may change its document. While it is processed it doesn't play, and its
 * document says so already, unless it said that it had failed.
 */
export function isSeenByViewers({
  state,
  columns,
  isCurrent,
}: {
  state: ProcessingState;
  columns: readonly string[];
  isCurrent: boolean;
}): boolean {
  if (!isCurrent) return false;
  if (state === 'processing')
    return columns.includes('failure_reason') && !columns.includes('plan');
  return columns.some((name) => !UNSEEN.includes(name));
}
