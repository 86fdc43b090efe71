import { sql, type RawBuilder } from 'kysely';
import { VideoState, type VideoFilter } from '@kinora/contract/videos/filter';
import { isUuid } from '../../../base/ids.ts';
import type { TeamScope } from '../../../base/request.ts';
import { getVideoCount, isVisibleVideo } from '../../projects/queries/visible-videos.ts';
import type { AnyVideoPart } from '../../video-parts/parts.ts';
import { PARTS } from '../parts.ts';
import { toDateSpan } from '../rules/date-span.ts';
import { isFoundInKeys, toSearch, VIDEO_KEY_LENGTH, type Search } from '../rules/search.ts';

export type ListFilter = Omit<VideoFilter, 'projectKey'> & { projectId?: string | undefined };

/** Says what a filter wants of a video `v`. */
export type Wanted = {
  projectId: string | undefined;
  /** Conditions beside the team and the project that indexes answer. */
  narrowed: RawBuilder<unknown>;
  /** All conditions that indexes answer: the video may be seen too. */
  within: RawBuilder<unknown>;
  /** Conditions that each of those rows is compared with; null without any. */
  searched: RawBuilder<unknown> | null;
  /** 0 for a row with what was typed in its title, or as a tag, 1 for the others; null without words. */
  rank: RawBuilder<number> | null;
  /** The number of videos without any condition but whether they may be seen: it is kept, and not counted. */
  all: RawBuilder<unknown>;
  /** The total that is kept; null when it has to be counted. */
  kept: RawBuilder<unknown> | null;
};

export function toWanted(team: TeamScope, filter: ListFilter): Wanted {
  const { projectId } = filter;
  const narrowed = [...toSpanConditions(filter), ...toStateConditions(filter)];
  const within = [isVisibleVideo(team)];
  if (projectId !== undefined) within.push(sql`v.project_id = ${projectId}`);
  const search = toSearch(filter.q);
  const searched: RawBuilder<unknown>[] = (search?.words ?? []).map(containsWord);
  for (const part of PARTS as readonly AnyVideoPart[])
    searched.push(...(part.narrow?.(filter) ?? []));
  const all = getVideoCount(team, projectId);
  return {
    projectId,
    narrowed: sql.join([sql`true`, ...narrowed], sql` and `),
    within: sql.join([...within, ...narrowed], sql` and `),
    searched: searched.length === 0 ? null : sql.join(searched, sql` and `),
    rank: search && rankOf(search),
    all,
    kept: searched.length === 0 && narrowed.length === 0 ? all : null,
  };
}

function toSpanConditions(filter: ListFilter): RawBuilder<unknown>[] {
  const span = toDateSpan(filter);
  return [
    ...(span.from ? [sql`v.created_at >= ${span.from}`] : []),
    ...(span.before ? [sql`v.created_at < ${span.before}`] : []),
  ];
}

function toStateConditions({ states = [], creatorIds = [] }: ListFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const wanted = VideoState.options.filter((state) => states.includes(state));
  // The text says them, so that the index of those which are not completed is found to do.
  if (wanted.length > 0 && wanted.length < VideoState.options.length) {
    conditions.push(sql`v.state in (${sql.join(wanted.map((state) => sql.lit(state)))})`);
  }
  if (creatorIds.length > 0) {
    const [only, ...others] = creatorIds.filter(isUuid);
    // One by one they stand in the order of time in an index.
    conditions.push(
      only !== undefined && others.length === 0
        ? sql`v.creator_id = ${only}`
        : sql`v.creator_id = any(${creatorIds.filter(isUuid)}::uuid[])`,
    );
  }
  return conditions;
}

/** LIKE takes twice as long for Thai. */
function containsWord(word: string): RawBuilder<boolean> {
  if (isFoundInKeys(word)) return sql`strpos(v.search, ${word}) > 0`;
  // The key comes last in the text, so a match that begins before it is not in the key.
  const behind = VIDEO_KEY_LENGTH + word.length;
  return sql`strpos(v.search, ${word}) between 1 and length(v.search) - ${sql.lit(behind)}`;
}

function rankOf({ phrase }: Search): RawBuilder<number> {
  // The title ends where the first line does.
  return sql<number>`case
    when strpos(v.search, ${phrase}) between 1 and strpos(v.search, ${sql.lit('\n')}) then 0
    when strpos(v.search, ${`\n\t${phrase}\n`}) > 0 then 0 else 1 end`;
}
