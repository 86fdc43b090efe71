import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { SenderScope } from '../../../base/request.ts';
import type { AnyVideoPart } from '../../video-parts/parts.ts';
import { SUMMARY_PARTS } from '../parts.ts';

/** The columns of a video's own row that a list shows; parts add the rest (`parts.ts`). */
export type VideoRow = {
  key: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  /** `created_at` to the microsecond, for page tokens. */
  position: string;
  /** In the order of a list a video without a duration has none of it. */
  sortedDurationMs: number;
  sortedSizeBytes: number;
  projectId: string;
  projectKey: string;
  projectName: string;
  creatorId: string;
  creatorName: string;
  /** The caller's in the project. */
  role: ProjectRole | null;
  playbackDomain: string;
  /** The channel of that domain plays signed addresses alone. */
  isSignatureRequired: boolean;
  revisionKey: string;
};

/** A list shows rows of rank 0 before those of rank 1; null where it has no ranks. */
export type PageRow = VideoRow & { rank: number | null };

/** Rows of a page are chosen first (`chosen`: keys), and only those are read whole. */
export function selectVideos<Row extends VideoRow>(
  team: SenderScope,
  chosen: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
  return sql<Row>`
    select v.key, v.title, v.created_at as "createdAt", v.updated_at as "updatedAt",
      (v.created_at at time zone 'utc')::text as position,
      v.duration_ms as "sortedDurationMs", v.size_bytes as "sortedSizeBytes",
      p.id as "projectId", p.key as "projectKey", p.name as "projectName",
      a.id as "creatorId", a.name as "creatorName", m.member_role as role,
      c.default_playback_domain as "playbackDomain",
      c.signed_url_required as "isSignatureRequired", v.current_revision_key as "revisionKey"
      ${selectParts(SUMMARY_PARTS)} ${more}
    from (${chosen}) chosen
    join videos v on v.key = chosen.key
    join live_projects p on p.id = v.project_id
    join accounts a on a.id = v.creator_id
    join playback_channels c on c.id = p.primary_playback_channel_id
    left join visible_projects m on m.id = p.id and m.member_id = ${team.accountId}`;
}

/** Goes on from a list of columns: those that parts read with the row, by their names. */
export const selectParts = (parts: readonly AnyVideoPart[]) =>
  goOn(parts.map((part) => [part.name, 'column' in part ? part.column : undefined]));

/** The same of what inputs of parts have written. */
export const selectStored = (parts: readonly AnyVideoPart[]) =>
  goOn(parts.map(({ name, stored }) => [name, stored]));

function goOn(
  columns: (readonly [string, RawBuilder<unknown> | undefined])[],
): RawBuilder<unknown> {
  const listed = columns.flatMap(([name, column]) =>
    column ? sql`, ${column} as ${sql.ref(name)}` : [],
  );
  return listed.length === 0 ? sql`` : sql.join(listed, sql` `);
}
