import { sql } from 'kysely';
import type { CompletedJob } from '@kinora/contract/jobs';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import type { ToViewerUrl } from '../../playback-channels/rules.ts';
import { isVisibleAmongMany } from '../../projects/queries/visible-videos.ts';
import { getJobVideos, UNKNOWN } from './job-videos.ts';

type Row = {
  videoKey: string;
  revisionKey: string;
  title: string;
  projectKey: string;
  projectName: string;
  playbackDomain: string;
  completedAt: Date;
  tookSeconds: number | null;
  total: number;
};

/** Videos that the caller may see and that were whole within the last day, newest first. */
export async function completedJobs(
  db: Db,
  team: TeamScope,
  { page, limit, toViewerUrl }: { page: number; limit: number; toViewerUrl: ToViewerUrl },
): Promise<{ data: CompletedJob[]; total: number }> {
  const { rows } = await sql<Row>`
    with found as materialized (
      select v.key, v.title, v.project_id, r.key as revision_key, r.completed_at, r.planned_at
      from active_revisions r join live_videos v on v.key = r.video_key
      where r.team_id = ${team.teamId} and r.completed_at > now() - interval '24 hours'
        and r.state = 'completed' and ${isVisibleAmongMany(team)}
    )
    select f.key as "videoKey", f.revision_key as "revisionKey", f.title, j.key as "projectKey",
      j.name as "projectName", c.default_playback_domain as "playbackDomain",
      f.completed_at as "completedAt", (select count(*)::int from found) as total,
      greatest(1, round(date_part('epoch', f.completed_at - f.planned_at)))::int as "tookSeconds"
    from found f join live_projects j on j.id = f.project_id
    join playback_channels c on c.id = j.primary_playback_channel_id
    order by f.completed_at desc, f.key, f.revision_key limit ${limit}::int offset ${(page - 1) * limit}::int
  `.execute(prepared(db, 'completed_jobs'));
  const videos = await getJobVideos(db, rows, toViewerUrl);
  const data = rows.map((row) => ({
    videoKey: row.videoKey,
    revisionKey: row.revisionKey,
    title: row.title,
    project: { key: row.projectKey, name: row.projectName },
    ...(videos.get(row.revisionKey) ?? UNKNOWN),
    completedAt: row.completedAt.toISOString(),
    tookSeconds: row.tookSeconds,
  }));
  return { data, total: rows[0]?.total ?? 0 };
}
